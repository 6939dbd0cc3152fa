"""Variants by name: registered ones, and plugins of real distributions, good and broken."""

from __future__ import annotations

import importlib.metadata
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from cases import case

import qwirkle
from qwirkle.authoring import Fact, Rules, TileGame
from qwirkle.errors import InvalidOption, UnknownVariant, VariantLoadError

GROUP = "qwirkle.variants"

MODULES = {
    "plug_good": """
import attrs
import qwirkle
from qwirkle.authoring import Rules, TileGame

instance = TileGame("plug-instance", Rules(hand_size=5))

@attrs.frozen(repr=False)
class Subclass(TileGame):
    name: str = "plug-class"

    def end_bonus(self):
        return 100

@attrs.frozen(repr=False)
class Lucky(TileGame):
    lucky: bool = False

    @property
    def options(self):
        hand_size = {} if self.rules.hand_size == 6 else {"hand_size": self.rules.hand_size}
        return {**hand_size, **({"lucky": True} if self.lucky else {})}

def factory(*, hand_size=6, lucky=False):
    rules = Rules(hand_size=hand_size, tie_break="youngest" if lucky else "oldest")
    return Lucky("plug-factory", rules, lucky=lucky)

def anything(**options):
    rules = Rules()
    return TileGame("plug-anything", rules.changed(**options), defaults=rules)

def nothing():
    return TileGame("plug-nothing")

def forgetful(*, hand_size=6):
    return TileGame("plug-forgetful", Rules(hand_size=hand_size))
""",
    "plug_odd": """
import qwirkle
from qwirkle.authoring import Rules, TileGame

def made(name, version=1):
    parts = {"name": name, "version": version, "options": {}, "__init__": lambda self: None}
    return type("Odd", (TileGame,), parts)()

number = 42
other = TileGame("another-name")
shouting = made("Plug_Shouting")
nameless = made(None)
old = made("plug-old", 0)
true = made("plug-true", True)
twice = TileGame("plug-twice")
standard = TileGame("standard", Rules(hand_size=1))
mindware = TileGame("mindware", Rules(hand_size=4))

class Strange(qwirkle.QwirkleError):
    def __str__(self):
        raise RuntimeError("no words")

def strange():
    raise Strange("strange")

def my_game():
    return TileGame("My Game")

def crashing():
    raise ZeroDivisionError("inside the factory")

def demanding(size):
    return TileGame("plug-demanding")

def refusing(*, size=0):
    raise qwirkle.errors.InvalidOption("size must be nice")

class Plain:
    pass

class Unfinished(qwirkle.Variant):
    pass
""",
    "plug_raising": "open(__file__ + '.trace', 'w').close(); raise RuntimeError('kaput')",
    "plug_syntax": "def",
    "plug_needy": "import a_package_that_nobody_has",
    "plug_leaving": "import sys; sys.exit(3)",
    "plug_closing": "raise GeneratorExit",
    "plug_bye": "class Bye(BaseException): ...\nraise Bye('bye')",
    "plug_asked": "def variant(): raise SystemExit(4)",
}

GOOD = {
    "plug-instance": "plug_good:instance",
    "plug-class": "plug_good:Subclass",
    "plug-factory": "plug_good:factory",
    "plug-anything": "plug_good:anything",
    "plug-nothing": "plug_good:nothing",
    "plug-forgetful": "plug_good:forgetful",
}

BROKEN = {
    # the name of each plugin that cannot be used, its entry point, and what is wrong
    "plug-number": ("plug_odd:number", "42 is not a Variant"),
    "plug-other": ("plug_odd:other", "it calls itself 'another-name'"),
    "Plug_Shouting": ("plug_odd:shouting", "'Plug_Shouting' is not a name: lower-case letters"),
    "plug-nameless": ("plug_odd:nameless", "None is not a name"),
    "plug-old": ("plug_odd:old", "its version is 0, not an integer from 1 on"),
    "plug-true": ("plug_odd:true", "its version is True, not an integer from 1 on"),
    "plug-crashing": ("plug_odd:crashing", "making it failed: ZeroDivisionError('inside the"),
    "plug-demanding": ("plug_odd:demanding", "making it failed: TypeError("),
    "plug-plain": ("plug_odd:Plain", "<plug_odd.Plain object at"),
    "plug-unfinished": ("plug_odd:Unfinished", "making it failed: TypeError("),
    "plug-missing": ("plug_odd:no_such_thing", "loading it failed: AttributeError("),
    "plug-module": ("plug_odd", "<module 'plug_odd' from"),
    "plug-twice": ("plug_odd:twice", "each of them has a variant of this name; remove one"),
    "plug-strange": ("plug_odd:strange", "Strange('strange')"),
    "plug-my-game": ("plug_odd:my_game", "'My Game' is not a name: lower-case letters"),
    "plug-refusing": ("plug_odd:refusing", "size must be nice"),
    "plug-raising": ("plug_raising:variant", "loading it failed: RuntimeError('kaput')"),
    "plug-syntax": ("plug_syntax:variant", "loading it failed: SyntaxError("),
    "plug-absent": ("plug_absent:variant", "loading it failed: ModuleNotFoundError("),
    "plug-needy": ("plug_needy:variant", "loading it failed: ModuleNotFoundError("),
    "plug-leaving": ("plug_leaving:variant", "loading it failed: SystemExit(3)"),
    "plug-closing": ("plug_closing:variant", "loading it failed: GeneratorExit()"),
    "plug-bye": ("plug_bye:variant", "loading it failed: Bye('bye')"),
    "plug-asked": ("plug_asked:variant", "making it failed: SystemExit(4)"),
}

OURS = {"standard": "plug_odd:standard", "mindware": "plug_odd:mindware"}


def origin(name: str) -> str:
    """The distributions of a broken plugin."""
    return "Plug.Second 1.0 and plug-odd 1.0" if name == "plug-twice" else "plug-odd 1.0"


def install(site: Path, name: str, points: Mapping[str, str]) -> None:
    """Put a distribution into a folder, as an installer leaves it there."""
    info = site / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"[{GROUP}]", *(f"{point} = {value}" for point, value in points.items())]
    lines += ["", "[another.group]", "plug-elsewhere = plug_raising:variant"]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


def installed(site: Path) -> Path:
    """Put all the plugins above into a folder."""
    install(site, "plug-good", GOOD)
    install(site, "plug-odd", {name: point for name, (point, _) in BROKEN.items()} | OURS)
    install(site, "Plug.Second", {"plug-twice": "plug_good:instance"})
    for module, code in MODULES.items():
        (site / f"{module}.py").write_text(code)
    return site


def loaded() -> list[str]:
    """The modules of plugins that were imported."""
    return [name for name in sys.modules if name.startswith("plug_")]


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with all the plugins above, on the path for one test."""
    monkeypatch.syspath_prepend(str(installed(tmp_path / "site")))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path / "site"
    for module in loaded():
        del sys.modules[module]


# Plugins, in this process


def test_all_plugins_are_listed_and_none_is_imported(plugins: Path) -> None:
    """Each is listed with its distribution, or with both if two have it."""
    found = qwirkle.variants()
    assert {name: found[name] for name in BROKEN} == {name: origin(name) for name in BROKEN}
    assert {found[name] for name in GOOD} == {"plug-good 1.0"}
    assert list(found) == sorted(found)
    assert "plug-elsewhere" not in found
    assert loaded() == []


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_named_and_does_no_harm(plugins: Path, name: str) -> None:
    """Its error has the name, the distribution, the reason and the cause; the others work."""
    reason = BROKEN[name][1]
    for _ in range(2):
        with pytest.raises(VariantLoadError) as caught:
            qwirkle.get_variant(name)
        error = caught.value
        assert (error.name, error.distribution) == (name, origin(name))
        assert reason in error.reason
        assert all(part in str(error) for part in (repr(name), origin(name), reason))
        assert (error.__cause__ is not None) >= ("failed" in reason)
    for other in GOOD:
        assert qwirkle.get_variant(other).name == other
    assert name in qwirkle.variants()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {}) for name in GOOD),
        ("plug-instance", {"hand_size": 4}),
        ("plug-class", {"hand_size": 4, "supply": "stacks"}),
        ("plug-factory", {"hand_size": 4, "lucky": True}),
        ("plug-factory", {"hand_size": 6}),
        ("plug-anything", {"hand_size": 4, "supply": "stacks"}),
    ],
    ids=str,
)
def test_a_good_plugin_is_played_by_its_name(
    plugins: Path, name: str, options: dict[str, Any]
) -> None:
    """It works in new games, positions, JSON and records, with the options that it reports."""
    variant: Any = qwirkle.get_variant(name, **options)
    assert variant == qwirkle.get_variant(name, **variant.options)
    assert variant.rules.hand_size == options.get("hand_size", 5 if "inst" in name else 6)
    state = qwirkle.new_game(variant, seed=1)
    assert qwirkle.from_json(qwirkle.to_json(state)) == state
    view = qwirkle.observe(state, 0)
    assert qwirkle.from_json(qwirkle.to_json(view)) == view
    record = qwirkle.GameRecord(state).play(next(iter(qwirkle.legal_moves(state))))
    assert qwirkle.GameRecord.parse(str(record)) == record
    assert eval(repr(state), dict(vars(qwirkle))) == state
    assert qwirkle.position(variant, board="Rs@0,0").variant == variant


def test_a_factory_must_report_its_options(plugins: Path) -> None:
    """Otherwise a saved game of the variant could not be read again."""
    with pytest.raises(VariantLoadError) as caught:
        qwirkle.get_variant("plug-forgetful", hand_size=3)
    assert caught.value.distribution == "plug-good 1.0"
    assert caught.value.reason == "its options differ from those that it was made with"
    fields = json.loads(qwirkle.to_json(qwirkle.new_game("plug-forgetful", seed=1)))
    with pytest.raises(qwirkle.errors.DecodeError) as wrong:
        qwirkle.from_json(json.dumps(fields | {"options": {"hand_size": 3}}))
    assert wrong.value.path == "options"


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        *(
            (f"plug-{name}", {"handsize": 4}, f"there is no option 'handsize'; {possible}")
            for name, possible in (
                ("instance", "the options are tie_break, supply"),
                ("class", "the options are tie_break, supply"),
                ("factory", "the options are hand_size, lucky"),
                ("anything", "the options are tie_break, supply"),
                ("nothing", "there are none"),
                ("refusing", "the option is size"),
            )
        ),
        ("plug-refusing", {"size": 1}, "size must be nice"),
        ("plug-instance", {"hand_size": "many"}, "hand_size must be a number from 1 to 54"),
        ("plug-factory", {"hand_size": "many"}, "hand_size must be a number from 1 to 54"),
    ],
)
def test_wrong_options_of_a_plugin_are_its_own_error(
    plugins: Path, name: str, options: dict[str, Any], message: str
) -> None:
    """The error is an InvalidOption, whatever kind of plugin it is."""
    with pytest.raises(InvalidOption) as caught:
        qwirkle.get_variant(name, **options)
    assert str(caught.value).startswith(message)


def test_no_plugin_can_take_the_name_of_our_own_variants(plugins: Path) -> None:
    """Ours keep working, and the plugin is not even imported."""
    for name in OURS:
        assert qwirkle.variants()[name].split()[0] == "qwirkle"
        assert len(qwirkle.new_game(name, seed=1).hands[0]) == 6
    assert loaded() == []


def test_a_plugin_can_be_interrupted_from_the_keyboard(plugins: Path) -> None:
    """It works while the plugin is imported and while the variant is made."""
    (plugins / "plug_raising.py").write_text("raise KeyboardInterrupt")
    (plugins / "plug_asked.py").write_text("def variant(): raise KeyboardInterrupt")
    for name in ("plug-raising", "plug-asked"):
        with pytest.raises(KeyboardInterrupt):
            qwirkle.get_variant(name)


def test_a_plugin_is_loaded_once(plugins: Path) -> None:
    """After that its file is not needed any more."""
    assert qwirkle.get_variant("plug-instance").name == "plug-instance"
    (plugins / "plug_good.py").unlink()
    del sys.modules["plug_good"]
    assert qwirkle.get_variant("plug-instance", hand_size=2).name == "plug-instance"
    with pytest.raises(VariantLoadError, match="ModuleNotFoundError"):
        qwirkle.get_variant("plug-factory")


def test_json_of_a_plugin_that_is_gone(plugins: Path) -> None:
    """An unknown or broken variant gives a DecodeError about the variant."""
    fields = json.loads(qwirkle.to_json(qwirkle.new_game(seed=1)))
    for name in ("plug-raising", "plug-twice", "plug-gone"):
        with pytest.raises(qwirkle.errors.DecodeError) as caught:
            qwirkle.from_json(json.dumps(fields | {"variant": name}))
        assert caught.value.path == "variant"
        assert name in caught.value.reason


@pytest.mark.parametrize(
    ("values", "whose"),
    [("V", "an unknown package"), ("VW", "an unknown package and an unknown package")],
)
def test_entry_points_without_a_distribution(
    monkeypatch: pytest.MonkeyPatch, values: Iterable[str], whose: str
) -> None:
    """A custom finder may leave it out."""
    points = [importlib.metadata.EntryPoint("plug-lost", f"nowhere:{v}", GROUP) for v in values]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
    assert qwirkle.variants()["plug-lost"] == whose
    with pytest.raises(VariantLoadError, match=f"'plug-lost' of {whose}"):
        qwirkle.get_variant("plug-lost")


def break_metadata(site: Path) -> None:
    """Put packages into a folder whose metadata cannot be read, or only in part."""
    install(site, "plug-malformed", {})
    info = site / "plug_malformed-1.0.dist-info" / "entry_points.txt"
    info.write_text("[console_scripts]\nthis line has no equals sign\n")
    install(site, "plug-bare", {"plug-bare": "plug_good:instance"})
    (site / "plug_bare-1.0.dist-info" / "METADATA").unlink()


@pytest.mark.parametrize("malformed", [True, False])
def test_a_package_with_broken_metadata_does_no_harm(
    plugins: Path, monkeypatch: pytest.MonkeyPatch, malformed: bool
) -> None:
    """If the entry points cannot be read together, they are read package by package."""
    usual = qwirkle.variants()
    break_metadata(plugins)
    if not malformed:
        # This is another reason why reading all of them may fail.
        (plugins / "plug_malformed-1.0.dist-info" / "entry_points.txt").unlink()

        def entry_points(**params: object) -> None:
            raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")

        monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    else:
        with pytest.raises(Exception):  # noqa: B017 - which one is up to the version of Python
            importlib.metadata.entry_points(group=GROUP)
    importlib.invalidate_caches()
    assert qwirkle.variants() == dict(sorted((usual | {"plug-bare": "an unknown package"}).items()))
    for name in GOOD:
        assert qwirkle.get_variant(name).name == name
    with pytest.raises(VariantLoadError, match="of an unknown package cannot be used: it calls"):
        qwirkle.get_variant("plug-bare")
    with pytest.raises(VariantLoadError, match="each of them has a variant of this name"):
        qwirkle.get_variant("plug-twice")
    with pytest.raises(UnknownVariant):
        qwirkle.get_variant("plug-malformed")


def test_the_first_package_of_a_name_counts_beside_broken_metadata(
    plugins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As elsewhere in Python, a package hides later ones with the same name."""
    later = tmp_path / "later"
    later.mkdir()
    install(later, "plug-good", {"plug-instance": "plug_later:V", "plug-late": "plug_later:V"})
    monkeypatch.setattr(sys, "path", [*sys.path, str(later)])
    usual = qwirkle.variants()
    assert "plug-late" not in usual
    break_metadata(plugins)
    importlib.invalidate_caches()
    found = qwirkle.variants()
    assert "plug-late" not in found
    assert {name: found[name] for name in usual} == usual
    assert qwirkle.get_variant("plug-instance").name == "plug-instance"


def test_the_core_without_its_own_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from a folder, standard comes from qwirkle without a version."""

    def version(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    assert qwirkle.variants()["standard"] == f"qwirkle {importlib.metadata.version('qwirkle')}"
    monkeypatch.setattr(importlib.metadata, "version", version)
    assert qwirkle.variants()["standard"] == "qwirkle"


# Plugins in a separate process

PROBE = """
import json, sys
before = set(sys.modules)
import qwirkle

def plugins():
    return sorted(name for name in sys.modules if name.startswith("plug_"))

found = {"at import": ["importlib.metadata" in set(sys.modules) - before, plugins()]}
qwirkle.new_game(seed=1)
found["for standard"] = ["importlib.metadata" in set(sys.modules) - before, plugins()]
found["variants"] = qwirkle.variants()
found["after listing"] = plugins()
found["instance"] = repr(qwirkle.get_variant("plug-instance"))
found["after one"] = plugins()
print(json.dumps(found))
"""


def probed(site: Path) -> Any:
    """The variants that a fresh interpreter finds, with a folder on its path."""
    path = os.pathsep.join(map(str, (site, Path(qwirkle.__file__).parents[1])))
    environment = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_a_fresh_process_with_good_and_broken_plugins(tmp_path: Path) -> None:
    """Importing the library loads no plugin, and listing loads none; each is loaded when used."""
    site = installed(tmp_path / "site")
    found = probed(site)
    assert found["at import"] == found["for standard"] == [False, []]
    assert found["after listing"] == []
    assert found["after one"] == ["plug_good"]
    assert found["instance"] == "get_variant('plug-instance')"
    # An unrelated package that cannot be read makes no difference.
    break_metadata(site)
    again = probed(site)
    assert again["variants"].pop("plug-bare") == "an unknown package"
    assert again == found


# Variants that a program registers


def test_registered_variants_are_found_by_name() -> None:
    """An instance, a class and a factory are found; those that can have options."""

    class Mine(TileGame):
        def __init__(self) -> None:
            super().__init__("mine-class")

    def factory(hand_size: int = 2) -> TileGame:
        return TileGame("mine-factory", Rules(hand_size=hand_size), defaults=Rules(hand_size=2))

    qwirkle.register(TileGame("mine-instance", Rules(hand_size=5)))
    qwirkle.register(Mine)
    qwirkle.register(factory)  # type: ignore[arg-type]
    for name in ("mine-instance", "mine-class", "mine-factory"):
        assert qwirkle.variants()[name] == "this program"
        assert qwirkle.get_variant(name).name == name
        assert qwirkle.new_game(name, seed=1).variant == qwirkle.get_variant(name)
    assert isinstance(qwirkle.get_variant("mine-class"), Mine)
    for name in ("mine-instance", "mine-factory"):
        assert qwirkle.get_variant(name, hand_size=3).options == {"hand_size": 3}
    with pytest.raises(VariantLoadError, match="'mine-class' of this program cannot") as caught:
        qwirkle.get_variant("mine-class", hand_size=5)
    assert isinstance(caught.value.__cause__, TypeError)


def test_a_variant_whose_name_fails() -> None:
    class Odd(TileGame):
        options: Mapping[str, object] = {}

        @property
        def name(self) -> str:
            raise RuntimeError("no name")

    with pytest.raises(VariantLoadError, match="making it failed: RuntimeError\\('no name'\\)"):
        qwirkle.register(object.__new__(Odd))


def test_registering_again() -> None:
    """The same variant again is accepted; another one by that name is refused."""
    qwirkle.register(TileGame("mine"))
    qwirkle.register(TileGame("mine"))
    with pytest.raises(VariantLoadError, match="another variant is registered under this name"):
        qwirkle.register(TileGame("mine", Rules(hand_size=5)))
    found: Any = qwirkle.get_variant("mine")
    assert found.rules == Rules()


@pytest.mark.parametrize("name", ["standard", "mindware", "schmidt-actions", "plug-instance"])
def test_installed_names_cannot_be_registered(plugins: Path, name: str) -> None:
    """It would not be clear which of the two is meant."""
    with pytest.raises(VariantLoadError, match="there is an installed variant of this name"):
        qwirkle.register(TileGame(name))


def made(name: object, version: object = 1) -> TileGame:
    """A variant with any name and version."""
    parts = {"name": name, "version": version, "options": {}, "__init__": lambda self: None}
    odd: TileGame = type("Odd", (TileGame,), parts)()
    return odd


def test_invalid_registrations() -> None:
    """The VariantLoadError blames the program, and nothing is registered."""
    cases: list[tuple[Any, str]] = [
        (None, "None is not a Variant"),
        (42, "42 is not a Variant"),
        ("standard", "'standard' is not a Variant"),
        (int, "0 is not a Variant"),
        (qwirkle.Variant, "making it failed: TypeError"),
        (TileGame, "making it failed: TypeError"),
        (lambda: None, "None is not a Variant"),
        (lambda size: None, "making it failed: TypeError"),
        (lambda: 1 / 0, "making it failed: ZeroDivisionError"),
        (iter, "making it failed: ValueError"),  # it does not report its parameters
        (max, "making it failed: ValueError"),
        (made("Mine"), "'Mine' is not a name: lower-case letters, digits, hyphens"),
        (made(""), "'' is not a name"),
        (made("-a"), "'-a' is not a name"),
        (made("a--b"), "'a--b' is not a name"),
        (made("a_b"), "'a_b' is not a name"),
        (made("a\n"), "is not a name"),
        (made("é"), "is not a name"),
        (made("mine", -1), "its version is -1, not an integer from 1 on"),
        (made("mine", "1"), "its version is '1', not an integer from 1 on"),
    ]
    for source, reason in cases:
        with case(source, reason):
            before = qwirkle.variants()
            with pytest.raises(VariantLoadError) as caught:
                qwirkle.register(source)
            assert caught.value.distribution == "this program"
            assert reason in caught.value.reason
            assert qwirkle.variants() == before


@pytest.mark.parametrize(
    ("name", "near"),
    [("standart", "standard"), ("plug-instanse", "plug-instance"), ("STANDARD", ""), ("", "")],
)
def test_unknown_names(plugins: Path, name: str, near: str) -> None:
    """The error suggests similar names, of plugins too, or lists all."""
    with pytest.raises(UnknownVariant) as caught:
        qwirkle.get_variant(name)
    error = caught.value
    assert (error.name, *error.near[:1]) == ((name, near) if near else (name,))
    assert set(error.known) == set(qwirkle.variants())
    assert (f"did you mean {near!r}" if near else "; there are ") in str(error)


def test_a_name_is_a_text() -> None:
    values: list[Any] = [None, 5, b"standard", ["standard"], TileGame]
    for value in values:
        with (
            case(value),
            pytest.raises(
                qwirkle.errors.InvalidValue,
                match="expected the name of a variant or a Variant, not",
            ),
        ):
            qwirkle.get_variant(value)


def test_options_of_standard() -> None:
    """They are checked when the variant is made, from a name or from a variant."""
    five: Any = qwirkle.get_variant("standard", hand_size=5)
    assert (five.name, five.version, dict(five.options)) == ("standard", 1, {"hand_size": 5})
    both: Any = qwirkle.get_variant(five, tie_break="youngest")
    assert dict(both.options) == {"hand_size": 5, "tie_break": "youngest"}
    assert list(both.options) == sorted(both.options)
    assert qwirkle.get_variant(five, hand_size=6) == qwirkle.get_variant("standard")
    assert repr(both) == "get_variant('standard', hand_size=5, tie_break='youngest')"
    with pytest.raises(InvalidOption, match="there is no option 'colour'; the options are tie_"):
        qwirkle.get_variant("standard", colour="red")
    with pytest.raises(InvalidOption, match="'bag' or 'stacks', not 'box'"):
        qwirkle.get_variant("standard", supply="box")
    with pytest.raises(InvalidOption, match="there is no option 'colour'"):
        qwirkle.get_variant(five, colour="red")


class Foreign(TileGame):
    """A variant with other facts than the core's."""

    def facts(self) -> Mapping[str, Fact]:
        """A hand size with its own rule, and an unknown fact."""
        return {
            "hand_size": Fact(9, ("K1", "S2"), "nine cards"),
            "table": Fact("rows", ("K3",), "rows on a table"),
        }


def test_comparing_variants_with_different_facts() -> None:
    """A fact that only one variant has is None for the other; both ids are listed once."""
    found = {d.field: d for d in qwirkle.compare("standard", Foreign("foreign"))}
    assert found["hand_size"] == qwirkle.registry.Difference("hand_size", ("S2", "T1", "K1"), 6, 9)
    assert found["table"] == qwirkle.registry.Difference("table", ("K3",), None, "rows")
    assert found["tie_break"] == qwirkle.registry.Difference("tie_break", ("B3",), "oldest", None)
    assert list(found)[-1] == "table"
