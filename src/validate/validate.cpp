// SPDX-License-Identifier: BSD-3-Clause
#include "validate/validate.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "core/error.hpp"
#include "machine/processor.hpp"
#include "validate/validate_built_in.hpp"
#include "validate/validate_check.hpp"
#include "validate/validate_files.hpp"

namespace mdsim {

int validate(const Communicator& comm, const ValidateOptions& options) {
    std::vector<Diagnostic> warnings;
    const Processor processor = choose_processor({options.device}, comm, warnings);
    std::vector<Check> checks = built_in_checks(comm, processor);
    const std::filesystem::path data = options.data.empty() ? find_reference_data() : options.data;
    if (!data.empty()) {
        for (Check& check : file_checks(data, comm, processor)) checks.push_back(std::move(check));
    }
    const int failures = comm.max_of(count_failures(checks));
    if (comm.is_root()) {
        std::string text = check_table(checks);
        text +=
            fmt::format("\n{} checks on {}, {} failed", checks.size(), processor.name(), failures);
        text += data.empty() ? "; built-in references only (--data names a folder with more)\n"
                             : fmt::format("; reference data of {}\n", data.string());
        std::fputs(text.c_str(), stdout);
        std::fflush(stdout);
    }
    return failures == 0 ? 0 : static_cast<int>(ExitCode::physics_error);
}

} // namespace mdsim
