# SPDX-License-Identifier: BSD-3-Clause
"""The averages of each stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mdsim.report.table import TextTable, table
from mdsim.report.words import column_words, estimate, plural, unit_words
from mdsim.results import Average, Results

FEW_STAGES = 4
"""so many stages have a table side by side"""


def content(run: Results) -> dict[str, Any]:
    """A table with a column for each stage; of many stages a table for each few of them."""
    averages = run.observables.averages
    names = list(averages)
    groups = [names[k : k + FEW_STAGES] for k in range(0, len(names), FEW_STAGES)]
    return {
        "tables": [_table({name: averages[name] for name in group}) for group in groups],
        "converged": all(average.converged for stage in averages.values() for average in stage.values()),
    }


def _table(stages: Mapping[str, Mapping[str, Average]]) -> TextTable:
    columns = list(dict.fromkeys(column for stage in stages.values() for column in stage))
    rows = [[_head(column, stages), *(_cell(stage.get(column)) for stage in stages.values())] for column in columns]
    heads = [f"{name} ({plural(_samples(stage), 'sample')})" for name, stage in stages.items()]
    caption = "Mean and standard error of each stage"
    return table(caption, ["Quantity", *heads], rows, range(1, len(heads) + 1))


def _head(column: str, stages: Mapping[str, Mapping[str, Average]]) -> str:
    units = [stage[column].unit for stage in stages.values() if column in stage]
    return f"{column_words(column)} [{unit_words(units[0])}]" if units[0] else column_words(column)


def _cell(average: Any) -> str:
    if average is None:
        return "–"
    return estimate(average.mean, average.error) + ("" if average.converged else " *")


def _samples(stage: Mapping[str, Average]) -> int:
    return max((average.samples for average in stage.values()), default=0)
