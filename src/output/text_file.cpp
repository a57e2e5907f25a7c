// SPDX-License-Identifier: BSD-3-Clause
#include "output/text_file.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "core/contract.hpp"

namespace mdsim {

namespace {

std::string part_of(const std::string& path) { return path + ".part"; }

} // namespace

TextFile::TextFile(const std::string& path)
    : path_(path), file_(std::in_place, part_of(path), FileMode::create) {}

TextFile::~TextFile() {
    if (!file_) return;
    file_.reset();
    std::error_code ignored;
    std::filesystem::remove(part_of(path_), ignored);
}

void TextFile::flush() {
    const std::string_view text(buffer_.data(), buffer_.size());
    file_->write_at(written_, bytes_of(text));
    written_ += text.size();
    buffer_.clear();
}

void TextFile::finish() {
    MDSIM_EXPECT(file_.has_value());
    flush();
    file_->sync();
    file_->close();
    replace_file(part_of(path_), path_);
    file_.reset();
}

} // namespace mdsim
