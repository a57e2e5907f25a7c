# SPDX-License-Identifier: BSD-3-Clause
"""The page: its sections, one below the other."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Callable

from mdsim.report.packages import need
from mdsim.report.sections import (
    averages,
    cite,
    drift,
    input_text,
    machine,
    observables,
    phases,
    plan,
    repeat,
    state,
    thermo,
    warning_list,
)
from mdsim.report.words import error_words
from mdsim.results import Results

TEMPLATES = Path(__file__).with_name("templates")


@dataclass(frozen=True)
class Section:
    """A section: `content` gives what its template shows."""

    name: str
    title: str
    content: Callable[[Results], dict[str, Any]]


SECTIONS = (
    Section("state", "The run", state.content),
    Section("warnings", "Warnings", warning_list.content),
    Section("averages", "Averages", averages.content),
    Section("drift", "Energy drift", drift.content),
    Section("thermo", "Over time", thermo.content),
    Section("observables", "Observables", observables.content),
    Section("plan", "Plan and outcome", plan.content),
    Section("machine", "Machine", machine.content),
    Section("phases", "Where the time went", phases.content),
    Section("input", "Input", input_text.content),
    Section("repeat", "How to repeat it", repeat.content),
    Section("cite", "How to cite it", cite.content),
)


def render(run: Results) -> str:
    """The page about a run, as one HTML text that needs no other file."""
    need("matplotlib")
    templates = _templates()
    sections = [(section, _body(templates, section, run)) for section in SECTIONS]
    text: str = templates.get_template("page.html").render(
        title=run.folder.resolve().name,
        style=need("markupsafe").Markup((TEMPLATES / "style.css").read_text(encoding="utf-8")),
        sections=sections,
        made=datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M:%S UTC"),
    )
    return text


def _templates() -> Any:
    jinja2 = need("jinja2")
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _body(templates: Any, section: Section, run: Results) -> Any:
    """The section, or why it is missing."""
    try:
        content = section.content(run)
        text = templates.get_template(f"{section.name}.html").render(content)
    except Exception as error:  # whatever a file holds, the other sections are shown
        text = templates.get_template("missing.html").render(reason=error_words(error))
    return need("markupsafe").Markup(text)
