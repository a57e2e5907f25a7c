// SPDX-License-Identifier: BSD-3-Clause
#include "session/writers/make_writers.hpp"

#include "session/writers/averages_output.hpp"
#include "session/writers/rdf_output.hpp"
#include "session/writers/thermo_output.hpp"
#include "session/writers/trajectory_output.hpp"

namespace mdsim {

template <class P>
std::vector<std::unique_ptr<RunWriter<P>>> make_writers(const WriterTools<P>& tools,
                                                        const OutputState* resumed) {
    std::vector<std::unique_ptr<RunWriter<P>>> writers;
    writers.push_back(make_trajectory_output(tools, resumed));
    writers.push_back(make_thermo_output(tools, resumed));
    writers.push_back(make_averages_output(tools, resumed));
    writers.push_back(make_rdf_output(tools, resumed));
    return writers;
}

template std::vector<std::unique_ptr<RunWriter<MixedPrecision>>>
make_writers(const WriterTools<MixedPrecision>&, const OutputState*);
template std::vector<std::unique_ptr<RunWriter<DoublePrecision>>>
make_writers(const WriterTools<DoublePrecision>&, const OutputState*);

} // namespace mdsim
