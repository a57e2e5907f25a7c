// SPDX-License-Identifier: BSD-3-Clause
#include "session/resume_comparison.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "config/config_rows.hpp"
#include "core/split_text.hpp"
#include "session/resume_rules.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

using Keys = std::vector<std::string>;

const RunSoFar later{10, {"trajectory.h5md", "thermo.csv"}};

/// What is refused, without words about what can be done.
Keys refused(const std::string& was, const std::string& is, const RunSoFar& so_far = later) {
    Keys keys;
    for (const Diagnostic& error : changes_of_input(was, is, so_far))
        if (error.where != "--resume") keys.push_back(error.where);
    return keys;
}

std::string message(const std::string& was, const std::string& is, const RunSoFar& so_far = later) {
    return InputError(changes_of_input(was, is, so_far)).what();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t place = text.find(from);
    REQUIRE(place != std::string::npos);
    return text.replace(place, from.size(), to);
}

/// Every key that may change whenever a run is resumed. Whoever frees another one changes this
/// list.
const Keys free_keys{"run.device",
                     "run.threads",
                     "run.output",
                     "run.wall_time",
                     "stage.name",
                     "stage.trajectory_every",
                     "stage.thermo_every",
                     "stage.checkpoint_every",
                     "stage.rdf",
                     "trajectory.every",
                     "thermo.every",
                     "thermo.drift_limit",
                     "thermo.on_drift",
                     "checkpoint.every",
                     "checkpoint.wall_every",
                     "checkpoint.keep",
                     "metrics.listen",
                     "metrics.public",
                     "parallel.layout",
                     "parallel.grid",
                     "parallel.balance",
                     "parallel.balance_threshold",
                     "parallel.weight",
                     "parallel.share_gpus",
                     "parallel.transport",
                     "parallel.compress",
                     "parallel.longest_wait",
                     "debug.redraw_bricks",
                     "debug.redraw_seed",
                     "debug.simulated_hosts",
                     "debug.slowed_rank",
                     "debug.slowdown",
                     "debug.tight_capacity"};

/// Keys that are fixed when their file is made.
const std::map<std::string, std::string> keys_of_files{
    {"run.author", "trajectory.h5md"},
    {"trajectory.fields", "trajectory.h5md"},
    {"trajectory.precision", "trajectory.h5md"},
    {"trajectory.strict_units", "trajectory.h5md"},
    {"thermo.columns", "thermo.csv"}};

bool contains(const Keys& keys, const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// An effective input that says a single thing.
std::string saying(const std::string& head, const std::string& line) {
    const std::string stage = head == "[[stage]]" ? "" : "\n[[stage]]\n";
    return head + "\n" + line + "\n" + stage + "steps = 20\n";
}

/// Calls use(name, head of its table) for each key that an input may have, at any depth.
template <class Use>
void for_each_key(const std::vector<KeyRow>& rows, const std::string& table,
                  const std::string& head, const Use& use) {
    for (const KeyRow& row : rows) {
        const std::string name = table.empty() ? row.name : table + "." + row.name;
        if (row.kind == KeyKind::table)
            for_each_key(row.children, name, "[" + name + "]", use);
        else if (row.kind == KeyKind::tables)
            for_each_key(row.children, name, "[[" + name + "]]", use);
        else
            use(table, row.name, head);
        for (const KeyRow& alternative : row.alternatives)
            for_each_key(alternative.children, table, head, use);
    }
}

/// An input with all kinds of sections.
const std::string whole = R"([units]
system = "lj"
[system.random]
counts = { A = 20, B = 10 }
min_distance = 0.9
inside = ["half"]
[box]
edges = [20.0, 20.0, 20.0]
[[region]]
name = "half"
type = "slab"
axis = "x"
thickness = 10.0
[[species]]
name = "A"
mass = 1.0
[[species]]
name = "B"
mass = 2.0
[pair]
cutoff = 2.5
mixing = "arithmetic"
[[pair.potential]]
species = ["A", "A"]
type = "lennard_jones"
epsilon = 1.0
sigma = 1.0
[[pair.potential]]
species = ["B", "B"]
type = "lennard_jones"
epsilon = 1.0
sigma = 1.0
[velocity]
temperature = 1.0
[[stage]]
ensemble = "nve"
steps = 20
time_step = 0.002
[rdf]
every = 10
range = 2.0
[msd]
every = 2
window = 4
)";

std::string effective(const std::string& text) {
    return parse_config(text, "test.toml").effective_text;
}

} // namespace

TEST_CASE("every key is compared unless it is declared free", "[resume]") {
    int keys = 0;
    for_each_key(config_rows(), "", "", [&](const auto& table, const auto& key, const auto& head) {
        const std::string name = table + "." + key;
        if (name == "stage.steps") return; // has rules of its own
        INFO(name);
        const Keys changed = refused(saying(head, key + " = \"this\""), saying(head, key + " = 7"));
        const bool is_free = contains(free_keys, name);
        CHECK(changed.size() == (is_free ? 0 : 1));
        CHECK(refused(saying(head, ""), saying(head, key + " = 7")).size() == (is_free ? 0 : 1));
        CHECK(refused(saying(head, key + " = 7"), saying(head, "")).size() == (is_free ? 0 : 1));
        CHECK(resume_rules().is_free(name) == is_free);
        const auto file = keys_of_files.find(name);
        CHECK(resume_rules().fixed_by(name) == (file == keys_of_files.end() ? "" : file->second));
        ++keys;
    });
    CHECK(keys > 100);
}

TEST_CASE("every line of an effective input is compared unless its key is free", "[resume]") {
    const std::string was = effective(whole);
    const std::vector<std::string> lines = split_text(was, '\n');
    std::string table;
    std::size_t start = 0;
    for (const std::string& line : lines) {
        const std::size_t equals = line.find(" = ");
        if (line.rfind('[', 0) == 0) {
            table = line;
            std::erase_if(table, [](char c) { return c == '[' || c == ']'; });
        } else if (equals != std::string::npos) {
            const std::string name = table + "." + line.substr(0, equals);
            INFO(name);
            std::string is = was;
            is.insert(start + equals + 3, "9"); // another number, or no value at all
            if (name != "stage.steps") CHECK(refused(was, is).empty() == contains(free_keys, name));
        }
        start += line.size() + 1;
    }
    CHECK(refused(was, was).empty());
}

TEST_CASE("a key that no row declares is fixed", "[resume]") {
    CHECK(refused(saying("[run]", "new = 1"), saying("[run]", "new = 2")) == Keys{"run.new"});
    CHECK(refused(saying("[new]", "key = 1"), saying("[new]", "key = 2")) == Keys{"new.key"});
    CHECK(refused(saying("[new]", "key = 1"), saying("[run]", "")) == Keys{"new"});
}

TEST_CASE("all differences are told at once, by key", "[resume]") {
    const std::string was = effective(whole);
    std::string is = replaced(was, "thickness = 10.0", "thickness = 9.0");
    is = replaced(is, "mass = 2.0", "mass = 3.0");
    is = replaced(is, "time_step = 0.002", "time_step = 0.001");
    CHECK(refused(was, is) == Keys{"region.0.thickness", "species.1.mass", "stage.0.time_step"});
    CHECK_THAT(
        message(was, is),
        ContainsSubstring("species.1.mass: found 3.0, but the checkpoint was made with 2.0"));
    CHECK_THAT(message(was, is), ContainsSubstring("or begin a new run"));
    const std::string cold = replaced(was, "temperature = 1.0", "temperature = 2.0");
    CHECK_THAT(message(was, cold), ContainsSubstring("it says `temperature = 2.0` where the "
                                                     "velocities of this run were drawn with "
                                                     "`temperature = 1.0`"));
}

TEST_CASE("a section or an entry that comes or goes is told as a whole", "[resume]") {
    const std::string was = effective(whole);
    const auto without = [&](const std::string& from, const std::string& to) {
        return effective(whole.substr(0, whole.find(from)) + whole.substr(whole.find(to)));
    };
    const std::string no_rdf = without("[rdf]", "[msd]");
    CHECK(refused(was, no_rdf) == Keys{"rdf"});
    CHECK(refused(no_rdf, was) == Keys{"rdf"});
    CHECK_THAT(message(no_rdf, was),
               ContainsSubstring("rdf: found this part, but the checkpoint was made with nothing"));
    const std::string bare = "[[region]]\nname = \"a\"\n";
    CHECK(refused(bare, bare + bare) == Keys{"region.1"});
}

TEST_CASE("a section that the checkpoint's version did not know has its defaults", "[resume]") {
    const std::string was = "[[stage]]\nsteps = 20\n";
    CHECK(refused(was, was + "[neighbor]\nrebuild = \"checked\"\ntile = 0\n").empty());
    CHECK(refused(was, was + "[neighbor]\nrebuild = \"fixed\"\ntile = 0\n") ==
          Keys{"neighbor.rebuild"});
    CHECK(refused(was, was + "[debug]\nslowdown = 9\n").empty());
}

TEST_CASE("what counts before the first step is all but stages and files", "[resume]") {
    const std::string was = effective(whole);
    CHECK(refused(was, replaced(was, "time_step = 0.002", "time_step = 0.001"), {}).empty());
    CHECK(refused(was, replaced(was, "strict_units = false", "strict_units = true"), {}).empty());
    CHECK(refused(was, replaced(was, "seed = 1", "seed = 2"), {}) == Keys{"run.seed"});
}

TEST_CASE("what files gave is compared thing by thing", "[resume]") {
    const std::string a = "# given: species \"A\": mass = 1.0, charge = 0.0, 5 atoms\n";
    const std::string heavy = "# given: species \"A\": mass = 2.0, charge = 0.0, 5 atoms\n";
    const std::string box = "# given: box: periodic = [true, true, true]\n";
    const std::string table = "# given: table \"t\": 9 rows, checksum 0a\n";
    CHECK(changes_of_input(a + box, a + box, later).empty());
    CHECK(changes_of_input(a + box + table, heavy + box, later).size() == 2);
    CHECK_THAT(message(a + box, heavy + box),
               ContainsSubstring("the species \"A\" is not the one that the run began with: found "
                                 "mass = 2.0, charge = 0.0, 5 atoms, the checkpoint was made with "
                                 "mass = 1.0"));
    CHECK_THAT(message(a, a + table), ContainsSubstring("was made with nothing of this name"));
    CHECK_THAT(message("", a), ContainsSubstring("of an earlier version of mdsim"));
    const std::string was = "[[species]]\nmass = 1.0\n", is = "[[species]]\nmass = 2.0\n";
    CHECK(changes_of_input(was + a, is + heavy, later).size() == 2); // the key and what to do
}
