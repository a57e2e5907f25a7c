// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/units.hpp"
#include "physics/cluster/stillinger_weber.hpp"
#include "physics/cluster/tersoff.hpp"

namespace mdsim {

/// The tables of a file of triples for some of its elements, in this order and in internal units.
/// `path` is the file. Throws InputError, also if it has no entry for one of their triples.
ClusterTables<StillingerWeberEntry> read_cluster_tables(const StillingerWeberParams& params,
                                                        const std::string& path,
                                                        const std::vector<std::string>& elements,
                                                        const Units& units);
ClusterTables<TersoffEntry> read_cluster_tables(const TersoffParams& params,
                                                const std::string& path,
                                                const std::vector<std::string>& elements,
                                                const Units& units);

} // namespace mdsim
