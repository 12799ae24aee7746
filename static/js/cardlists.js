// A flaw leads to its line in the text; the text is the page's own, so nothing is loaded.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-line]");
  const text = document.querySelector("textarea[name=text]");
  if (!link || !text) return;
  event.preventDefault();
  const lines = text.value.split("\n");
  const line = Math.min(Number(link.dataset.line), lines.length);
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  text.focus();
  text.setSelectionRange(start, start + lines[line - 1].length);
  const height = parseFloat(getComputedStyle(text).lineHeight);
  text.scrollTop = Math.max(0, (line - 4) * height);
  text.scrollIntoView({ block: "center" });
});
