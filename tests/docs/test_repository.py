"""The files by which the project is checked, published and discussed say what they should."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import yaml
from cases import case

PROJECT = Path(__file__).parents[2]
GITHUB = PROJECT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").iterdir())
FORMS = sorted((GITHUB / "ISSUE_TEMPLATE").glob("[0-9]*.yml"))

NAMED = re.compile(r"(?:nox (?:-\S+ )*-s|^session) ([a-z]+)", re.MULTILINE)


def loaded(path: Path) -> Any:
    """The contents of a YAML file."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def sessions() -> dict[str, str]:
    """The sessions of nox, with the first line that describes each."""
    tree = ast.parse((PROJECT / "noxfile.py").read_text(encoding="utf-8"))
    return {
        node.name: ast.get_docstring(node) or ""
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and "nox.session" in map(_called, node.decorator_list)
    }


def _called(decorator: ast.expr) -> str:
    return ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)


def jobs() -> dict[str, dict[str, Any]]:
    """The jobs of all workflows."""
    return {
        f"{path.name}: {name}": job
        for path in WORKFLOWS
        for name, job in loaded(path)["jobs"].items()
    }


def steps(job: dict[str, Any]) -> list[dict[str, Any]]:
    """The steps of a job, of which a job that is another workflow has none."""
    found: list[dict[str, Any]] = job.get("steps", [])
    return found


def test_every_session_is_described_in_one_sentence() -> None:
    """These sentences are what `nox --list` prints."""
    for name, text in sessions().items():
        with case(name):
            assert re.fullmatch(r"[A-Z][^\n]+\.", text)


def test_every_session_that_a_file_names_exists() -> None:
    """It may be named in a command, or in the list of the workflow with the checks."""
    for name in (".ci/run", "README.md", "CONTRIBUTING.md", "benchmarks/README.md"):
        with case(name):
            named = set(NAMED.findall((PROJECT / name).read_text(encoding="utf-8")))
            assert named
            assert named <= sessions().keys()
    listed = loaded(GITHUB / "workflows" / "checks.yml")["jobs"]["checks"]["strategy"]["matrix"]
    assert {*listed["session"]} <= sessions().keys()
    for path in WORKFLOWS:
        with case(path.name):
            assert {*NAMED.findall(path.read_text(encoding="utf-8"))} <= sessions().keys()


def test_contributors_can_look_up_every_session_that_must_pass() -> None:
    """CONTRIBUTING.md explains the sessions of `.ci/run` and of the workflow with the checks."""
    explained = NAMED.findall((PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    required = NAMED.findall((PROJECT / ".ci" / "run").read_text(encoding="utf-8"))
    matrix = loaded(GITHUB / "workflows" / "checks.yml")["jobs"]["checks"]["strategy"]["matrix"]
    assert {"tests", "pure", *required, *matrix["session"]} <= {*explained}


def test_workflows_may_do_no_more_than_they_must() -> None:
    """They can only read, except for the two jobs that publish."""
    for path in WORKFLOWS:
        with case(path.name):
            workflow = loaded(path)
            assert workflow["permissions"] == {"contents": "read"}
            assert "group" in workflow["concurrency"]
    granted = {name: job["permissions"] for name, job in jobs().items() if "permissions" in job}
    assert granted == {
        "docs.yml: build": {"contents": "read", "pages": "read"},
        "docs.yml: publish": {"id-token": "write", "pages": "write"},
        "release.yml: publish": {"id-token": "write"},
    }


def test_jobs_end_and_keep_no_credentials() -> None:
    """Each has a limit of time, and no later step can push to the repository."""
    for name, job in jobs().items():
        with case(name):
            assert "uses" in job or job["timeout-minutes"] <= 60
            for step in steps(job):
                if step.get("uses", "").startswith("actions/checkout@"):
                    assert step["with"] == {"persist-credentials": False}


def test_actions_are_pinned() -> None:
    """Every action of others is named by a commit, which nobody can move, and its version."""
    for path in WORKFLOWS:
        for action in re.findall(r"uses: (?!\./)(.*)", path.read_text(encoding="utf-8")):
            with case(f"{path.name}: {action}"):
                assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)


def test_nothing_is_published_that_has_not_passed() -> None:
    """The upload waits for all tests, all checks and all packages."""
    release = loaded(GITHUB / "workflows" / "release.yml")["jobs"]
    assert {*release["publish"]["needs"]} == release.keys() - {"publish"}
    assert release["publish"]["environment"] == "pypi"


def test_tests_run_on_every_python_that_is_promised() -> None:
    """The classifiers name them, and cibuildwheel builds wheels for them."""
    matrix = loaded(GITHUB / "workflows" / "tests.yml")["jobs"]["tests"]["strategy"]["matrix"]
    text = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    promised = re.findall(r"Python :: (3\.\d+)", text)
    assert [*promised, "3.14t"] == matrix["python"]
    assert re.findall(r"cp3(\d+)-", text) == [each.partition(".")[2] for each in promised]
    assert matrix["kernel"] == ["require", "skip"]


def test_issue_forms_have_what_github_requires() -> None:
    """Keys that GitHub insists on, ids and labels that are not repeated, and an obligatory field."""
    assert len(FORMS) == 3
    for path in FORMS:
        with case(path.name):
            form = loaded(path)
            assert form["name"]
            assert form["description"]
            fields = [part for part in form["body"] if part["type"] != "markdown"]
            texts = [part for part in form["body"] if part["type"] == "markdown"]
            assert all(part["attributes"]["value"] for part in texts)
            for part in fields:
                assert part["type"] in ("input", "textarea", "dropdown", "checkboxes")
                assert ("options" in part["attributes"]) == (part["type"] == "dropdown")
            ids = [part["id"] for part in fields]
            assert len({*ids}) == len(ids)
            labels = [part["attributes"]["label"] for part in fields]
            assert len({*labels}) == len(labels)
            assert any(part.get("validations", {}).get("required") for part in fields)


def test_a_wrong_rule_is_reported_with_edition_and_page() -> None:
    """Without them nobody can look it up."""
    form = loaded(GITHUB / "ISSUE_TEMPLATE" / "1-rule.yml")
    required = {part["id"] for part in form["body"] if part.get("validations", {}).get("required")}
    assert {"edition", "page", "variant", "version"} <= required


def test_dependabot_looks_after_actions_and_packages() -> None:
    """Once a month, all in one pull request for each."""
    updates = {
        each["package-ecosystem"]: each for each in loaded(GITHUB / "dependabot.yml")["updates"]
    }
    assert updates.keys() == {"github-actions", "pip"}
    for name, update in updates.items():
        with case(name):
            assert update["schedule"] == {"interval": "monthly"}
            [group] = update["groups"].values()
            assert group == {"patterns": ["*"]}


def test_hooks_and_read_the_docs_are_sound() -> None:
    """All hooks are our own, so that they need nothing but PyPI."""
    repositories = loaded(PROJECT / ".pre-commit-config.yaml")["repos"]
    assert [each["repo"] for each in repositories] == ["local"]
    for hook in repositories[0]["hooks"]:
        with case(hook["id"]):
            assert hook["language"] == "python"
            assert hook["additional_dependencies"]
    built = loaded(PROJECT / ".readthedocs.yaml")
    assert (PROJECT / built["sphinx"]["configuration"]).is_file()
    for name in ("CONTRIBUTING.md", "docs/conf.py"):  # they say what the documentation needs
        assert built["build"]["jobs"]["install"][-1] in (PROJECT / name).read_text("utf-8")


def test_no_file_names_an_address_of_the_repository() -> None:
    """The project does not have one yet, and a fork has another."""
    for path in [*WORKFLOWS, *GITHUB.rglob("*.yml"), GITHUB / "pull_request_template.md"]:
        with case(str(path)):
            assert "github.com" not in path.read_text(encoding="utf-8")
