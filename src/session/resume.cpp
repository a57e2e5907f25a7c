// SPDX-License-Identifier: BSD-3-Clause
#include "session/resume.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "core/agreement.hpp"
#include "core/contract.hpp"
#include "core/error.hpp"
#include "output/checkpoint_reader.hpp"
#include "output/durable_file.hpp"
#include "session/resume_comparison.hpp"
#include "session/resumed_atoms.hpp"

namespace mdsim {

namespace {

/// Checks that the atoms are those of a checkpoint, and brings the box to the one it was made with.
template <class P>
void fit_to_checkpoint(const CheckpointData<P>& data, const Communicator& comm,
                       SystemParts& parts) {
    if (data.total != parts.structure.total)
        throw InputError("--resume",
                         fmt::format("the checkpoint has {} atoms, the input describes {}",
                                     data.total, parts.structure.total));
    check_same_atoms({data.atoms.type.span(), data.labels, data.has_labels}, parts, comm);
    parts.structure.box.edges = data.edges;
    parts.structure.box.origin = data.origin;
    parts.structure.labels = data.labels;
    parts.largest_tile = data.largest_tile;
}

/// Where the run goes on: stages that have not started may have changed since, so the step decides.
void place_in_stages(const Cadence& cadence, RunProgress& position) {
    position.stage = cadence.stage_of(position.step);
    position.stage_first = cadence.first(position.stage);
    position.stage_time = cadence.start_time(position.stage);
    MDSIM_ENSURE(position.stage_first <= position.step);
}

/// The files that the run goes on with.
StartedFiles started_files(const Cadence& cadence, const OutputState& outputs) {
    StartedFiles files;
    if (cadence.frames() > 0 && outputs.count("frames") > 0) files.emplace_back("trajectory.h5md");
    if (cadence.thermo_rows() > 0 && outputs.count(rows_name(thermo_table)) > 0)
        files.emplace_back("thermo.csv");
    return files;
}

/// Throws InputError with all that differs from the input that the run went on with so far.
template <class P>
void expect_same_run(const CheckpointData<P>& data, const std::string& effective_text,
                     const Cadence& cadence) {
    std::vector<Diagnostic> errors =
        changes_of_input(data.input_text, effective_text,
                         {data.position.step, started_files(cadence, data.outputs)});
    if (!errors.empty()) throw InputError(std::move(errors));
}

template <class P>
CheckpointData<P> load_checkpoint(const RunFiles& files, const Communicator& comm,
                                  std::vector<Diagnostic>& warnings) {
    std::string path;
    std::vector<std::string> refused;
    agree_on(comm, [&] {
        if (!comm.is_root()) return;
        const FoundCheckpoint found = find_checkpoint(files.folder.string());
        path = found.path;
        refused = found.refused;
    });
    path = comm.broadcast(path);
    for (const std::string& reason : refused)
        warnings.push_back({"", fmt::format("{}; going on from {}", reason, path)});
    CheckpointData<P> data;
    agree_on(comm, [&] { data = read_checkpoint<P>(path, comm.rank(), comm.size()); });
    return data;
}

/// The same error, and where the input is kept with which the run went on so far.
InputError with_way_back(const InputError& error, const RunFiles& files) {
    std::vector<Diagnostic> errors = error.errors();
    if (file_exists(files.effective_input()))
        errors.push_back({"--resume", fmt::format("the input of the run so far is kept in {}",
                                                  files.effective_input())});
    return InputError(std::move(errors));
}

} // namespace

template <class P>
CheckpointData<P> read_resumed(const std::string& effective_text, const Cadence& cadence,
                               SystemParts& parts, const RunFiles& files,
                               const Communicator& comm) {
    CheckpointData<P> data = load_checkpoint<P>(files, comm, parts.warnings);
    try {
        expect_same_run(data, effective_text, cadence);
        fit_to_checkpoint(data, comm, parts);
        place_in_stages(cadence, data.position);
    } catch (const InputError& error) {
        throw with_way_back(error, files);
    }
    return data;
}

template CheckpointData<MixedPrecision> read_resumed(const std::string&, const Cadence&,
                                                     SystemParts&, const RunFiles&,
                                                     const Communicator&);
template CheckpointData<DoublePrecision> read_resumed(const std::string&, const Cadence&,
                                                      SystemParts&, const RunFiles&,
                                                      const Communicator&);

} // namespace mdsim
