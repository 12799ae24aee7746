"""What an effect primitive says in Polish (C1.32-C1.59)."""

from __future__ import annotations

from .phrases import HEAT_LIMIT, Act, Fact, Phrase, Table
from .terms_pl import ATTRIBUTES, ATTRIBUTES_OF, ATTRIBUTES_SEEN, KINDS_SEEN, ZONES_IN, ZONES_OF, counted, heat, joined
from .triggers_pl import has_phrase, lead_actor
from .units_en import is_acting
from .units_pl import (
    PLAYERS,
    PLAYERS_OF,
    VERBS,
    WHOSE,
    each_of,
    each_on,
    each_unit,
    head_of,
    plural_noun,
    subject_filter,
    unit_phrase,
)

BARRED = {
    "annihilate": ("unicestwić", "unicestwiać"),
    "save": ("ocalić", "ocalać"),
    "swap": ("zamienić", "zamieniać"),
    "move": ("przenieść", "przenosić"),
    "attach": ("wybrać do dołączenia żetonu", "wybierać do dołączenia żetonu"),
    "detach": ("pozbawić żetonów", "pozbawiać żetonów"),
    "return": ("cofnąć do ręki", "cofać do ręki"),
    "discard": ("odrzucić", "odrzucać"),
    "suppress": ("pozbawić zdolności", "pozbawiać zdolności"),
    "assign": ("przydzielić", "przydzielać"),
    "place": ("umieścić", "umieszczać"),
}
"""Of one Unit, of many."""


ENTERING = {"swap": "wprowadzać do niej zamianą", "move": "do niej przenosić"}


def _does(ability: Table, player: str, verb: str, rest: str) -> Phrase:
    return Act(verb, rest) if is_acting(ability, player) else Fact(f"{PLAYERS[player]} {VERBS[verb][2]} {rest}")


def effect(ability: Table, e: Table) -> Phrase:
    """One effect primitive (C1.32-C1.59)."""
    filter_ = e.get("filter", {})
    if e["op"] in ("detach", "move_token"):
        filter_ = {key: value for key, value in filter_.items() if key != "token"}

    def unit(case: str, key: str = "target") -> str:
        return unit_phrase(ability, e[key], filter_, case, leaves=e["op"] in ("move", "return_to_hand"))

    match e["op"]:
        case "attach":
            if e["target"] == "subject":
                return Act("attach", f"do {unit('g')} {_tokens(e)}{_difference(e)}")
            return Act("attach", f"{_tokens(e)} do {unit('g')}{_difference(e)}")
        case "detach":
            return Act("detach", f"{_tokens(e)} z {unit('g')}")
        case "move_token":
            return Act("move", f"{_tokens(e)} z {unit('g', 'from')} na {unit('a', 'to')}")
        case "swap":
            other = unit("i", "b")
            return Act("swap", f"{unit('a', 'a')} {'ze' if other.startswith('swo') else 'z'} {other}")
        case "move":
            return Act("move", f"{unit('a')} do {_zone_of(e['to'])} (obowiązuje limit Jednostek w Strefie)")
        case "place":
            limits = "obowiązuje limit Jednostek w Strefie; to nie jest przydzielenie"
            return Act("place", f"{unit('a')} w {_zone_in(e['to'])} ({limits})")
        case "return_to_hand" if e["to"] == "controller":
            return Act(
                "take_in_hand",
                f"{unit('a')} do swojej ręki (odtąd należy do {'gracza' if lead_actor(ability) else 'ciebie'})",
            )
        case "return_to_hand":
            own = e["target"] in ("own", "other_own", "own_other_zone", "own_any_zone")
            return Act("return", f"{unit('a')} do {'swojej ręki' if own else 'ręki właściciela'}")
        case "annihilate":
            saved = (
                ""
                if e.get("savable", True)
                else "; nie można jej ocalić"
                if head_of(filter_).feminine
                else "; nie można go ocalić"
            )
            return Act("annihilate", unit("a") + saved)
        case "discard_unit":
            return Act("discard", unit("a"))
        case "discard_from_hand":
            return _discarded(ability, e)
        case "gain_heat":
            more = "dodatkowo " if ability["trigger"] == "heat_gathering" else ""
            return _does(ability, e["player"], "gain", more + heat(e["amount"]))
        case "lose_heat":
            return _does(ability, e["player"], "discard", _lost(ability, e))
        case "take_heat":
            return Act("take", f"{heat(e['amount'])} od {PLAYERS_OF[e['player']]}")
        case "count_as":
            where = (
                "w tej Strefie"
                if e["target"] == "all" and not filter_
                else f"na {each_on(ability, e['target'], filter_)}"
            )
            counts = f"(także na żetonie) liczy się również jako {ATTRIBUTES[e['to']]}"
            return Fact(f"każdy symbol {ATTRIBUTES_OF[e['from']]} {where} {counts}")
        case "add_symbols":
            n = abs(e["amount"])
            symbols = f"{counted(n, 'symbol', 'symbole', 'symboli')} {ATTRIBUTES_OF[e['attribute']]}"
            change = f"o {symbols} więcej" if e["amount"] > 0 else f"o {symbols} mniej (nie mniej niż 0)"
            return Fact(f"{each_unit(ability, e['target'], filter_)} ma {change}")
        case "suppress_ability" if e["target"] in ("this", "all", "subject", "same"):
            whose = "jej" if e["target"] == "subject" and head_of(subject_filter(ability)).feminine else "jego"
            named = f"{whose} zdolność" if e["target"] == "subject" else f"zdolność {unit('g')}"
            return Fact(f"{named} przestaje działać")
        case "suppress_ability":
            return Act("choose", f"{unit('a')}: ta zdolność przestaje działać")
        case "protect":
            return Fact(_protected(ability, e))
        case "choose_annihilation_target":
            saved = "" if e.get("savable", True) else "; tej Jednostki nie można ocalić"
            return Fact(f"ty wybierasz, która z twoich Jednostek w tej Strefie to będzie{saved}")
        case "stay_after_save":
            return Act("leave", f"{unit('a')} w Strefie")
        case "free_tokens":
            won = f"jeśli wygrasz konfrontację {ATTRIBUTES_OF[e['attribute']]}"
            return Fact(f"{won}, dołączane przez ciebie żetony nie muszą być różne")
        case "confrontation":
            return _confrontation(e)
        case "tie_break":
            return _tie_break(e)
        case "forbid":
            return Fact(_forbidden(e))
        case "modify":
            return _modified(ability, e)
        case "draw_units":
            units = counted(e["count"], "Jednostkę", "Jednostki", "Jednostek")
            return _does(ability, e["player"], "draw", f"{units} z talii Jednostek Elitarnych")
        case "recover_from_discard":
            units = counted(e["count"], "dowolną Jednostkę", "dowolne Jednostki", "dowolnych Jednostek")
            return _does(ability, e["player"], "take_in_hand", f"{units} ze stosu Jednostek odrzuconych do swojej ręki")
        case "peek_hand":
            return Act("look", f"rękę {PLAYERS_OF[e['player']]}")
        case "exchange":
            return Act("give", _exchanged(ability, e))
    raise KeyError(e["op"])


def _tokens(e: Table) -> str:
    tokens = counted(e.get("count", 1), "żeton", "żetony", "żetonów")
    if e["attribute"] != "any":
        return f"{tokens} {ATTRIBUTES_OF[e['attribute']]}"
    if e["op"] != "attach":
        return tokens
    return f"{tokens} {'dowolnego Atrybutu' if e.get('count', 1) == 1 else 'dowolnych Atrybutów'}"


def _difference(e: Table) -> str:
    if "must_differ" not in e:
        return ""
    return (
        "; musi się różnić od pozostałych dołączonych za tę wygraną"
        if e["must_differ"]
        else " (nie musi się różnić od pozostałych)"
    )


def _zone_of(to: str) -> str:
    named = {"this_zone": "tej Strefy", "other_zone": "innej Strefy", "any_zone": "dowolnej Strefy"}
    return named.get(to) or ZONES_OF[to]


def _zone_in(to: str) -> str:
    named = {"this_zone": "tej Strefie", "other_zone": "innej Strefie", "any_zone": "dowolnej Strefie"}
    return named.get(to) or ZONES_IN[to]


def _discarded(ability: Table, e: Table) -> Phrase:
    n, chosen = e["count"], e.get("choice") != "random"
    if n == 1:
        units, many = (
            f"1 {'dowolną' if chosen else 'losową'} Jednostkę",
            f", jeśli jakąś {has_phrase(ability, e['player'])}",
        )
    else:
        words = ("dowolne Jednostki", "dowolnych Jednostek") if chosen else ("losowe Jednostki", "losowych Jednostek")
        units, many = counted(n, "", *words), f" (tyle, ile {has_phrase(ability, e['player'])})"
    return _does(ability, e["player"], "discard", f"{units} z ręki{many}")


def _lost(ability: Table, e: Table) -> str:
    if e["amount"] >= HEAT_LIMIT:
        return "cały swój Żar"
    have = has_phrase(ability, e["player"])
    return f"{heat(e['amount'])}, jeśli go {have}" if e["amount"] == 1 else f"{heat(e['amount'])} (tyle, ile {have})"


def _protected(ability: Table, e: Table) -> str:
    filter_ = e.get("filter", {})
    entering = [ENTERING[word] for word in e["from"] if word in ENTERING]
    if e["target"] != "all":
        barred = joined([BARRED[word][0] for word in e["from"]], "ani")
        return f"{each_of(ability, e['target'], filter_)} nie można {barred}"
    barred = joined([BARRED[word][1] for word in e["from"]], "ani")
    units = plural_noun(filter_, "g", " w tej Strefie")
    entry = f" i żadnej Jednostki nie można {joined(entering, 'ani')}" if entering else ""
    return f"{units} nie można {barred}{entry}"


def _confrontation(e: Table) -> Phrase:
    zone = e.get("zone", "this")
    where = "w tej Strefie" if zone == "this" else f"w {ZONES_IN[zone]}" if zone in ZONES_IN else ""
    if e["attribute"] == "choose" or zone == "choose":
        what = joined([ATTRIBUTES_SEEN[a] for a in e.get("choices", ATTRIBUTES)], "lub")
        what = what if e["attribute"] == "choose" else ATTRIBUTES_SEEN[e["attribute"]]
        place = "Strefę oraz " if zone == "choose" else ""
        ending = {
            "skip": "ta konfrontacja nie odbywa się tam w tej rundzie",
            "first": "ta konfrontacja jest tam w tej rundzie rozstrzygana przed innymi",
            "extra": "ta konfrontacja jest tam natychmiast rozstrzygana",
        }[e["mode"]]
        return Act("choose", f"{place}{what}; {ending}")
    of = ATTRIBUTES_OF[e["attribute"]]
    match e["mode"]:
        case "skip":
            return Fact(f"{where} nie ma konfrontacji {of}" if where else f"nie ma konfrontacji {of}")
        case "first":
            return Fact(f"konfrontacja {of} jest {where} rozstrzygana przed innymi".replace("  ", " "))
        case "extra":
            return Act("resolve", f"natychmiast konfrontację {of} {where}".rstrip())
    raise KeyError(e["mode"])


def _tie_break(e: Table) -> Phrase:
    match e["winner"]:
        case "controller":
            return Fact("wygrywasz")
        case "choose_tied":
            return Act("choose", "zwycięzcę spośród remisujących graczy")
        case "highest_court":
            return Fact("wygrywa remisujący gracz o najwyższej pozycji na Dworze")
        case "lowest_court":
            return Fact("wygrywa remisujący gracz o najniższej pozycji na Dworze")
    raise KeyError(e["winner"])


def _forbidden(e: Table) -> str:
    who, filter_ = WHOSE[e.get("who", "all")], e.get("filter", {})
    match e["action"]:
        case "attach":
            return f"do {who}{plural_noun(filter_, 'g', ' w tej Strefie')} nie można dołączać żetonów"
        case "save":
            return f"{who}{plural_noun(filter_, 'g', ' unicestwionych w tej Strefie')} nie można ocalić"
        case "assign":
            return f"{who}{plural_noun(filter_, 'g')} nie można przydzielać do tej Strefy"
        case "place":
            return f"{who}{plural_noun(filter_, 'g')} nie można umieszczać w tej Strefie"
    return f"{who}{plural_noun(filter_, 'g', ' w tej Strefie')} nie można {BARRED[e['action']][1]}"


def _modified(ability: Table, e: Table) -> Phrase:
    who, filter_ = e.get("who", "all"), e.get("filter", {})
    here = f"w {ZONES_IN[e['zone']]}" if e.get("zone") in ZONES_IN else "w tej Strefie"
    add, fixed = e.get("add"), e.get("set")
    match e["what"]:
        case "zone_limit":
            change = f"wynosi {fixed}" if add is None else f"jest {'wyższy' if add > 0 else 'niższy'} o {abs(add)}"
            least = f" (ale nie niższy niż {e['minimum']})" if add is not None and add < 0 and "minimum" in e else ""
            if who in ("controller", "own"):
                return Fact(f"twój limit Jednostek {here} {change}{least}")
            players = "każdego gracza" if who == "all" else "każdego przeciwnika"
            return Fact(f"limit Jednostek {here} {change} dla {players}{least}")
        case "save_cost" if ability["trigger"] == "on_save_decision":
            return Act("make", "że kosztuje ono " + (heat(fixed or 0) if add is None else _more(add)))
        case "save_cost":
            saving = f"ocalenie {WHOSE[who]}{plural_noun(filter_, 'g', f' {here}')} kosztuje"
            return Fact(f"{saving} {heat(fixed or 0)}" if add is None else f"{saving} {_more(add)}")
        case "instant_cost":
            return Fact(
                f"{here} {_instants(who, filter_)} kosztują " + (heat(fixed or 0) if add is None else _more(add))
            )
        case "recruit_draw":
            return _recruited(who, add, fixed)
        case "heat_gather":
            gatherers = {"controller": "zbierasz", "own": "zbierasz", "all": "każdy gracz zbiera"}
            gathering = gatherers.get(who, "każdy przeciwnik zbiera")
            low = " (nie mniej niż 0)" if add is not None and add < 0 else ""
            return Fact(f"{gathering} {heat(fixed or 0) if add is None else _more(add)}{low}")
    raise KeyError(e["what"])


def _more(add: int) -> str:
    return f"o {heat(abs(add))} {'więcej' if add > 0 else 'mniej'}"


def _instants(who: str, filter_: Table) -> str:
    least = filter_.get("min_cost", 0)
    which = "" if not least else " z kosztem" if least == 1 else f" o koszcie co najmniej {least} Żaru"
    rest = {key: value for key, value in filter_.items() if key != "min_cost"}
    whose = {"all": "", "own": "twoje ", "controller": "twoje "}.get(who, "cudze ")
    return f"{whose}zdolności natychmiastowe{f' {plural_noun(rest, chr(103))}' if rest else ''}{which}"


def _recruited(who: str, add: int | None, fixed: int | None) -> Phrase:
    words = ("Jednostkę", "Jednostki", "Jednostek")
    number = (
        f"{counted(fixed or 0, *words)} zamiast 2"
        if add is None
        else f"o {counted(abs(add), *words)} {'więcej' if add > 0 else 'mniej'}"
    )
    if who in ("controller", "own"):
        return Act("draw", f"{number} (nadal zachowujesz najwyżej 1)")
    players = "każdy gracz dobiera" if who == "all" else "każdy przeciwnik dobiera"
    return Fact(f"{players} {number} (nadal zachowuje najwyżej 1)")


def _exchanged(ability: Table, e: Table) -> str:
    if e["what"] == "acquired_card":
        kinds = joined([KINDS_SEEN[kind] for kind in e["kinds"]], "lub")
        taking = "bierze" if lead_actor(ability) else "weź"
        return f"wybranemu przeciwnikowi swoją zdobytą kartę ({kinds}) i {taking} w zamian jedną z jego kart ({kinds})"
    given = "losową Jednostkę" if e.get("give") == "random" else "Jednostkę"
    taken = "losową Jednostkę" if e.get("take") == "random" else "Jednostkę"
    taking = "bierze" if lead_actor(ability) else "weź"
    return (
        f"wybranemu przeciwnikowi {given} ze swojej ręki i {taking} {taken} z ręki, którą miał przedtem "
        "(obie strony muszą mieć co najmniej po 1 Jednostce)"
    )
