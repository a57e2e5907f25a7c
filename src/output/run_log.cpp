// SPDX-License-Identifier: BSD-3-Clause
#include "output/run_log.hpp"

#include <array>
#include <chrono>
#include <exception>
#include <span>

#include "core/error.hpp"
#include "core/split_text.hpp"
#include "guard/printable.hpp"
#include "output/utc_time.hpp"

namespace mdsim {

namespace {

/// Each line of a text with the time; empty lines are left out.
std::string dated(const std::string& text) {
    const std::string date = utc_text(std::chrono::system_clock::now());
    std::string lines;
    for (const std::string& line : split_text(guard::printable(text), '\n'))
        if (!line.empty()) lines += date + " " + line + "\n";
    return lines;
}

/// Whether a process was ended in the middle of the last line.
bool is_torn(const PosixFile& file, std::uint64_t size) {
    std::array<std::byte, 1> last{std::byte{'\n'}};
    if (size > 0) file.read_at(size - 1, last);
    return last[0] != std::byte{'\n'};
}

} // namespace

void RunLog::open(const std::string& path) {
    const std::lock_guard hold(mutex_);
    if (!kept_) return;
    file_.emplace(path, file_exists(path) ? FileMode::update : FileMode::create);
    end_ = file_->size();
    write((is_torn(*file_, end_) ? "\n" : "") + waiting_);
    waiting_.clear();
}

void RunLog::add(const std::string& text) {
    const std::lock_guard hold(mutex_);
    if (!kept_) return;
    if (file_)
        write(dated(text));
    else
        waiting_ += dated(text);
}

void RunLog::write(const std::string& lines) {
    try {
        file_->write_at(end_, bytes_of(lines));
    } catch (const EnvironmentError&) {
        try {
            file_->truncate(end_); // what follows must not be half a line
        } catch (const EnvironmentError&) {
        }
        throw;
    }
    end_ += lines.size();
}

void RunLog::add_failure(const std::string& text) noexcept {
    try {
        if (!failed_) add(text);
    } catch (const std::exception&) {
    }
    failed_ = true;
}

void RunLog::sync() {
    const std::lock_guard hold(mutex_);
    if (file_) file_->sync();
}

void RunLog::add_last_word(const std::string& path, const std::string& text) noexcept {
    try {
        if (!file_exists(path)) return;
        PosixFile file(path, FileMode::update);
        const std::uint64_t end = file.size();
        file.write_at(end, bytes_of((is_torn(file, end) ? "\n" : "") + dated(text)));
    } catch (const std::exception&) {
    }
}

} // namespace mdsim
