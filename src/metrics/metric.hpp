// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mdsim {

/// A label and its value.
using MetricLabel = std::pair<std::string, std::string>;

/// One number of a metric, and the labels that tell it from the others.
struct MetricSample {
    std::vector<MetricLabel> labels;
    double value = 0;
};

/// A number that is watched, in the words of Prometheus. A counter never falls while a run goes on.
struct Metric {
    enum class Kind { gauge, counter };

    std::string name;
    std::string help;
    Kind kind = Kind::gauge;
    std::vector<MetricSample> samples{};
};

} // namespace mdsim
