// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/h5md_trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "input/structure/h5md_box.hpp"
#include "input/structure/h5md_group.hpp"
#include "input/structure/h5md_rows.hpp"
#include "input/structure/h5md_units.hpp"
#include "input/structure/text.hpp"

namespace mdsim {

using namespace source;

/// The open file with the elements that it has.
class H5mdTrajectory::File {
  public:
    explicit File(const std::string& path)
        : file_(path), group_(h5md_group(file_, {})), position_(h5md_position(file_, group_)),
          boxes_(file_, group_), total_(position_.extent()[0]),
          velocity_(element("velocity", {total_, 3})), force_(element("force", {total_, 3})),
          image_(element("image", {total_, 3})), id_(element("id", {total_})) {
        check_h5md_frames(file_, position_);
        read_species();
        find_numbers();
    }

    TrajectoryFrame read(std::int64_t frame) const {
        MDSIM_REQUIRE(0 <= frame && frame < frames());
        H5mdIds numbers = ids(frame);
        const H5mdRows rows(total_, std::move(numbers.of_row), {0, total_});
        const H5mdBox box = boxes_.at(position_, frame);
        TrajectoryFrame result;
        result.step = position_.step(frame);
        result.time = time(frame);
        result.box = box.box;
        result.position = vectors(position_, frame, rows, box.frame);
        result.velocity = vectors(velocity_, frame, rows, box.frame);
        result.force = vectors(force_, frame, rows, box.frame);
        result.image = images(frame, rows);
        for (const Numbers& found : numbers_)
            if (const auto place = matching(found.element, frame))
                result.numbers.push_back({found.form, reals(found, *place, rows)});
        result.labels = numbers.labels;
        MDSIM_ENSURE(static_cast<std::int64_t>(result.position.size()) == total_);
        return result;
    }

    TrajectoryUnits units() const {
        TrajectoryUnits units;
        units.length = unit(position_.values());
        const std::string time = position_.name() + "/time";
        if (!position_.fixed() && file_.is_dataset(time)) units.time = unit(time);
        units.has_velocity = velocity_.has_value();
        units.has_force = force_.has_value();
        units.run = h5md_run_units(file_);
        if (velocity_) units.velocity = unit(velocity_->values());
        if (force_) units.force = unit(force_->values());
        for (const Numbers& numbers : numbers_) {
            if (!numbers.form.energy) continue;
            units.has_energies = true;
            units.energy = unit(numbers.element.values());
        }
        return units;
    }

    std::int64_t frames() const { return position_.frames(); }
    std::int64_t atoms() const { return total_; }
    const H5mdSpecies& species() const { return species_; }

  private:
    /// Numbers of each atom that only mdsim writes under their name.
    struct Numbers {
        NumberForm form;
        H5mdElement element;
    };

    std::string unit(const std::string& dataset) const {
        const std::vector<std::string> texts = file_.text_attribute(dataset, "unit");
        return texts.empty() ? "" : std::string(trimmed(texts[0]));
    }

    std::optional<H5mdElement> element(const std::string& name,
                                       const std::vector<std::int64_t>& extent) const {
        return h5md_optional(file_, group_ + "/" + name, extent);
    }

    /// The frame of an element that belongs to a frame of the positions; none where it has none.
    std::optional<std::int64_t> matching(const std::optional<H5mdElement>& element,
                                         std::int64_t frame) const {
        return element ? element->matching(position_, frame) : std::nullopt;
    }

    H5mdIds ids(std::int64_t frame) const {
        const auto place = matching(id_, frame);
        return place ? h5md_ids(file_, *id_, *place, total_, {0, total_}) : H5mdIds();
    }

    /// The place of a row; here every row has one.
    static std::size_t place_of(const H5mdRows& rows, std::int64_t row) {
        const std::int64_t place = rows.place(row);
        MDSIM_REQUIRE(place >= 0);
        return static_cast<std::size_t>(place);
    }

    void read_species() {
        const auto kinds = element("species", {total_});
        const auto place = matching(kinds, 0);
        species_ = {{"0"}, std::vector<TypeId>(static_cast<std::size_t>(total_), 0)};
        if (!place) return;
        const H5mdSpecies found = read_h5md_species(file_, *kinds, *place, total_);
        species_.names = found.names;
        const H5mdRows rows(total_, ids(0).of_row, {0, total_});
        for (std::int64_t row = 0; row < total_; ++row)
            species_.types[place_of(rows, row)] = found.types[static_cast<std::size_t>(row)];
    }

    /// Elements of these names mean something else where others wrote the file.
    void find_numbers() {
        if (!h5md_run_units(file_)) return;
        for (const NumberForm& form : share_forms) find(form);
        for (const NumberForm& form : measure_forms) find(form);
    }

    void find(const NumberForm& form) {
        std::vector<std::int64_t> extent{total_};
        if (form.columns == 9) extent.insert(extent.end(), {3, 3});
        if (const auto found = element(std::string(form.name), extent))
            numbers_.push_back({form, *found});
    }

    static std::vector<double> reals(const Numbers& numbers, std::int64_t place,
                                     const H5mdRows& rows) {
        const auto columns = static_cast<std::size_t>(numbers.form.columns);
        std::vector<double> result(rows.size() * columns);
        for (const H5mdRows::Run& run : rows.runs()) {
            const std::vector<double> values = numbers.element.reals(place, run.first, run.count);
            MDSIM_EXPECT(values.size() == static_cast<std::size_t>(run.count) * columns);
            for (std::int64_t i = 0; i < run.count; ++i)
                std::copy_n(values.data() + static_cast<std::size_t>(i) * columns, columns,
                            result.data() + place_of(rows, run.first + i) * columns);
        }
        return result;
    }

    std::optional<double> time(std::int64_t frame) const {
        const std::string name = position_.name() + "/time";
        if (position_.fixed() || !file_.is_dataset(name)) return std::nullopt;
        const std::vector<std::int64_t> shape = file_.shape(name);
        if (shape.size() != 1 || shape[0] <= frame) return std::nullopt;
        return file_.reals(name, {frame}, {1}).at(0);
    }

    std::vector<Vec3<double>> vectors(const std::optional<H5mdElement>& element, std::int64_t frame,
                                      const H5mdRows& rows, const CellFrame& turn) const {
        const auto place = matching(element, frame);
        return place ? vectors(*element, *place, rows, turn) : std::vector<Vec3<double>>();
    }

    static std::vector<Vec3<double>> vectors(const H5mdElement& element, std::int64_t place,
                                             const H5mdRows& rows, const CellFrame& turn) {
        std::vector<Vec3<double>> result(rows.size());
        for (const H5mdRows::Run& run : rows.runs()) {
            const std::vector<double> values = element.reals(place, run.first, run.count);
            for (std::int64_t i = 0; i < run.count; ++i) {
                const double* v = values.data() + 3 * i;
                result[place_of(rows, run.first + i)] = turn.turned({v[0], v[1], v[2]});
            }
        }
        return result;
    }

    std::vector<Vec3<std::int32_t>> images(std::int64_t frame, const H5mdRows& rows) const {
        const auto place = matching(image_, frame);
        if (!place) return {};
        std::vector<Vec3<std::int32_t>> result(rows.size());
        for (const H5mdRows::Run& run : rows.runs()) {
            const auto values = image_->integers(*place, run.first, run.count);
            for (std::int64_t i = 0; i < run.count; ++i) {
                Vec3<std::int32_t>& image = result[place_of(rows, run.first + i)];
                for (int k = 0; k < 3; ++k)
                    image[k] = image_count(values[static_cast<std::size_t>(3 * i + k)]);
            }
        }
        return result;
    }

    std::int32_t image_count(std::int64_t value) const {
        constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
        if (value < -most || value > most)
            throw InputError(file_.path(),
                             fmt::format("{}: holds {}; an image count has at most 31 bits",
                                         image_->values(), value));
        return static_cast<std::int32_t>(value);
    }

    Hdf5File file_;
    std::string group_;
    H5mdElement position_;
    H5mdBoxes boxes_;
    std::int64_t total_ = 0;
    std::optional<H5mdElement> velocity_;
    std::optional<H5mdElement> force_;
    std::optional<H5mdElement> image_;
    std::optional<H5mdElement> id_;
    H5mdSpecies species_;
    std::vector<Numbers> numbers_;
};

H5mdTrajectory::H5mdTrajectory(const std::string& path) : file_(std::make_unique<File>(path)) {}

H5mdTrajectory::~H5mdTrajectory() = default;

std::int64_t H5mdTrajectory::frames() const { return file_->frames(); }

std::int64_t H5mdTrajectory::atoms() const { return file_->atoms(); }

const std::vector<std::string>& H5mdTrajectory::species() const { return file_->species().names; }

const std::vector<TypeId>& H5mdTrajectory::types() const { return file_->species().types; }

TrajectoryUnits H5mdTrajectory::units() const { return file_->units(); }

TrajectoryFrame H5mdTrajectory::read(std::int64_t frame) const { return file_->read(frame); }

} // namespace mdsim
