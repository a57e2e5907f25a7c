// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/h5md.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/contract.hpp"
#include "input/structure/h5md_box.hpp"
#include "input/structure/h5md_element.hpp"
#include "input/structure/h5md_group.hpp"
#include "input/structure/h5md_rows.hpp"
#include "input/structure/h5md_units.hpp"
#include "input/structure/text.hpp"
#include "input/structure/whole_atoms.hpp"

namespace mdsim {

namespace {

using namespace source;

/// Reads one frame of one particles group.
class H5mdReader {
  public:
    H5mdReader(const std::string& path, const H5mdOptions& options)
        : file_(path), findings_(path), group_(h5md_group(file_, options.group)),
          position_(h5md_position(file_, group_)), frame_(frame_of(options.frame)) {
        total_ = position_.extent()[0];
    }

    std::int64_t total() const { return total_; }

    Structure read(IdBlock block, const H5mdOptions& options) {
        refuse_h5md_connections(file_);
        if (options.units) check_units(*options.units);
        warn_of_other_groups(options.group);
        const H5mdBox box = H5mdBoxes(file_, group_).at(position_, frame_);
        if (box.frame.rotated)
            findings_.warning(
                0, "the edges are not lower-triangular; they are rotated so that a lies along "
                   "x and b in the xy plane, and positions and velocities with them");
        Structure result;
        result.box = box.box;
        result.total = total_;
        block.first = std::clamp<std::int64_t>(block.first, 0, total_);
        block.last = std::clamp<std::int64_t>(block.last, block.first, total_);
        for (ParticleId id = block.first; id < block.last; ++id) result.id.push_back(id);
        H5mdIds ids = read_ids(block);
        result.labels = ids.labels;
        const H5mdRows rows(total_, std::move(ids.of_row), block);
        result.position = vectors(position_, frame_, rows, box.frame);
        if (const auto velocity = dynamic("velocity", {total_, 3}))
            result.velocity = vectors(velocity->element, velocity->frame, rows, box.frame);
        read_images(rows, result.labels, result);
        read_species(rows, options.mass_factor, result);
        read_charges(rows, result);
        findings_.raise();
        MDSIM_ENSURE(has_whole_atoms(result));
        return result;
    }

    const std::vector<Diagnostic>& warnings() const { return findings_.warnings(); }

  private:
    /// An element and its frame that belongs to that of the position.
    struct Matched {
        H5mdElement element;
        std::int64_t frame;
    };

    std::int64_t frame_of(std::int64_t wanted) const {
        const std::int64_t frames = position_.frames();
        if (wanted >= frames || wanted < -frames)
            throw InputError(file_.path(),
                             fmt::format("frame {} is not there; the file has {} frames, "
                                         "counted from 0 or, from the end, from -1",
                                         wanted, frames));
        return wanted < 0 ? frames + wanted : wanted;
    }

    /// An element that the file may lack; with another shape than `extent` it is refused.
    std::optional<Matched> dynamic(const std::string& name,
                                   const std::vector<std::int64_t>& extent) {
        const std::string path = group_ + "/" + name;
        std::optional<H5mdElement> element = h5md_optional(file_, path, extent);
        if (!element) return std::nullopt;
        const std::optional<std::int64_t> frame = element->matching(position_, frame_);
        if (!frame)
            findings_.warning(0,
                              path + " has no value at the step of the position and is left out");
        return frame ? std::optional<Matched>({*std::move(element), *frame}) : std::nullopt;
    }

    H5mdIds read_ids(const IdBlock& block) {
        const auto numbers = dynamic("id", {total_});
        return numbers ? h5md_ids(file_, numbers->element, numbers->frame, total_, block)
                       : H5mdIds();
    }

    /// Which group was taken, where nothing says that it is the one.
    void warn_of_other_groups(const std::string& wanted) {
        const std::vector<std::string> names = file_.names("/particles");
        if (wanted.empty() && names.size() > 1 && group_ != "/particles/system")
            findings_.warning(0,
                              fmt::format("/particles has the groups {}; the atoms of {} alone are "
                                          "read",
                                          fmt::join(names, ", "), group_));
    }

    /// Compares the units of all that is read and has some with those of the input.
    void check_units(UnitSystem input) {
        H5mdUnits units(file_, input, findings_);
        const auto compare = [&](const std::string& name, Dimension what) {
            const std::string path = group_ + "/" + name;
            if (file_.has(path)) units.compare(H5mdElement(file_, path).values(), what);
        };
        compare("position", Dimension::length);
        compare("box/edges", Dimension::length);
        compare("velocity", Dimension::velocity);
        compare("mass", Dimension::mass);
        units.judge();
    }

    /// The value; not finite, it is an error.
    double finite(double value, const H5mdElement& element, std::int64_t row) {
        if (!std::isfinite(value))
            findings_.error(
                0, fmt::format("{}: row {} (from 0) holds {}, which is not a finite number",
                               element.values(), row, value));
        return value;
    }

    std::vector<Vec3<double>> vectors(const H5mdElement& element, std::int64_t frame,
                                      const H5mdRows& rows, const CellFrame& turn) {
        std::vector<Vec3<double>> result(rows.size());
        for (const H5mdRows::Run& run : rows.runs()) {
            const std::vector<double> values = element.reals(frame, run.first, run.count);
            for (std::int64_t i = 0; i < run.count; ++i) {
                const std::int64_t place = rows.place(run.first + i);
                if (place < 0) continue;
                Vec3<double> v;
                for (int k = 0; k < 3; ++k) v[k] = values[static_cast<std::size_t>(3 * i + k)];
                v = turn.turned(v);
                for (int k = 0; k < 3; ++k) finite(v[k], element, run.first + i);
                result[static_cast<std::size_t>(place)] = v;
            }
        }
        return result;
    }

    void read_images(const H5mdRows& rows, const AtomLabels& labels, Structure& result) {
        const auto image = dynamic("image", {total_, 3});
        if (!image) return;
        if (image->element.kind() != Hdf5Kind::integer)
            throw InputError(file_.path(), image->element.values() + ": must hold whole numbers");
        result.image.resize(rows.size());
        for (const H5mdRows::Run& run : rows.runs()) {
            const auto values = image->element.integers(image->frame, run.first, run.count);
            for (std::int64_t i = 0; i < run.count; ++i) {
                const std::int64_t place = rows.place(run.first + i);
                for (int k = 0; place >= 0 && k < 3; ++k)
                    result.image[static_cast<std::size_t>(place)][k] =
                        image_count(values[static_cast<std::size_t>(3 * i + k)], run.first + i,
                                    labels.of(rows.id(run.first + i)));
            }
        }
    }

    std::int32_t image_count(std::int64_t value, std::int64_t row, ParticleId label) {
        constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
        if (value < -most || value > most)
            findings_.error(0,
                            fmt::format("{}/image: atom {} (row {}, from 0) has the count {}; it "
                                        "must be from -{} to {}",
                                        group_, label, row, value, most, most));
        return static_cast<std::int32_t>(value);
    }

    void read_species(const H5mdRows& rows, double mass_factor, Structure& result) {
        const auto element = dynamic("species", {total_});
        H5mdSpecies species{{"0"}, std::vector<TypeId>(static_cast<std::size_t>(total_), 0)};
        if (element)
            species = read_h5md_species(file_, element->element, element->frame, total_);
        else
            findings_.warning(0,
                              group_ + "/species is not there; all atoms are of one species, '0'");
        for (const std::string& name : species.names) result.species.push_back({name, 0, 0});
        result.type.resize(rows.size());
        for (std::int64_t row = 0; row < total_; ++row)
            if (const std::int64_t place = rows.place(row); place >= 0)
                result.type[static_cast<std::size_t>(place)] =
                    species.types[static_cast<std::size_t>(row)];
        read_masses(species, mass_factor, result);
    }

    void read_masses(const H5mdSpecies& species, double mass_factor, Structure& result) {
        const auto mass = dynamic("mass", {total_});
        if (!mass) return;
        const H5mdRows all(total_, {}, {0, total_});
        for (const H5mdRows::Run& run : all.runs()) {
            const auto values = mass->element.reals(mass->frame, run.first, run.count);
            for (std::int64_t i = 0; i < run.count; ++i) {
                const double value = values[static_cast<std::size_t>(i)];
                Species& kind =
                    result.species[species.types[static_cast<std::size_t>(run.first + i)]];
                if (!(value > 0) || !std::isfinite(value) || (kind.mass > 0 && kind.mass != value))
                    findings_.error(
                        0, fmt::format("{}/mass: row {} (from 0) holds {}; masses must be above "
                                       "zero and the same for all atoms of a species",
                                       group_, run.first + i, value));
                kind.mass = value;
            }
        }
        for (Species& kind : result.species) kind.mass *= mass_factor;
    }

    void read_charges(const H5mdRows& rows, Structure& result) {
        const auto charge = dynamic("charge", {total_});
        if (!charge) return;
        result.charge.resize(rows.size());
        for (const H5mdRows::Run& run : rows.runs()) {
            const auto values = charge->element.reals(charge->frame, run.first, run.count);
            for (std::int64_t i = 0; i < run.count; ++i)
                if (const std::int64_t place = rows.place(run.first + i); place >= 0)
                    result.charge[static_cast<std::size_t>(place)] =
                        finite(values[static_cast<std::size_t>(i)], charge->element, run.first + i);
        }
    }

    Hdf5File file_;
    Findings findings_;
    std::string group_;
    H5mdElement position_;
    std::int64_t frame_;
    std::int64_t total_ = 0;
};

} // namespace

std::int64_t h5md_count(const std::string& path, const H5mdOptions& options) {
    return H5mdReader(path, options).total();
}

Structure read_h5md(const std::string& path, const H5mdOptions& options, IdBlock block,
                    std::vector<Diagnostic>* warnings) {
    H5mdReader reader(path, options);
    Structure structure = reader.read(block, options);
    if (warnings != nullptr)
        warnings->insert(warnings->end(), reader.warnings().begin(), reader.warnings().end());
    return structure;
}

} // namespace mdsim
