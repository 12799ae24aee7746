"""Checks records with nothing but Python, and shares no code with the platform: python3 check_record.py FILE...

What is checked (docs/notation.md): the text is whole, in order and in the one canonical form; each hash of the chain;
the revealed seed against the commitment; each draw against the seed. Not checked are the rules: that is what
`python -m elekt_core verify` does. The exit code is 1 if a record has a flaw.
"""

import hashlib
import hmac
import json
import sys


class Flaw(Exception):
    """What is wrong, with the number of the line."""

    def __init__(self, line, what):
        super().__init__(f"line {line}: {what}")


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def no_float(text):
    raise ValueError(f"not a whole number: {text}")


def sha256(data):
    return hashlib.sha256(data).digest()


def words(seed, draw):
    """The 32-bit words that a draw reads."""
    block = 0
    while True:
        digest = hmac.digest(seed, draw.to_bytes(4, "big") + block.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def below(size, source):
    """The next number below ``size``: a word modulo it, unless the word is past its largest multiple."""
    limit = 2**32 - 2**32 % size
    return next(word for word in source if word < limit) % size


def drawn(seed, number, size, result):
    """What the draw must have given, as a number or an order like ``result``."""
    source = words(seed, number)
    if isinstance(result, int):
        return below(size, source)
    order = list(range(size))
    for i in range(size - 1, 0, -1):
        j = below(i + 1, source)
        order[i], order[j] = order[j], order[i]
    return order


def read(data):
    """The lines as (number, object), the closing one apart. Raises Flaw."""
    text = data.split(b"\n")
    if len(text) < 4 or text.pop():
        raise Flaw(len(text), "the file does not end with a whole line")
    lines = []
    for number, line in enumerate(text, 1):
        try:
            value = json.loads(line, parse_float=no_float, parse_constant=no_float)
            same = canonical(value) == line
        except ValueError as error:
            raise Flaw(number, f"no JSON: {error}") from None
        if not same or not isinstance(value, dict):
            raise Flaw(number, "not in canonical form: keys sorted, no spaces, whole numbers, only necessary escapes")
        lines.append((number, value))
    (last, end) = lines.pop()
    if end.get("end") != "elekt-record" or end.get("sha256") != sha256(b"\n".join(text[:-1]) + b"\n").hex():
        raise Flaw(last, "the checksum is another: the text was cut or changed")
    found = (sum("batch" in line for _, line in lines), sum("seq" in line for _, line in lines))
    if found != (end.get("batches"), end.get("events")):
        raise Flaw(last, f"{found[0]} batches and {found[1]} events were found")
    return lines


def check(data):
    """What was proved, in words. Raises Flaw."""
    (_, header), *lines = read(data)
    if header.get("record") != "elekt-record" or header.get("format") not in (1, 2, 3, 4):
        raise Flaw(1, "not a record, or of a format that this program does not know")
    is_open, timed = header["perspective"] == "open", header["format"] >= 3
    previous, head, batches, seq = bytes(32), None, 0, 0
    commitment, seed, draws, due = "", None, [], 0
    for number, line in lines:
        if "batch" in line:
            if line["batch"] != batches:
                raise Flaw(number, f"batch {batches} was expected")
            batches += 1
            cause = {"id": line.pop("id"), "actor": line.pop("actor")}
            at = {"at": line.pop("at")} if timed and "at" in line else {}
            del line["batch"]
            meta = line or None
            head = None if not at and (*cause.values(), meta) == (None, None, None) else {**cause, "meta": meta, **at}
            for draw in line.get("draws", []):
                if draw[0] != due and (draws or batches == 1):  # older records have none at their beginning
                    raise Flaw(number, f"draw {due} was expected")
                due = draw[0] + 1
                draws.append((number, draw))
            continue
        seq += 1
        if line.get("seq") != seq:
            raise Flaw(number, f"event {seq} was expected")
        if is_open:
            envelope = {name: line[name] for name in ("kind", "payload", "seq", "version")}
            previous = sha256(previous + canonical({**envelope, "decision": head, "stream": header["stream"]}))
            if line.get("hash") != previous.hex():
                raise Flaw(number, f"the hash of event {seq} does not follow from the one before and what it covers")
        head = None
        if line["kind"] == "game_created":
            commitment = line["payload"].get("commitment", "")
        due = line["payload"]["draws"] if line["kind"] == "taken_back" else due
        if line["kind"] == "game_ended":
            seed = bytes.fromhex(line["payload"].get("seed") or "")
    proved = [f"{seq} events in {batches} batches are whole and in order"]
    if not is_open:
        return [*proved, "the record is redacted: it has no hashes, seed and draws to check"]
    proved.append(f"the chain ends in {previous.hex()}")
    if not seed or not commitment:
        return [*proved, "no seed is revealed: the draws cannot be checked"]
    if sha256(seed).hex() != commitment:
        raise Flaw(lines[-1][0], "the seed is not the one that was committed to")
    for number, (draw, size, result) in draws:
        whole = 0 < size <= 2**32 and (isinstance(result, int) or len(result) == size)
        if not whole or drawn(seed, draw, size, result) != result:
            raise Flaw(number, f"draw {draw} is not what the seed gives")
    return [*proved, "the seed is the one committed to", f"{len(draws)} draws stand there and are what the seed gives"]


def main(paths):
    flawed = False
    for path in paths:
        try:
            with open(path, "rb") as file:
                print(f"{path}: " + "; ".join(check(file.read())))
        except (Flaw, OSError, KeyError, TypeError, ValueError) as error:
            flawed = True
            print(f"{path}: FLAW: {error!s}" if isinstance(error, (Flaw, OSError)) else f"{path}: FLAW: {error!r}")
    return int(flawed or not paths)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
