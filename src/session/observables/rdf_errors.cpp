// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/rdf_errors.hpp"

#include <limits>

#include "core/contract.hpp"
#include "engine/rdf_settings.hpp"

namespace mdsim {

RdfErrors::RdfErrors(const PairHistogram& empty)
    : functions_(rdf_functions(empty.types)), bins_(empty.bins) {
    if (has_rdf_errors(empty.bins, empty.types)) blocks_.emplace(1 + functions_ * bins_);
}

void RdfErrors::add(const PairHistogram& sample, double density) {
    MDSIM_EXPECT(density > 0 && sample.bins == bins_);
    if (!blocks_) return;
    std::vector<double> numbers = rdf_counts(sample);
    numbers.insert(numbers.begin(), density);
    blocks_->add(numbers);
}

std::vector<double> RdfErrors::errors() const {
    std::vector<double> errors(functions_ * bins_, std::numeric_limits<double>::quiet_NaN());
    if (!blocks_) return errors;
    const std::vector<double> totals = blocks_->totals();
    for (std::size_t k = 0; k < errors.size(); ++k)
        errors[k] =
            blocks_
                ->estimate(totals,
                           [k](const BlockSums::Means& mean) { return mean[1 + k] / mean[0]; })
                .error;
    return errors;
}

std::vector<double> RdfErrors::numbers() const {
    return blocks_ ? blocks_->numbers() : std::vector<double>{};
}

void RdfErrors::restore(const std::vector<double>& numbers) {
    if (blocks_) blocks_ = BlockSums::from(1 + functions_ * bins_, numbers);
}

std::vector<double> rdf_counts(const PairHistogram& sample) {
    const std::size_t types = sample.types, bins = sample.bins;
    MDSIM_EXPECT(sample.count.size() == types * types * bins);
    std::vector<double> numbers(rdf_functions(types) * bins, 0.0);
    std::size_t function = 1;
    for (std::size_t a = 0; a < types; ++a) {
        for (std::size_t b = 0; b < types; ++b) {
            const std::int64_t* count = &sample.count[(a * types + b) * bins];
            for (std::size_t k = 0; k < bins; ++k) numbers[k] += static_cast<double>(count[k]);
            if (b < a || types == 1) continue;
            for (std::size_t k = 0; k < bins; ++k)
                numbers[function * bins + k] = static_cast<double>(count[k]);
            ++function;
        }
    }
    return numbers;
}

} // namespace mdsim
