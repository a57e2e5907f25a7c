# SPDX-License-Identifier: BSD-3-Clause
"""What the program answers to mistakes that people make in words: a table of inputs, of words that must
be said, of words that would mislead, and of exit codes."""

import pytest

from mistakes import ATOMS, FROM_FILE, LIQUID, TABLE, Mistake, check, lines

NOT_TOML = (
    Mistake("a key is misspelt", change=(("density =", "densty ="),), says=("in.toml:7:", "did you mean 'density'?")),
    Mistake("a list entry has single brackets", change=(("[[stage]]", "[stage]"),), says=("in.toml:21:", "[[stage]]")),
    Mistake(
        "two entries have single brackets",
        text=LIQUID.replace("[[stage]]", "[stage]")
        + LIQUID[LIQUID.index("[[stage]]") :].replace("[[stage]]", "[stage]"),
        says=("in.toml:25:", "double brackets", "[[stage]]"),
    ),
    Mistake(
        "a list goes on with single brackets",
        text=LIQUID + LIQUID[LIQUID.index("[[stage]]") :].replace("[[stage]]", "[stage]"),
        says=("in.toml:25:", "double brackets", "[[stage]]"),
    ),
    Mistake(
        "quotes are typographic in a comment only",
        change=(("steps = 20", "steps = 20x  # \u201ctwenty\u201d"),),
        says=("in.toml:23:", "not valid TOML"),
        never=("typographic",),
    ),
    Mistake(
        "a blank does not break", change=(("steps = 20", "steps =\u00a020"),), says=("in.toml:23:", "no-break space")
    ),
    Mistake(
        "a minus is typographic",
        change=(("steps = 20", "steps = \u221220"),),
        says=("in.toml:23:", "typographic minus"),
    ),
    Mistake(
        "thousands have a comma",
        change=(("steps = 20", "steps = 20,000"),),
        says=("in.toml:23:", "20000 or 20_000"),
        never=("need quotes",),
    ),
    Mistake("quotes are typographic", change=(('"nve"', "\u201cnve\u201d"),), says=("in.toml:22:", "typographic")),
    Mistake("a text has no quotes", change=(('"nve"', "nve"),), says=("in.toml:22:", "not valid TOML")),
)

WORDS = (
    Mistake(
        "nvt",
        change=(('"nve"', '"nvt"'),),
        says=('"langevin" (with friction)', '"nose_hoover"', '"velocity_rescaling"'),
        never=("did you mean",),
    ),
    Mistake(
        "npt",
        change=(('"nve"', '"npt"'),),
        says=("constant pressure is [stage.barostat]", "langevin"),
        never=("did you mean",),
    ),
    Mistake("a thermostat of others", change=(('"nve"', '"isokinetic"'),), says=("the thermostats are",)),
    Mistake(
        "npH", change=(('"nve"', '"npH"'),), says=("constant pressure is [stage.barostat]",), never=("did you mean",)
    ),
    Mistake("nvk", change=(('"nve"', '"nvk"'),), says=('"langevin" (with friction)',), never=("did you mean",)),
    Mistake("nhc", change=(('"nve"', '"nhc"'),), says=('did you mean "nose_hoover"?',)),
    *(
        Mistake(word, change=(('"nve"', f'"{word}"'),), says=('did you mean "velocity_rescaling"?',))
        for word in ("v-rescale", "v_rescale", "csvr", "bussi", "velocity-rescaling", "velocity_rescale")
    ),
    Mistake("minimize", change=(('"nve"', '"minimize"'),), says=('"minimize" needs this key', "stage.0.minimize")),
    Mistake("a method of others", change=(('"nve"', '"steep"'),), says=('did you mean "minimize"?',)),
    Mistake("gpu", change=(('"cpu"', '"gpu"'),), says=('did you mean "cuda"?',), never=('mean "cpu"',)),
    Mistake("an ensemble is misspelt", change=(('"nve"', '"nosehover"'),), says=('did you mean "nose_hoover"?',)),
    Mistake("lj/cut", change=(('"lennard_jones"', '"lj/cut"'),), says=("in.toml:16:", 'did you mean "lennard_jones"?')),
    Mistake("tabulated", change=(('"lennard_jones"', '"tabulated"'),), says=('"table" takes any potential',)),
    Mistake(
        "a species comes twice",
        text=LIQUID + '[[species]]\nname = "A"\nmass = 1.0\n',
        says=('there are two species "A"',),
        never=("has no potential",),
    ),
    Mistake(
        "a potential is missing",
        text=LIQUID.replace("cells = [5, 5, 5]", 'cells = [5, 5, 5]\nspecies = ["A"]')
        + '[[species]]\nname = "B"\nmass = 1.0\n',
        says=("pair A-B has no potential; add a [[pair.potential]]", "pair B-B has no potential"),
    ),
    Mistake("nve with a temperature", change=(('"nve"', '"nve"\ntemperature = 1.0'),), says=("keeps no temperature",)),
)

COMMAND_LINES = (
    Mistake("an option is misspelt", options=("--dryrun",), says=("did you mean --dry-run?",)),
    Mistake(
        "an option of a subcommand is misspelt",
        command=("export", "a", "b.xyz", "--evry", "2"),
        says=("did you mean --every?",),
    ),
    Mistake("run comes before the input", command=("run", "in.toml"), says=("mdsim in.toml",)),
    Mistake("there are two inputs", command=("in.toml", "b.toml"), says=('"b.toml" was not expected', "one input")),
    Mistake("--set has no sign", options=("--set", "run.seed", "3"), says=("--set run.seed=3",)),
    Mistake("--describe is misspelt", command=("--describe", "temperture"), says=("did you mean 'temperature'?",)),
    Mistake(
        "--resume and its value are two words", options=("--resume", "auto"), says=("--resume=auto", "with the sign =")
    ),
    Mistake("--resume takes its value for the input", command=("--resume", "auto"), says=("--resume=auto",)),
    Mistake("a subcommand is misspelt", command=("valdate",), says=("did you mean mdsim validate?",)),
    Mistake(
        "a subcommand with arguments is misspelt", command=("exprt", "a", "b"), says=("did you mean mdsim export?",)
    ),
    Mistake("a key is given as an option", options=("--threads", "2"), says=("--set run.threads=",)),
    Mistake("the input is a folder", command=(".",), says=("this is a folder",)),
)


def csv(sign):
    return lines(20, sign.join(("1.{i:02}", "{i}.5", "-{i}")))


TABLES = (
    Mistake(
        "a table with commas",
        text=TABLE,
        files={"a.table": csv(",")},
        says=("a.table:1:", "separated by blanks", "commas"),
        never=("two rows", "a.table:2:"),
    ),
    Mistake(
        "a table with commas and blanks",
        text=TABLE,
        files={"a.table": csv(", ")},
        says=("a.table:1:", "separated by blanks"),
    ),
    Mistake(
        "a table with decimal commas",
        text=TABLE,
        files={"a.table": csv(" ").replace(".", ",")},
        says=("decimals have a point",),
        never=("a.table:2:",),
    ),
    Mistake(
        "a table of two columns",
        text=TABLE,
        files={"a.table": lines(50, "1.{i:02} 2.5")},
        says=("a.table:1: 2 columns found, expected 3", "the same is wrong 47 times more, up to line 50"),
        never=("a.table:4:",),
    ),
    Mistake(
        "a table that falls",
        text=TABLE,
        files={"a.table": "".join(reversed(lines(30, "1.{i:02} 2.5 1").splitlines(True)))},
        says=("a.table:2: r = 1.29 does not rise", "times more, up to line 30"),
        never=("a.table:5:",),
    ),
)

FILES = (
    Mistake(
        "a path is a folder",
        text=FROM_FILE,
        files={"atoms.xyz/x": ""},
        says=("in.toml:6:", "is a folder"),
        never=("there is no",),
    ),
    Mistake(
        "a path is the folder of a run",
        text=FROM_FILE,
        files={"atoms.xyz/trajectory.h5md": ""},
        says=("trajectory.h5md",),
    ),
    Mistake(
        "a file is not there",
        text=FROM_FILE,
        says=("in.toml:6:", "there is no file", "relative to the folder of the input"),
    ),
    Mistake(
        "a file is compressed",
        text=FROM_FILE,
        files={"x.data.gz": "a"},
        change=(("atoms.xyz", "x.data.gz"),),
        says=("in.toml:6:", "compressed", "unpack"),
    ),
    Mistake(
        "a file is of GROMACS",
        text=FROM_FILE,
        files={"x.gro": "a"},
        change=(("atoms.xyz", "x.gro"),),
        says=("in.toml:6:", "files .gro are not read", "extended XYZ"),
    ),
    Mistake(
        "a file without an ending",
        text=FROM_FILE,
        files={"x": "a"},
        change=(("atoms.xyz", "x"),),
        says=("in.toml:6:", "set system.file.format"),
    ),
    Mistake(
        "not a number in a file",
        text=FROM_FILE,
        files={"atoms.xyz": ATOMS.replace("8.0", "nan", 1)},
        says=("atoms.xyz:5: 'nan000000000' in column 2",),
        never=("rotated",),
    ),
    Mistake(
        "a species that nobody names",
        text=FROM_FILE,
        files={"atoms.xyz": ATOMS.replace("A 8", "B 8")},
        says=("in.toml:5:", 'a species "B" that no [[species]] names'),
    ),
    Mistake(
        "a mass that differs",
        text=FROM_FILE,
        files={"atoms.xyz": ATOMS.replace("pos:R:3", "pos:R:3:mass:R:1").replace("00000\n", "00000 2.0\n")},
        says=("in.toml:9:", 'species "A" has the mass 1', "but 2 in the structure"),
    ),
    Mistake(
        "the same error on many lines",
        text=FROM_FILE,
        files={"atoms.xyz": ATOMS.replace("3\n", "30\n", 1) + lines(27, "A 1 2")},
        says=("found 3 columns; Properties say 4", "24 times more"),
        ranks=1,
    ),
)

ALL = NOT_TOML + WORDS + COMMAND_LINES + TABLES + FILES


@pytest.mark.parametrize("mistake", ALL, ids=lambda m: m.name.replace(" ", "-"))
def test_answer(program, mistake):
    check(program, mistake)
