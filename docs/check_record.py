"""Checks records with nothing but Python, and shares no code with the platform: python3 check_record.py FILE...

What is checked (docs/notation.md): the text is whole, in order and in the one canonical form; header and setup agree;
each hash of the chain; the revealed seed against the commitment; each draw against the seed. The fields of a line are
checked by record.schema.json, the rules by `python -m elekt_core verify`. The exit code is 1 if a record has a flaw.
"""

import hashlib
import hmac
import json
import sys


class Flaw(Exception):
    """What is wrong, by its code (docs/notation.md, "Flaws"), with the number of the line."""

    def __init__(self, line, code, about=""):
        super().__init__(f"line {line}: {code}" + f" ({about})" * bool(about))
        self.line, self.code = line, code


def refuse_if(wrong, *flaw):
    if wrong:
        raise Flaw(*flaw)


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def sha256(data):
    return hashlib.sha256(data).digest()


def parsed(number, text):
    try:  # a fraction becomes a text here, so it is not canonical; NaN and its like are no JSON
        value = json.loads(text.decode(), parse_float=str, parse_constant=lambda _: json.loads(""))
        same = canonical(value) == text
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise Flaw(number, "not_json") from None
    except ValueError:  # half a character, or a number of thousands of digits
        raise Flaw(number, "not_canonical") from None
    refuse_if(text.endswith(b"\r"), number, "line_endings")
    refuse_if(not isinstance(value, dict), number, "not_an_object")
    refuse_if(not same, number, "not_canonical")
    return value


def read(data):
    """The header, and (number, object) of each line behind it but the closing one. Raises Flaw."""
    text, lines, batches, events, last = data.split(b"\n"), [], 0, 0, 0
    try:
        header = parsed(1, text[0] if text[1:] else b"")
    except Flaw as flaw:
        raise flaw if flaw.code == "line_endings" else Flaw(1, "not_a_record") from None
    refuse_if(header.get("record") != "elekt-record", 1, "not_a_record")
    refuse_if(header.get("format") not in (1, 2, 3, 4, 5), 1, "record_too_new")
    for number, found in enumerate(text[1:], 2):
        refuse_if(number == len(text), number, "truncated")
        line = parsed(number, found)
        if "seq" in line:
            events += 1
            refuse_if(not batches, number, "unexpected_line")
            refuse_if(line["seq"] != events, number, "out_of_order", f"event {events} was expected")
        else:
            refuse_if(batches and last == number - 1, number, "empty_batch")
            if "end" in line:
                break
            refuse_if("batch" not in line, number, "unexpected_line")
            refuse_if(line["batch"] != batches, number, "out_of_order", f"batch {batches} was expected")
            batches, last = batches + 1, number
        lines.append((number, line))
    refuse_if((line["batches"], line["events"]) != (batches, events), number, "wrong_count", f"{batches}, {events}")
    refuse_if(not batches, number, "no_events")
    refuse_if(number != len(text) - 1 or text[number], number + 1, "after_end")
    body_hash = sha256(b"\n".join([*text[: number - 1], b""])).hex()
    refuse_if((line["sha256"], line["end"]) != (body_hash, "elekt-record"), number, "altered")
    return header, lines


def check_draw(seed, line, number, size, result):
    blocks = (hmac.digest(seed, number.to_bytes(4, "big") + n.to_bytes(4, "big"), "sha256") for n in range(2**32))
    words = (int.from_bytes(block[i : i + 4], "big") for block in blocks for i in range(0, 32, 4))

    def below(limit):  # a word modulo it, unless the word is past its largest multiple
        return next(word for word in words if word < 2**32 - 2**32 % limit) % limit

    expected = below(size) if isinstance(result, int) else list(range(size))
    for i in range(size - 1, 0, -1) if isinstance(result, list) else ():
        j = below(i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    refuse_if(expected != result, line, "other_draws", f"draw {number} is not what the seed gives")


def check(data):
    """What was proved, in words. Raises Flaw."""
    header, lines = read(data)
    is_open, previous, cause, draws, due = header["perspective"] == "open", bytes(32), None, [], 0
    commitment, seed, ended = "", "", 0
    for number, line in lines:
        if "batch" in line:
            refuse_if(number == 2 and {**header, **line["setup"]} != header, 1, "header_differs")
            for draw, size, result in line.get("draws", []):
                fits = isinstance(result, int) and result in range(size) and size <= 2**32
                order = isinstance(result, list) and len(result) == size and sorted(result) == [*range(size)]
                refuse_if(not fits and not order, number, "bad_field", "draws")
                refuse_if(draw != due and (draws or number == 2), number, "other_draws", f"draw {due} was expected")
                due = draw + 1
                draws.append((number, draw, size, result))
            own = ("id", "actor", "at") if header["format"] >= 3 and "at" in line else ("id", "actor")
            meta = {name: value for name, value in line.items() if name not in ("batch", *own)} or None
            told = any(line[name] is not None for name in own) or meta
            cause = {**{name: line[name] for name in own}, "meta": meta} if told else None
            continue
        if is_open:
            event = {name: line[name] for name in ("kind", "payload", "seq", "version")}
            previous = sha256(previous + canonical({**event, "decision": cause, "stream": header["stream"]}))
            refuse_if("hash" not in line, number, "missing_hash")
            refuse_if(line["hash"] != previous.hex(), number, "wrong_hash")
        cause, payload = None, line["payload"]
        if line["kind"] == "game_created":
            commitment = payload.get("commitment", "")
            refuse_if(payload.get("card_set", header["card_set"]) != header["card_set"], 1, "cards_differ")
        due = payload["draws"] if line["kind"] == "taken_back" else due
        seed, ended = (payload.get("seed", ""), number) if line["kind"] == "game_ended" else (seed, ended)
    proved = [f"{line['seq']} events are whole and in order", f"the chain ends in {previous.hex()}"]
    if not is_open:
        return [proved[0], "the record is redacted: it has no hashes, seed and draws to check"]
    if not ended or not commitment:
        return [*proved, "no seed is revealed: the draws cannot be checked"]
    refuse_if(not seed or sha256(bytes.fromhex(seed)).hex() != commitment, ended, "wrong_seed")
    for draw in draws:
        check_draw(bytes.fromhex(seed), *draw)
    return [*proved, "the seed is the one committed to", f"{len(draws)} draws stand there and are what the seed gives"]


def main(paths):
    flawed = False
    for path in paths:
        try:
            with open(path, "rb") as file:
                print(f"{path}: " + "; ".join(check(file.read())))
        except (Flaw, OSError, KeyError, TypeError, ValueError) as error:
            flawed = True
            print(f"{path}: FLAW: {error if isinstance(error, (Flaw, OSError)) else repr(error)}")
    return int(flawed or not paths)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
