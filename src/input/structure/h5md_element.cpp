// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/h5md_element.hpp"

#include <algorithm>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"

namespace mdsim::source {

H5mdElement::H5mdElement(const Hdf5File& file, std::string name)
    : file_(file), name_(std::move(name)) {
    fixed_ = file_.is_dataset(name_);
    values_ = fixed_ ? name_ : name_ + "/value";
    if (!file_.is_dataset(values_))
        throw InputError(file_.path(),
                         name_ + ": must be a dataset, or a group with a dataset value");
    extent_ = file_.shape(values_);
    if (fixed_) return;
    if (extent_.empty() || extent_[0] < 1)
        throw InputError(file_.path(), values_ + ": holds no frame");
    frames_ = extent_[0];
    extent_.erase(extent_.begin());
    read_steps();
}

void H5mdElement::read_steps() {
    const std::string name = name_ + "/step";
    if (!file_.is_dataset(name)) return;
    const std::vector<std::int64_t> shape = file_.shape(name);
    if (shape.size() == 1 && shape[0] >= frames_) {
        steps_ = file_.integers(name, {0}, {frames_});
        rising_ = std::is_sorted(steps_.begin(), steps_.end());
    } else if (shape.empty()) {
        const std::vector<std::int64_t> offset = file_.integer_attribute(name, "offset");
        even_ = {offset.empty() ? 0 : offset[0], file_.integers(name, {}, {}).at(0)};
    } else {
        throw InputError(file_.path(), name + ": must be one number, or one for each of the " +
                                           std::to_string(frames_) + " frames");
    }
}

std::int64_t H5mdElement::EvenSteps::at(std::int64_t frame) const {
    const auto passed = static_cast<std::uint64_t>(frame) * static_cast<std::uint64_t>(increment);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + passed);
}

std::int64_t H5mdElement::EvenSteps::nearest(std::int64_t step) const {
    const bool forward = step >= first;
    if (increment == 0 || forward != (increment > 0)) return 0;
    const auto from = static_cast<std::uint64_t>(forward ? first : step);
    const auto to = static_cast<std::uint64_t>(forward ? step : first);
    const auto stride = static_cast<std::uint64_t>(increment);
    return static_cast<std::int64_t>((to - from) / (forward ? stride : 0 - stride));
}

std::optional<std::int64_t> H5mdElement::step(std::int64_t frame) const {
    MDSIM_EXPECT(0 <= frame && frame < frames_);
    if (even_) return even_->at(frame);
    if (steps_.empty()) return std::nullopt;
    return steps_[static_cast<std::size_t>(frame)];
}

std::optional<std::int64_t> H5mdElement::frame_of(std::int64_t step) const {
    if (even_) {
        const std::int64_t frame = even_->nearest(step);
        return frame >= 0 && frame < frames_ && even_->at(frame) == step ? std::optional(frame)
                                                                         : std::nullopt;
    }
    const auto found = rising_ ? std::lower_bound(steps_.begin(), steps_.end(), step)
                               : std::find(steps_.begin(), steps_.end(), step);
    return found == steps_.end() || *found != step
               ? std::nullopt
               : std::optional<std::int64_t>(found - steps_.begin());
}

std::optional<std::int64_t> H5mdElement::matching(const H5mdElement& other,
                                                  std::int64_t frame) const {
    MDSIM_EXPECT(0 <= frame && frame < other.frames_);
    if (fixed_) return 0;
    const std::optional<std::int64_t> step = other.step(frame);
    if (!step || (steps_.empty() && !even_))
        return frames_ == other.frames_ ? std::optional(frame) : std::nullopt;
    return frame < frames_ && this->step(frame) == step ? frame : frame_of(*step);
}

H5mdElement::Block H5mdElement::block(std::int64_t frame, std::int64_t first,
                                      std::int64_t count) const {
    Block block;
    if (!fixed_) {
        block.start.push_back(frame);
        block.count.push_back(1);
    }
    for (std::size_t k = 0; k < extent_.size(); ++k) {
        block.start.push_back(k == 0 ? first : 0);
        block.count.push_back(k == 0 ? count : extent_[k]);
    }
    return block;
}

std::vector<double> H5mdElement::reals(std::int64_t frame, std::int64_t first,
                                       std::int64_t count) const {
    const Block b = block(frame, first, count);
    return file_.reals(values_, b.start, b.count);
}

std::vector<std::int64_t> H5mdElement::integers(std::int64_t frame, std::int64_t first,
                                                std::int64_t count) const {
    const Block b = block(frame, first, count);
    return file_.integers(values_, b.start, b.count);
}

std::vector<std::string> H5mdElement::texts(std::int64_t frame, std::int64_t first,
                                            std::int64_t count) const {
    const Block b = block(frame, first, count);
    return file_.texts(values_, b.start, b.count);
}

} // namespace mdsim::source
