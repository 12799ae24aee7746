"""A refused form comes back in its page as it was filled in."""

from __future__ import annotations

from django.http import QueryDict

from web.refilled import refilled

PAGE = """<!doctype html><div id="errors"></div><p>a &amp; b &#39;</p><!-- c -->
<form method="post" action="/do/"><input type="hidden" name="no" value="1"><input name="rating" value="5">
<button name="do" value="change">Save</button></form>
<details><summary>More</summary><form method="post" action="/do/">
<input type="hidden" name="csrfmiddlewaretoken" value="new"><input type="hidden" name="no" value="2">
<input name="rating" value="5"><input type="radio" name="place" value="1" checked><input type="radio"
name="place" value="2"><select name="bye"><option value="half" selected>½</option><option> full </option></select>
<textarea name="reason">old &amp; gone</textarea><button name="do" value="change">Save</button></form></details>"""


def _sent(text: str) -> QueryDict:
    return QueryDict(text)


def test_the_form_that_was_sent_gets_back_what_was_typed() -> None:
    sent = _sent("no=2&rating=%22x%3C&place=2&bye=full&reason=why%3F%3C&do=change&csrfmiddlewaretoken=old")
    page = refilled(PAGE, "/do/", sent, "rating", "This is no number.")
    assert page is not None
    before, _second, form = page.partition("<details")
    assert before == PAGE.partition("<details")[0].replace(
        '<div id="errors">', '<div id="errors"><p class="notice error"><a href="#refused">This is no number.</a></p>'
    )
    assert form.startswith(' open="">')
    assert 'name="rating" value="&quot;x&lt;" aria-invalid="true" aria-describedby="refused">' in form
    assert '"><span class="errors" id="refused">This is no number.</span><input type="radio"' in form
    assert '<input type="radio" name="place" value="1"><input type="radio" name="place" value="2" checked="">' in form
    assert '<option value="half">½</option><option selected=""> full </option>' in form
    assert '<textarea name="reason">why?&lt;</textarea>' in form
    assert 'name="csrfmiddlewaretoken" value="new"' in form


def test_what_is_wrong_with_no_field_stands_at_the_head_of_the_form() -> None:
    page = refilled(PAGE, "/do/", _sent("no=1&do=change&rating=7"), "no", "Nobody has <b>that</b> number.")
    assert page is not None
    said = (
        '<form method="post" action="/do/"><span class="errors" id="refused">Nobody has &lt;b&gt;that&lt;/b&gt; number.'
    )
    assert said in page
    assert 'value="7"' in page


def test_a_form_that_is_not_there_is_not_filled() -> None:
    for text in ("no=3&do=change", "no=2&do=warn", "no=2"):
        assert refilled(PAGE, "/do/", _sent(text), "", "No.") is None
    assert refilled(PAGE, "/other/", _sent("no=2&do=change"), "", "No.") is None


def test_a_form_without_an_address_goes_to_its_own_page_and_one_that_only_asks_is_never_filled() -> None:
    page = '<form method="get" action="/do/"><input name="q"></form><form method="post"><input name="q"></form>'
    found = refilled(page, "/do/", _sent("q=what"), "q", "No.", "/do/")
    assert found is not None
    asked, sent = found.split("</form>")[:2]
    assert 'value="what"' in sent
    assert "what" not in asked
    assert refilled(page, "/elsewhere/", _sent("q=what"), "q", "No.", "/do/") is None
