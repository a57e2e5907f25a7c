// SPDX-License-Identifier: BSD-3-Clause
#include "session/earlier_run.hpp"

#include <fmt/format.h>

#include <span>

#include "core/agreement.hpp"
#include "core/contract.hpp"
#include "core/error.hpp"
#include "output/durable_file.hpp"
#include "session/folder_content.hpp"
#include "session/folder_rules.hpp"
#include "session/resume_comparison.hpp"

namespace mdsim {

namespace {

/// Whether the run that left its files came from the same input, by the copy that it kept, as far
/// as it counts before the first step.
bool had_same_input(const InputText& input, const RunFiles& files) {
    const std::string path = files.effective_input();
    return file_exists(path) && changes_of_input(read_file(path), input.effective_text, {}).empty();
}

/// What to do with a folder without a checkpoint. A run of the same input is started anew, also one
/// whose progress.json was lost with its host; what it cannot give back is kept.
EarlierRun without_checkpoint(const FolderContent& content, const InputText& input,
                              const RunFiles& files) {
    constexpr const char* way_out = "write elsewhere with --output, or replace it with --overwrite";
    if (content.occupant == Occupant::nobody) return EarlierRun::moved_aside;
    if (content.occupant == Occupant::finished)
        throw InputError(files.folder.string(),
                         fmt::format("the run in this folder has finished, and its checkpoints are "
                                     "no longer there: {}",
                                     way_out));
    if (had_same_input(input, files)) return EarlierRun::replaced;
    throw InputError(files.folder.string(),
                     fmt::format("the run in this folder had another input, or lost it, and left "
                                 "no checkpoint, but {}: {}",
                                 fmt::join(content.names, ", "), way_out));
}

} // namespace

EarlierRun earlier_run(const CommandLine& command) {
    switch (command.resume) {
    case Resume::yes:
        return EarlierRun::continued;
    case Resume::automatic:
        return EarlierRun::continued_if_started;
    case Resume::no:
        break;
    }
    return command.overwrite ? EarlierRun::replaced : EarlierRun::moved_aside;
}

EarlierRun resolve_earlier_run(EarlierRun requested, const InputText& input,
                               const RunFiles& files) {
    if (requested != EarlierRun::continued_if_started) return requested;
    const FolderContent content = content_of(files.folder);
    if (!content.has_checkpoint) expect_no_run_beside(input, files.folder);
    return content.has_checkpoint ? EarlierRun::continued
                                  : without_checkpoint(content, input, files);
}

EarlierRun resolve_on_root(EarlierRun requested, const InputText& input, const RunFiles& files,
                           const Communicator& comm) {
    EarlierRun resolved = requested;
    do_on_root(comm, [&] { resolved = resolve_earlier_run(requested, input, files); });
    comm.broadcast(std::as_writable_bytes(std::span(&resolved, 1)));
    MDSIM_ENSURE(resolved != EarlierRun::continued_if_started);
    return resolved;
}

double bytes_taken_over(const RunFiles& files, EarlierRun earlier) {
    return earlier == EarlierRun::moved_aside ? 0 : bytes_in(files.folder);
}

} // namespace mdsim
