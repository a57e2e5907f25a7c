// SPDX-License-Identifier: BSD-3-Clause
#include "session/earlier_check.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <new>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "output/committed_file.hpp"

namespace mdsim {

namespace {

/// Lets this thread run where no other wants to; where that is refused, it shares.
void give_way() {
#if defined(__linux__)
    constexpr int lowest = 19;
    (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), lowest);
#endif
}

bool is_as_written(const PosixFile& file, const SumRecord& record) {
    try {
        return sum_of(file, record.offset, record.size) == record.sum;
    } catch (const EnvironmentError&) {
        return false;
    }
}

} // namespace

void EarlierCheck::begin(std::vector<EarlierRows> earlier) {
    MDSIM_REQUIRE(files_.empty()); // the thread reads them
    for (EarlierRows& file : earlier) {
        if (file.path.empty()) continue; // not gone on with
        if (!file.has_sums) findings_.without_sums.push_back(file.path);
        for (Damage& damage : file.damaged) findings_.damaged.push_back(std::move(damage));
        for (const SumRecord& record : file.unchecked)
            findings_.unchecked_bytes += static_cast<std::int64_t>(record.size);
        if (!file.unchecked.empty()) files_.push_back(std::move(file));
    }
    if (!files_.empty()) thread_ = std::thread([this] { look(); });
}

void EarlierCheck::look() {
    give_way();
    try {
        for (const EarlierRows& file : files_) look_at(file);
    } catch (const std::bad_alloc&) {
        // What was not looked at stays counted as unchecked, and the run goes on.
    }
}

void EarlierCheck::look_at(const EarlierRows& file) {
    try {
        look_into(file);
    } catch (const EnvironmentError& error) {
        const std::lock_guard alone(mutex_);
        findings_.damaged.push_back({file.path, error.what()});
    }
}

void EarlierCheck::look_into(const EarlierRows& rows) {
    const PosixFile file(rows.path, FileMode::read);
    for (const SumRecord& record : rows.unchecked) {
        if (stopping_) return;
        const bool good = is_as_written(file, record);
        const std::lock_guard alone(mutex_);
        findings_.checked_bytes += static_cast<std::int64_t>(record.size);
        findings_.unchecked_bytes -= static_cast<std::int64_t>(record.size);
        if (!good) findings_.damaged.push_back({rows.path, words_for(record)});
    }
}

std::vector<Damage> EarlierCheck::take_news() {
    const std::lock_guard alone(mutex_);
    const auto first = findings_.damaged.begin() + static_cast<std::ptrdiff_t>(reported_);
    reported_ = findings_.damaged.size();
    return {first, findings_.damaged.end()};
}

void EarlierCheck::finish() {
    if (thread_.joinable()) thread_.join();
}

void EarlierCheck::stop() {
    stopping_ = true;
    finish();
}

EarlierFindings EarlierCheck::findings() const {
    const std::lock_guard alone(mutex_);
    return findings_;
}

} // namespace mdsim
