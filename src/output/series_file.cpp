// SPDX-License-Identifier: BSD-3-Clause
#include "output/series_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "output/hdf5_objects.hpp"

namespace mdsim {

using h5::check;

namespace {

constexpr const char* run_group = "/parameters/mdsim";
constexpr std::size_t worth_writing = std::size_t{8} << 20; // [bytes]

[[noreturn]] void refuse_foreign(const std::string& path, const std::string& run_id) {
    throw InputError(path, fmt::format("this file does not name run '{}', which the checkpoint "
                                       "belongs to: it is of another run, or its head is damaged",
                                       run_id));
}

} // namespace

SeriesFile::SeriesFile(SeriesFileSetup setup, BlockGather& gather)
    : setup_(std::move(setup)), gather_(&gather) {}

std::vector<SeriesSpec> SeriesFile::all_series() const {
    std::vector<SeriesSpec> all{{setup_.step_path, ElementType::int64, {}},
                                {setup_.time_path, ElementType::float64, {}}};
    all.insert(all.end(), setup_.series.begin(), setup_.series.end());
    return all;
}

SeriesFile SeriesFile::create(SeriesFileSetup setup, const Layout& layout, BlockGather& gather) {
    const h5::Lock lock;
    SeriesFile result(std::move(setup), gather);
    if (result.is_root()) {
        h5::discard_undo_image(result.path());
        h5::File file = h5::File::create(result.path());
        h5::make_group(file, run_group);
        h5::write_attribute(file, run_group, "run_id", result.setup_.run_id);
        for (const SeriesSpec& spec : result.all_series()) h5::make_series(file, spec);
        layout(file);
        file.close();
    }
    if (result.is_root()) result.sums_.emplace(result.path(), result.setup_.run_id);
    gather.barrier();
    result.open();
    result.commit();
    return result;
}

SeriesFile SeriesFile::resume(SeriesFileSetup setup, const Layout& inspect,
                              const ResumePoint& point, BlockGather& gather) {
    const h5::Lock lock;
    SeriesFile result(std::move(setup), gather);
    gather.on_root([&] { result.bring_to(point, inspect); });
    gather.barrier();
    result.open();
    result.commit();
    return result;
}

void SeriesFile::expect_resumable(SeriesFileSetup setup, const Layout& inspect,
                                  const ResumePoint& point) {
    const h5::Lock lock;
    SingleRank alone;
    const SeriesFile looked_at(std::move(setup), alone);
    const std::string& path = existing_file(looked_at.path(), point);
    if (file_exists(h5::undo_image_path(path))) return;
    looked_at.examine(whole_file(path, point, Purpose::looking), point, inspect);
}

void SeriesFile::bring_to(const ResumePoint& point, const Layout& inspect) {
    check_earlier(point);
    h5::restore_undo_image(path());
    const std::int64_t keep = prepare_cut(point, inspect);
    if (!sums_) sums_.emplace(path(), setup_.run_id);
    cut_to(keep, point);
}

/// The image is that of a commit: a file that is open for writing says so in its superblock.
std::int64_t SeriesFile::prepare_cut(const ResumePoint& point, const Layout& inspect) const {
    h5::File file = whole_file(path(), point, Purpose::looking);
    const std::int64_t keep = examine(file, point, inspect);
    h5::save_undo_image(path(), headers(file), h5::Change::any, setup_.run_id);
    file.close();
    return keep;
}

void SeriesFile::check_earlier(const ResumePoint& point) {
    const CommittedFile file(existing_file(path(), point));
    const FoundSums found = find_sums(file);
    earlier_.path = path();
    for (const std::string& wrong : found.wrong)
        earlier_.damaged.push_back({sums_path(path()), wrong});
    if (found.present && found.run_id != setup_.run_id)
        earlier_.damaged.push_back({sums_path(path()), "it belongs to another run"});
    earlier_.has_sums = found.present && found.run_id == setup_.run_id;
    if (!earlier_.has_sums) return;
    if (found.state.file_size != file.size())
        earlier_.damaged.push_back(
            {path(), fmt::format("it has {} bytes, but had {} when it was last brought to the disk",
                                 file.size(), found.state.file_size)});
    std::set<std::uint64_t> damaged;
    for (const SumRecord& record : found.state.records) sort_out(file, record, point, damaged);
    sums_.emplace(path(), found.state, std::move(damaged));
}

void SeriesFile::sort_out(const CommittedFile& file, const SumRecord& record,
                          const ResumePoint& point, std::set<std::uint64_t>& damaged) {
    const bool rows = record.kind == SumKind::rows;
    if (rows && point.rows >= 0 && record.first_row >= point.rows) return; // will be removed
    const bool last = rows && record.first_row + record.rows >= point.rows;
    const bool large = record.kind == SumKind::array || (rows && is_per_atom(record.where));
    if (large && !last) {
        earlier_.unchecked.push_back(record);
        return;
    }
    if (is_good(file, record)) return;
    if (!rows && record.kind != SumKind::array) {
        if (!h5::names_run(path(), setup_.run_id)) refuse_foreign(path(), setup_.run_id);
        refuse_damaged(path(), point,
                       fmt::format("{}; if that is a change of yours, remove {}", words_for(record),
                                   sums_path(path())));
    }
    damaged.insert(record.offset);
    earlier_.damaged.push_back({path(), words_for(record)});
}

bool SeriesFile::is_per_atom(const std::string& series) const {
    return std::any_of(setup_.series.begin(), setup_.series.end(), [&](const SeriesSpec& spec) {
        return spec.per_atom && spec.path == series;
    });
}

bool SeriesFile::lost_steps() const {
    return std::any_of(earlier_.damaged.begin(), earlier_.damaged.end(), [&](const Damage& damage) {
        return damage.what.find(" of " + setup_.step_path + " ") != std::string::npos;
    });
}

std::int64_t SeriesFile::examine(const h5::File& file, const ResumePoint& point,
                                 const Layout& inspect) const {
    std::int64_t keep = 0;
    try {
        check_run(file);
        inspect(file);
        static_cast<void>(headers(file)); // opens each dataset
        keep = h5::rows_up_to(file, setup_.step_path, point.step);
        // Where the steps are damaged, the checkpoint alone knows how many rows are its own.
        if (lost_steps() && h5::rows_of(file, setup_.step_path) >= point.rows)
            keep = std::max(keep, point.rows);
    } catch (const EnvironmentError& error) {
        refuse_damaged(path(), point, error.what());
    }
    expect_rows(path(), point, keep);
    return keep;
}

void SeriesFile::check_run(const h5::File& file) const {
    const std::string found =
        h5::exists(file, run_group) ? h5::read_attribute(file, run_group, "run_id") : std::string();
    if (found != setup_.run_id)
        throw InputError(path(), "this file belongs to run '" + found +
                                     "', the checkpoint to run '" + setup_.run_id + "'");
    for (const SeriesSpec& spec : all_series())
        if (!h5::exists(file, spec.path))
            throw InputError(path(),
                             "this file has no " + spec.path + ", which the input now asks for");
}

void SeriesFile::cut_to(std::int64_t keep, const ResumePoint& point) {
    MDSIM_EXPECT(keep >= 0 && sums_.has_value());
    h5::File file = whole_file(path(), point, Purpose::going_on);
    const std::vector<std::uint64_t> changing = headers(file);
    for (const SeriesSpec& spec : all_series()) {
        h5::Handle dataset = h5::open_dataset(file, spec.path);
        h5::set_rows(file, dataset.id(), keep);
        dataset.close("H5Dclose", path());
    }
    sums_->look_for(summed_series(file), {}, keep);
    file.close();
    sums_->cut(keep);
    sums_->commit(keep);
    h5::save_undo_image(path(), changing, h5::Change::appends, setup_.run_id);
}

std::vector<std::uint64_t> SeriesFile::headers(const h5::File& file) const {
    std::vector<std::uint64_t> addresses;
    for (const SeriesSpec& spec : all_series()) {
        const h5::Handle dataset = h5::open_dataset(file, spec.path);
        addresses.push_back(h5::header_address(file, dataset.id()));
    }
    return addresses;
}

std::vector<SummedSeries> SeriesFile::summed_series(const h5::File& file) const {
    const std::vector<SeriesSpec> all = all_series();
    const std::vector<std::uint64_t> addresses = headers(file);
    std::vector<SummedSeries> summed;
    for (std::size_t i = 0; i < all.size(); ++i)
        summed.push_back({all[i].path, addresses[i], all[i].per_atom});
    return summed;
}

void SeriesFile::open() {
    MDSIM_EXPECT(datasets_.empty() && sums_.has_value() == is_root());
    if (is_root()) watch_.emplace(path());
    // HDF5 1.10 places compressed chunks safely only when one process writes them. A file that an
    // earlier version began without compression is written so, too.
    const auto& series = setup_.series;
    const bool together = h5::parallel_build() && gather_->communicator() != nullptr &&
                          std::none_of(series.begin(), series.end(), h5::is_compressed);
    if (!together && !is_root()) return;
    file_ = h5::File::open_update(path(), together ? gather_->communicator() : nullptr);
    for (const SeriesSpec& spec : all_series()) datasets_.push_back(h5::open_series(file_, spec));
    for (std::size_t i = 0; i < series.size(); ++i)
        packed_.push_back(h5::packed_chunks(file_, datasets_[i + 2].id()));
    rows_ = static_cast<std::int64_t>(h5::shape_of(file_, datasets_[0].id()).at(0));
    if (!sums_) return;
    std::vector<SummedArray> arrays;
    for (const std::string& array : setup_.arrays) {
        const h5::Extent extent = h5::extent_of(file_, array);
        arrays.push_back({array, extent.offset, extent.size});
    }
    sums_->look_for(summed_series(file_), std::move(arrays), rows_);
}

void SeriesFile::begin_row(Step step, double time) { begin_rows({&step, 1}, {&time, 1}); }

void SeriesFile::begin_rows(std::span<const Step> steps, std::span<const double> times) {
    MDSIM_EXPECT(!steps.empty() && steps.size() == times.size());
    MDSIM_EXPECT(file_.open() || !is_root());
    for (const Step step : steps) {
        MDSIM_EXPECT(step > last_step_);
        last_step_ = step;
    }
    if (!file_.open()) return;
    if (watch_) watch_->expect_untouched();
    const h5::Lock lock;
    const h5::Hyperslab added{{static_cast<hsize_t>(rows_)}, {steps.size()}};
    rows_ += static_cast<std::int64_t>(steps.size());
    for (const h5::Handle& dataset : datasets_) h5::set_rows(file_, dataset.id(), rows_);
    if (!is_root()) return;
    h5::write_part(file_, datasets_[0].id(), added, ElementType::int64, steps.data());
    h5::write_part(file_, datasets_[1].id(), added, ElementType::float64, times.data());
}

void SeriesFile::append_rows(const NumberRows& rows) {
    MDSIM_REQUIRE(rows.series.size() == setup_.series.size());
    for (const std::vector<double>& numbers : rows.series)
        MDSIM_REQUIRE(numbers.size() == rows.steps.size());
    const h5::Lock lock;
    const h5::Hyperslab added{{static_cast<hsize_t>(rows_)}, {rows.steps.size()}};
    begin_rows(rows.steps, rows.times);
    if (!is_root()) return;
    for (std::size_t i = 0; i < rows.series.size(); ++i) {
        MDSIM_EXPECT(setup_.series[i].shape.empty());
        h5::write_part(file_, datasets_[i + 2].id(), added, ElementType::float64,
                       rows.series[i].data());
    }
}

void SeriesFile::write_values(std::size_t series, std::span<const double> values) {
    if (!is_root()) return;
    MDSIM_EXPECT(rows_ > 0); // a row has begun
    const h5::Lock lock;
    const SeriesSpec& spec = setup_.series.at(series);
    h5::Hyperslab row{{static_cast<hsize_t>(rows_ - 1)}, {1}};
    hsize_t numbers = 1;
    for (const hsize_t n : spec.shape) {
        row.start.push_back(0);
        row.count.push_back(n);
        numbers *= n;
    }
    MDSIM_REQUIRE(values.size() == numbers);
    h5::write_part(file_, datasets_.at(series + 2).id(), row, ElementType::float64, values.data());
}

void SeriesFile::write_atoms(std::size_t series, const IdBlock& block, const BlockArray& array) {
    MDSIM_EXPECT(!file_.open() || rows_ > 0);
    MDSIM_EXPECT(setup_.series.at(series).per_atom);
    const h5::Lock lock;
    h5::ArrayPlace place;
    if (file_.open()) place = {datasets_.at(series + 2).id(), rows_ - 1, packed_.at(series)};
    h5::write_array(file_, place, block, array, *gather_);
    unwritten_ += array.bytes.size();
}

void SeriesFile::write_fixed(const std::string& path, const IdBlock& block,
                             const BlockArray& array) {
    MDSIM_EXPECT(std::count(setup_.arrays.begin(), setup_.arrays.end(), path) == 1);
    const h5::Lock lock;
    h5::Handle dataset;
    if (file_.open()) dataset = h5::open_dataset(file_, path);
    h5::write_array(file_, {dataset.id(), -1}, block, array, *gather_);
    dataset.close("H5Dclose", this->path());
    if (sums_) sums_->fixed_parts_changed();
}

void SeriesFile::explain(const std::function<void()>& work) {
    try {
        work();
    } catch (const EnvironmentError&) {
        if (watch_) watch_->expect_untouched();
        throw;
    }
}

void SeriesFile::flush() {
    if (!file_.open()) return;
    file_.flush();
    if (watch_) watch_->expect_untouched();
    if (file_.collective()) gather_->barrier(); // the frame is whole
    if (!is_root()) return;
    explain([&] {
        sums_->add_frames(rows_);
        if (unwritten_ < worth_writing) return;
        PosixFile(path(), FileMode::read).start_writing();
        unwritten_ = 0;
    });
}

void SeriesFile::commit() {
    MDSIM_EXPECT(file_.open() || !is_root());
    const h5::Lock lock;
    flush();
    gather_->barrier();
    if (!is_root()) return;
    explain([&] {
        sums_->commit(rows_);
        h5::save_undo_image(path(), headers(file_), h5::Change::appends, setup_.run_id);
    });
}

void SeriesFile::finish() {
    const h5::Lock lock;
    commit();
    for (h5::Handle& dataset : datasets_) dataset.close("H5Dclose", path());
    datasets_.clear();
    packed_.clear();
    file_.close();
    gather_->barrier();
    if (!is_root()) return;
    PosixFile(path(), FileMode::update).sync();
    sums_->commit(rows_); // closing may have changed the file
    h5::discard_undo_image(path());
}

} // namespace mdsim
