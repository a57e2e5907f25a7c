// SPDX-License-Identifier: BSD-3-Clause
#include "output/provenance.hpp"

#include "output/hdf5_objects.hpp"

namespace mdsim {

std::string full_version(const Provenance& p) {
    return p.commit.empty() ? p.version : p.version + "+" + p.commit;
}

std::vector<std::pair<std::string, std::string>> named_words(const Provenance& p) {
    return {{"version", p.version},
            {"commit", p.commit},
            {"build", p.build},
            {"command", p.command},
            {"directory", p.directory},
            {"host", p.host},
            {"device", p.device},
            {"started", p.started},
            {"ranks", std::to_string(p.ranks)},
            {"threads", std::to_string(p.threads)}};
}

void write_provenance(const h5::File& file, const std::string& group, const Provenance& p) {
    h5::make_group(file, group);
    for (const auto& [name, word] : named_words(p)) h5::write_text(file, group + "/" + name, word);
}

} // namespace mdsim
