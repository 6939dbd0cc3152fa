"""Variants by name: registered ones, and plugins of real distributions, good and broken."""

from __future__ import annotations

import importlib.metadata
import json
import os
import pickle
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from cases import case

import qwirkle
from qwirkle import (
    Difference,
    Fact,
    InvalidOption,
    InvalidValue,
    Rules,
    TileGame,
    UnknownVariant,
    VariantLoadError,
)
from qwirkle.registry import GROUP

GOOD = """
import attrs
import qwirkle

INSTANCE = qwirkle.TileGame("plug-instance", qwirkle.Rules(hand_size=5))


@attrs.frozen(repr=False)
class Subclass(qwirkle.TileGame):
    name: str = "plug-class"

    def end_bonus(self):
        return 100


@attrs.frozen(repr=False)
class Lucky(qwirkle.TileGame):
    lucky: bool = False

    @property
    def options(self):
        hand_size = {} if self.rules.hand_size == 6 else {"hand_size": self.rules.hand_size}
        return {**hand_size, **({"lucky": True} if self.lucky else {})}


def factory(*, hand_size=6, lucky=False):
    rules = qwirkle.Rules(hand_size=hand_size, tie_break="youngest" if lucky else "oldest")
    return Lucky("plug-factory", rules, lucky=lucky)


def anything(**options):
    rules = qwirkle.Rules()
    return qwirkle.TileGame("plug-anything", rules.changed(**options), defaults=rules)


def nothing():
    return qwirkle.TileGame("plug-nothing")
"""

ODD = '''
import qwirkle



def made(name, version=1):
    """A variant that says anything of itself."""
    parts = {"name": name, "version": version, "options": {}, "__init__": lambda self: None}
    return type("Odd", (qwirkle.TileGame,), parts)()


NUMBER = 42
OTHER = qwirkle.TileGame("another-name")
SHOUTING = made("Plug_Shouting")
NAMELESS = made(None)
OLD = made("plug-old", 0)
TRUE = made("plug-true", True)
TWICE = qwirkle.TileGame("plug-twice")
STANDARD = qwirkle.TileGame("standard", qwirkle.Rules(hand_size=1))
MINDWARE = qwirkle.TileGame("mindware", qwirkle.Rules(hand_size=4))


class Own(qwirkle.TileGame):
    def end_bonus(self):
        return 7


def own(*, hand_size=3):
    usual = qwirkle.Rules(hand_size=3)
    return Own("schmidt-actions", usual.changed(hand_size=hand_size), defaults=usual)


class Strange(qwirkle.QwirkleError):
    def __str__(self):
        raise RuntimeError("no words")


def strange():
    raise Strange("strange")


def my_game():
    return qwirkle.TileGame("My Game")


def crashing():
    raise ZeroDivisionError("inside the factory")


def demanding(size):
    return qwirkle.TileGame("plug-demanding")


def forgetful(*, hand_size=6):
    return qwirkle.TileGame("plug-forgetful", qwirkle.Rules(hand_size=hand_size))


def refusing(*, size=0):
    raise qwirkle.InvalidOption("size must be nice")


def number():
    return 42


class Plain:
    pass


class Unfinished(qwirkle.Variant):
    pass
'''

DISTRIBUTIONS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    # the name of each distribution, its entry points, its modules
    "plug-good": (
        {
            "plug-instance": "plug_good:INSTANCE",
            "plug-class": "plug_good:Subclass",
            "plug-factory": "plug_good:factory",
            "plug-anything": "plug_good:anything",
            "plug-nothing": "plug_good:nothing",
        },
        {"plug_good": GOOD},
    ),
    "plug-odd": (
        {
            "plug-number": "plug_odd:NUMBER",
            "plug-other": "plug_odd:OTHER",
            "Plug_Shouting": "plug_odd:SHOUTING",
            "plug-nameless": "plug_odd:NAMELESS",
            "plug-old": "plug_odd:OLD",
            "plug-true": "plug_odd:TRUE",
            "plug-crashing": "plug_odd:crashing",
            "plug-demanding": "plug_odd:demanding",
            "plug-refusing": "plug_odd:refusing",
            "plug-forgetful": "plug_odd:forgetful",
            "plug-makes-number": "plug_odd:number",
            "plug-plain": "plug_odd:Plain",
            "plug-unfinished": "plug_odd:Unfinished",
            "plug-missing": "plug_odd:NO_SUCH_THING",
            "plug-module": "plug_odd",
            "plug-twice": "plug_odd:TWICE",
            "plug-my-game": "plug_odd:my_game",
            "plug-strange": "plug_odd:strange",
            "standard": "plug_odd:STANDARD",
            "mindware": "plug_odd:MINDWARE",
            "schmidt-actions": "plug_odd:own",
        },
        {"plug_odd": ODD},
    ),
    "Plug.Second": (
        {"plug-twice": "plug_second:TWICE"},
        {"plug_second": "import plug_odd; TWICE = plug_odd.Own('plug-twice')"},
    ),
    "plug-broken": (
        {
            "plug-raising": "plug_raising:VARIANT",
            "plug-syntax": "plug_syntax:VARIANT",
            "plug-absent": "plug_absent:VARIANT",
            "plug-needy": "plug_needy:VARIANT",
            "plug-leaving": "plug_leaving:VARIANT",
            "plug-closing": "plug_closing:VARIANT",
            "plug-bye": "plug_bye:VARIANT",
            "plug-asked": "plug_asked:VARIANT",
        },
        {
            "plug_raising": "open(__file__ + '.trace', 'w').close(); raise RuntimeError('kaput')",
            "plug_syntax": "def",
            "plug_needy": "import a_package_that_nobody_has",
            "plug_leaving": "import sys; sys.exit(3)",
            "plug_closing": "raise GeneratorExit",
            "plug_bye": "class Bye(BaseException): ...\nraise Bye('bye')",
            "plug_asked": "def VARIANT(): raise SystemExit(4)",
        },
    ),
}

BROKEN = {
    "plug-number": ("plug-odd 1.0", "42 is not a Variant"),
    "plug-other": ("plug-odd 1.0", "it calls itself 'another-name'"),
    "Plug_Shouting": ("plug-odd 1.0", "'Plug_Shouting' is not a name: lower-case letters"),
    "plug-nameless": ("plug-odd 1.0", "None is not a name"),
    "plug-old": ("plug-odd 1.0", "its version is 0, not an integer from 1 on"),
    "plug-true": ("plug-odd 1.0", "its version is True, not an integer from 1 on"),
    "plug-crashing": ("plug-odd 1.0", "making it failed: ZeroDivisionError('inside the factory')"),
    "plug-demanding": ("plug-odd 1.0", "making it failed: TypeError("),
    "plug-makes-number": ("plug-odd 1.0", "42 is not a Variant"),
    "plug-plain": ("plug-odd 1.0", "<plug_odd.Plain object at"),
    "plug-unfinished": ("plug-odd 1.0", "making it failed: TypeError("),
    "plug-missing": ("plug-odd 1.0", "loading it failed: AttributeError("),
    "plug-module": ("plug-odd 1.0", "<module 'plug_odd' from"),
    "plug-twice": (
        "Plug.Second 1.0 and plug-odd 1.0",
        "each of them has a variant of this name; remove one",
    ),
    "plug-strange": ("plug-odd 1.0", "Strange('strange')"),
    "plug-my-game": ("plug-odd 1.0", "'My Game' is not a name: lower-case letters"),
    "plug-raising": ("plug-broken 1.0", "loading it failed: RuntimeError('kaput')"),
    "plug-syntax": ("plug-broken 1.0", "loading it failed: SyntaxError("),
    "plug-absent": ("plug-broken 1.0", "loading it failed: ModuleNotFoundError("),
    "plug-needy": ("plug-broken 1.0", "loading it failed: ModuleNotFoundError("),
    "plug-leaving": ("plug-broken 1.0", "loading it failed: SystemExit(3)"),
    "plug-closing": ("plug-broken 1.0", "loading it failed: GeneratorExit()"),
    "plug-bye": ("plug-broken 1.0", "loading it failed: Bye('bye')"),
    "plug-asked": ("plug-broken 1.0", "making it failed: SystemExit(4)"),
}
WORKING = ["plug-instance", "plug-class", "plug-factory", "plug-anything", "plug-nothing"]


def install(site: Path, name: str, points: Mapping[str, str], modules: Mapping[str, str]) -> None:
    """Put a distribution into a folder, as an installer leaves it there."""
    for module, code in modules.items():
        (site / f"{module}.py").write_text(code)
    info = site / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"[{GROUP}]", *(f"{point} = {value}" for point, value in points.items())]
    lines += ["", "[another.group]", "plug-elsewhere = plug_raising:VARIANT"]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


def install_all(site: Path) -> None:
    """Put all the distributions above into a folder."""
    site.mkdir(exist_ok=True)
    for name, (points, modules) in DISTRIBUTIONS.items():
        install(site, name, points, modules)


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with all the distributions above, on the path for one test."""
    install_all(tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path / "site"
    for module in [name for name in sys.modules if name.startswith("plug_")]:
        del sys.modules[module]


# Plugins, in this process


def test_all_plugins_are_listed_and_none_is_imported(plugins: Path) -> None:
    """Each is listed with its distribution, or with both if two have it."""
    found = qwirkle.variants()
    for name, (distribution, _) in BROKEN.items():
        assert found[name] == distribution
    for name in WORKING:
        assert found[name] == "plug-good 1.0"
    assert found["standard"].split()[0] == "qwirkle"
    assert list(found) == sorted(found)
    assert "plug-elsewhere" not in found
    assert not [name for name in sys.modules if name.startswith("plug_")]
    assert not list(plugins.glob("*.trace"))
    with pytest.raises(VariantLoadError):
        qwirkle.get_variant("plug-raising")
    assert [path.name for path in plugins.glob("*.trace")] == ["plug_raising.py.trace"]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_named_and_does_no_harm(plugins: Path, name: str) -> None:
    """Its error has the name, the distribution and the reason; the others keep working."""
    distribution, reason = BROKEN[name]
    for _ in range(2):
        with pytest.raises(VariantLoadError) as caught:
            qwirkle.get_variant(name)
        assert (caught.value.name, caught.value.distribution) == (name, distribution)
        assert reason in caught.value.reason
        for part in (repr(name), distribution, reason):
            assert part in str(caught.value)
    with pytest.raises(VariantLoadError):
        qwirkle.new_game(name)
    for other in WORKING:
        assert qwirkle.get_variant(other).name == other
    assert qwirkle.get_variant("standard").rules == Rules()  # type: ignore[attr-defined]
    assert name in qwirkle.variants()


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("plug-raising", RuntimeError),
        ("plug-crashing", ZeroDivisionError),
        ("plug-leaving", SystemExit),
    ],
)
def test_the_cause_of_a_failure_is_kept(
    plugins: Path, name: str, cause: type[BaseException]
) -> None:
    """The author can therefore find the place."""
    with pytest.raises(VariantLoadError) as caught:
        qwirkle.get_variant(name)
    assert isinstance(caught.value.__cause__, cause)


@pytest.mark.parametrize("name", WORKING)
def test_a_good_plugin_is_played_by_its_name(plugins: Path, name: str) -> None:
    """It works in new games, positions, JSON and records."""
    variant = qwirkle.get_variant(name)
    assert variant == qwirkle.get_variant(name)
    state = qwirkle.new_game(name, seed=1)
    assert state.variant == variant
    assert qwirkle.from_json(qwirkle.to_json(state)) == state
    record = qwirkle.GameRecord(state).play(next(iter(qwirkle.legal_moves(state))))
    assert qwirkle.GameRecord.parse(str(record)) == record
    assert eval(repr(state), dict(vars(qwirkle))) == state
    assert qwirkle.position(name, board="Rs@0,0").variant == variant
    assert qwirkle.compare(name, variant) == ()


def test_the_rules_of_good_plugins_are_used(plugins: Path) -> None:
    """The rules and the hooks of the plugins take effect."""
    instance: Any = qwirkle.get_variant("plug-instance")
    assert (type(instance), instance.rules) == (TileGame, Rules(hand_size=5))
    state = qwirkle.position("plug-class", board="Rs@0,0", hands=["Bs", "Gd"], supply="")
    assert qwirkle.score(state, qwirkle.Place("Bs@1,0")).end_bonus == 100


def test_options_of_plugins(plugins: Path) -> None:
    """An instance and a class get them afterwards, a factory when it makes the variant."""
    for name in ("plug-instance", "plug-class", "plug-factory", "plug-anything"):
        variant: Any = qwirkle.get_variant(name, hand_size=4)
        assert variant.rules.hand_size == 4
        assert variant.name == name
    lucky: Any = qwirkle.get_variant("plug-factory", lucky=True, hand_size=3)
    assert lucky.rules == Rules(hand_size=3, tie_break="youngest")
    assert lucky.options == {"hand_size": 3, "lucky": True}
    assert repr(lucky) == "get_variant('plug-factory', hand_size=3, lucky=True)"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("plug-instance", {"hand_size": 4}),
        ("plug-class", {"hand_size": 4, "supply": "stacks"}),
        ("plug-factory", {"hand_size": 4, "lucky": True}),
        ("plug-factory", {"hand_size": 6}),
        ("plug-anything", {"hand_size": 4, "supply": "stacks"}),
    ],
    ids=str,
)
def test_options_of_plugins_survive_json(plugins: Path, name: str, options: dict[str, Any]) -> None:
    """The name and the options that a variant reports give the same variant."""
    variant = qwirkle.get_variant(name, **options)
    assert qwirkle.get_variant(name, **variant.options) == variant
    state = qwirkle.new_game(variant, seed=1)
    for position in (state, qwirkle.observe(state, 0)):
        again = qwirkle.from_json(qwirkle.to_json(position))
        assert again == position
        assert again.variant == variant  # type: ignore[union-attr]


def test_a_factory_must_report_its_options(plugins: Path) -> None:
    """Otherwise a saved game of the variant could not be read again."""
    assert qwirkle.get_variant("plug-forgetful").name == "plug-forgetful"
    with pytest.raises(VariantLoadError) as caught:
        qwirkle.get_variant("plug-forgetful", hand_size=3)
    assert caught.value.distribution == "plug-odd 1.0"
    assert caught.value.reason == "its options differ from those that it was made with"
    fields = json.loads(qwirkle.to_json(qwirkle.new_game("plug-forgetful", seed=1)))
    with pytest.raises(qwirkle.DecodeError) as wrong:
        qwirkle.from_json(json.dumps(fields | {"options": {"hand_size": 3}}))
    assert wrong.value.path == "options"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("plug-instance", "there is no option 'handsize'; the options are tie_break, supply"),
        ("plug-class", "there is no option 'handsize'; the options are tie_break, supply"),
        ("plug-factory", "there is no option 'handsize'; the options are hand_size, lucky"),
        ("plug-anything", "there is no option 'handsize'; the options are tie_break, supply"),
        ("plug-nothing", "there is no option 'handsize'; there are none"),
        ("plug-refusing", "there is no option 'handsize'; the options are size"),
    ],
)
def test_wrong_options_of_plugins_name_the_right_ones(
    plugins: Path, name: str, reason: str
) -> None:
    """The error is an InvalidOption, whatever kind of plugin it is."""
    with pytest.raises(InvalidOption) as caught:
        qwirkle.get_variant(name, handsize=4)
    assert str(caught.value).startswith(reason)


def test_a_plugins_own_errors_about_options_come_through(plugins: Path) -> None:
    """The plugin knows best what is wrong with a value."""
    with pytest.raises(InvalidOption, match="size must be nice"):
        qwirkle.get_variant("plug-refusing", size=1)
    for name in ("plug-instance", "plug-factory"):
        with pytest.raises(InvalidOption, match="hand_size must be a number from 1 to 54"):
            qwirkle.get_variant(name, hand_size="many")


def test_no_plugin_can_take_the_name_of_our_own_variants(plugins: Path) -> None:
    """Ours keep working, and the plugin is not even imported."""
    found = qwirkle.variants()
    for name in ("standard", "mindware", "schmidt-actions"):
        assert found[name].split()[0] == "qwirkle"
        assert len(qwirkle.new_game(name, seed=1).hands[0]) == 6
    assert "plug_odd" not in sys.modules


def test_two_plugins_of_unknown_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that both claim belongs to neither."""
    points = [importlib.metadata.EntryPoint("plug-lost", f"nowhere:{v}", GROUP) for v in "VW"]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
    assert [name for name in qwirkle.variants() if "plug" in name] == ["plug-lost"]
    with pytest.raises(VariantLoadError, match="an unknown package and an unknown package"):
        qwirkle.get_variant("plug-lost")


def test_no_message_suggests_to_install_what_a_text_names(plugins: Path) -> None:
    """The name may come from a stranger."""
    fields = json.loads(qwirkle.to_json(qwirkle.new_game(seed=1)))
    for name in ("some-house:mindware", "some-house", "x" * 100_000):
        with pytest.raises(qwirkle.DecodeError, match="no variant is called") as told:
            qwirkle.from_json(json.dumps(fields | {"variant": name}))
        assert "pip" not in str(told.value)
        assert len(str(told.value)) <= 1000


def test_a_plugin_can_be_interrupted_from_the_keyboard(
    plugins: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It works while the plugin is imported and while the variant is made."""
    (plugins / "plug_raising.py").write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        qwirkle.get_variant("plug-raising")
    (plugins / "plug_asked.py").write_text("def VARIANT(): raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        qwirkle.get_variant("plug-asked")


def test_an_invalid_name() -> None:
    """A tile game cannot be made with it."""
    cases: list[str] = ["", "My Game", "a--b", "-a", "a_b", "é", "qwirkle:mine", "A"]
    for name in cases:
        with (
            case(name),
            pytest.raises(
                InvalidValue, match=r"is not a name: lower-case letters, digits, hyphens"
            ),
        ):
            TileGame(name)


def test_near_names_include_plugins(plugins: Path) -> None:
    """The names of installed variants are suggested."""
    with pytest.raises(UnknownVariant) as caught:
        qwirkle.get_variant("plug-instanse")
    assert caught.value.near[0] == "plug-instance"
    assert set(caught.value.known) == set(qwirkle.variants())


def test_a_plugins_name_cannot_be_registered(plugins: Path) -> None:
    """It would not be clear which of the two is meant."""
    with pytest.raises(VariantLoadError, match="there is an installed variant of this name"):
        qwirkle.register(TileGame("plug-instance"))
    assert qwirkle.variants()["plug-instance"] == "plug-good 1.0"


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
        with pytest.raises(qwirkle.DecodeError) as caught:
            qwirkle.from_json(json.dumps(fields | {"variant": name}))
        assert caught.value.path == "variant"
        assert name in caught.value.reason


def test_an_entry_point_without_a_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    """A custom finder may leave it out."""
    point = importlib.metadata.EntryPoint("plug-lost", "nowhere:V", GROUP)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [point])
    assert qwirkle.variants()["plug-lost"] == "an unknown package"
    with pytest.raises(VariantLoadError, match="'plug-lost' of an unknown package"):
        qwirkle.get_variant("plug-lost")


def break_metadata(site: Path) -> None:
    """Put packages into a folder whose metadata cannot be read, or only in part."""
    install(site, "plug-malformed", {}, {})
    info = site / "plug_malformed-1.0.dist-info" / "entry_points.txt"
    info.write_text("[console_scripts]\nthis line has no equals sign\n")
    install(site, "plug-bare", {"plug-bare": "plug_good:INSTANCE"}, {})
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
    for name in WORKING:
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
    install(later, "plug-good", {"plug-instance": "plug_later:V", "plug-late": "plug_later:V"}, {})
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

found = {"scanned at import": "importlib.metadata" in set(sys.modules) - before}
found["plugins at import"] = plugins()
qwirkle.new_game(seed=1)
found["scanned for standard"] = "importlib.metadata" in set(sys.modules) - before
found["variants"] = qwirkle.variants()
found["plugins after listing"] = plugins()
found["instance"] = repr(qwirkle.get_variant("plug-instance"))
found["plugins after one"] = plugins()
found["results"] = {}
for name in qwirkle.variants():
    try:
        made = qwirkle.get_variant(name)
        found["results"][name] = "ok " + type(made).__name__ + " " + made.name
    except qwirkle.QwirkleError as error:
        found["results"][name] = type(error).__name__ + " " + str(error)
print(json.dumps(found))
"""


def run(code: str, *path: Path, given: str = "") -> Any:
    """The JSON that a fresh interpreter prints, with these folders on its path."""
    here = Path(qwirkle.__file__).parents[1]
    environment = dict(os.environ)
    environment["PYTHONPATH"] = os.pathsep.join(map(str, (*path, here)))
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        check=False,
        cwd=path[0] if path else None,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_a_fresh_process_with_good_and_broken_plugins(tmp_path: Path) -> None:
    """Importing the library loads no plugin, and listing loads none; each is loaded when used."""
    site = tmp_path / "site"
    install_all(site)
    found = run(PROBE, site)
    assert found["scanned at import"] is False
    assert found["scanned for standard"] is False
    assert found["plugins at import"] == []
    assert found["plugins after listing"] == []
    assert found["plugins after one"] == ["plug_good"]
    assert found["instance"] == "get_variant('plug-instance')"
    assert found["variants"]["plug-twice"] == "Plug.Second 1.0 and plug-odd 1.0"
    for name in WORKING:
        assert found["results"][name].split()[::2] == ["ok", name]
        assert found["variants"][name] == "plug-good 1.0"
    assert found["results"]["standard"] == "ok TileGame standard"
    for name, (distribution, reason) in BROKEN.items():
        result = found["results"][name]
        assert result.startswith("VariantLoadError ")
        assert distribution in result
        assert reason in result
    # An unrelated package that cannot be read makes no difference.
    break_metadata(site)
    again = run(PROBE, site)
    assert again["variants"].pop("plug-bare") == "an unknown package"
    assert again["results"].pop("plug-bare").startswith("VariantLoadError ")
    for results in (again["results"], found["results"]):  # a message has an address in memory
        results["plug-plain"] = results["plug-plain"].split(" at ")[0]
    assert again == found


def test_our_own_states_are_pickled_as_before() -> None:
    """Every protocol works."""
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with case(protocol):
            for name in ("standard", "schmidt-actions", "cards"):
                state = qwirkle.new_game(name, seed=1)
                for thing in (state, state.variant, qwirkle.observe(state, 0)):
                    assert pickle.loads(pickle.dumps(thing, protocol)) == thing


def test_a_fresh_process_without_plugins_plays_standard(tmp_path: Path) -> None:
    """The core needs no plugin."""
    found = run(
        """
        import json, qwirkle
        state = qwirkle.new_game(seed=1)
        state = qwirkle.apply(state, next(iter(qwirkle.legal_moves(state))))
        print(json.dumps([state.scores, "standard" in qwirkle.variants()]))
        """
    )
    assert found == [[0, 3], True]


# Variants that a program registers


def mine_factory(hand_size: int = 2) -> TileGame:
    """A factory that reports its options."""
    return TileGame("mine-factory", Rules(hand_size=hand_size), defaults=Rules(hand_size=2))


def test_registered_variants_are_found_by_name() -> None:
    """An instance, a class and a factory are found."""

    class Mine(TileGame):
        def __init__(self) -> None:
            super().__init__("mine-class")

    qwirkle.register(TileGame("mine-instance", Rules(hand_size=5)))
    qwirkle.register(Mine)
    qwirkle.register(mine_factory)  # type: ignore[arg-type]
    for name in ("mine-instance", "mine-class", "mine-factory"):
        assert qwirkle.variants()[name] == "this program"
        assert qwirkle.get_variant(name).name == name
        assert qwirkle.new_game(name, seed=1).variant == qwirkle.get_variant(name)
    assert isinstance(qwirkle.get_variant("mine-class"), Mine)
    made: Any = qwirkle.get_variant("mine-factory", hand_size=3)
    assert (made.rules.hand_size, dict(made.options)) == (3, {"hand_size": 3})
    changed: Any = qwirkle.get_variant("mine-instance", hand_size=3)
    assert (changed.rules.hand_size, dict(changed.options)) == (3, {"hand_size": 3})


def test_options_of_a_registered_factory() -> None:
    """They survive JSON and records if the factory reports them; otherwise it is refused."""
    qwirkle.register(mine_factory)  # type: ignore[arg-type]
    state = qwirkle.new_game(qwirkle.get_variant("mine-factory", hand_size=3), seed=1)
    assert qwirkle.from_json(qwirkle.to_json(state)) == state
    record = qwirkle.GameRecord(state).play(next(iter(qwirkle.legal_moves(state))))
    assert qwirkle.GameRecord.parse(str(record)) == record
    assert eval(repr(state), dict(vars(qwirkle))) == state

    qwirkle.register(lambda hand_size=2: TileGame("mine-mute", Rules(hand_size=hand_size)))  # type: ignore[arg-type]
    assert qwirkle.get_variant("mine-mute").name == "mine-mute"
    with pytest.raises(VariantLoadError, match="options differ from those that it was made with"):
        qwirkle.get_variant("mine-mute", hand_size=3)


def test_a_variant_that_fails_when_it_gets_options() -> None:
    """The error names the variant, and the exception it raised is the cause."""

    class Stiff(TileGame):
        def __init__(self) -> None:
            super().__init__("stiff")

    qwirkle.register(Stiff)
    with pytest.raises(VariantLoadError, match="'stiff' of this program cannot be used") as caught:
        qwirkle.get_variant("stiff", hand_size=5)
    assert isinstance(caught.value.__cause__, TypeError)


def test_a_variant_whose_name_fails() -> None:
    """The error of the property is reported like others."""

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


def test_our_own_names_cannot_be_registered() -> None:
    """Neither those of the core nor those of the installed editions."""
    for name in ["standard", "mindware", "schmidt-actions"]:
        with (
            case(name),
            pytest.raises(VariantLoadError, match="there is an installed variant of this name"),
        ):
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


def test_good_names() -> None:
    """They have lower-case letters and digits, with hyphens between."""
    for name in ["a", "7", "a-b", "999-in-hand", "x1-y2-z3"]:
        with case(name):
            qwirkle.register(TileGame(name))
            assert qwirkle.get_variant(name).name == name


def test_unknown_names() -> None:
    """The error suggests similar names, or lists all."""
    cases: list[tuple[str, tuple[str, ...]]] = [
        ("standart", ("standard",)),
        ("STANDARD", ()),
        ("", ()),
        ("house-rule", ("house-rules",)),
    ]
    for name, near in cases:
        with case(name, near):
            qwirkle.register(TileGame("house-rules"))
            with pytest.raises(UnknownVariant) as caught:
                qwirkle.get_variant(name)
            error = caught.value
            assert (error.name, error.near) == (name, near)
            assert {"standard", "house-rules"} <= set(error.known)
            if near:
                assert f"did you mean {near[0]!r}" in str(error)
            else:
                assert "there are " in str(error)
                assert "house-rules, " in str(error)


def test_a_name_is_a_text() -> None:
    """A variant is accepted too, and nothing else."""
    values: list[Any] = [None, 5, b"standard", ["standard"], TileGame]
    for value in values:
        with (
            case(value),
            pytest.raises(InvalidValue, match="expected the name of a variant or a Variant, not"),
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


def test_comparing_variants() -> None:
    """The result has the fields that differ, in order, with the rules and both values."""
    other = qwirkle.get_variant("standard", tie_break="youngest", no_play="all-passed")
    assert qwirkle.compare("standard", other) == (
        Difference("tie_break", ("B3",), "oldest", "youngest"),
        Difference("no_play", ("E3", "R3"), "at-once", "all-passed"),
    )
    assert [d.first for d in qwirkle.compare(other, "standard")] == ["youngest", "all-passed"]
    assert qwirkle.compare(other, other) == ()


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
    assert found["hand_size"] == Difference("hand_size", ("S2", "T1", "K1"), 6, 9)
    assert found["table"] == Difference("table", ("K3",), None, "rows")
    assert found["tie_break"] == Difference("tie_break", ("B3",), "oldest", None)
    assert list(found)[-1] == "table"
