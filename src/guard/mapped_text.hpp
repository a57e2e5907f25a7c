// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mdsim::guard {

/// The text of a regular file, mapped into memory for as long as this lives.
///
/// Where the file is cut or its disk fails meanwhile, touching it would end the process by a signal
/// (SIGBUS) without a word. It ends with ExitCode::environment_error and a message instead.
class MappedText {
  public:
    /// Throws InputError where the path leads to no regular file, or to an empty one.
    explicit MappedText(const std::string& path);
    ~MappedText();
    MappedText(const MappedText&) = delete;
    MappedText& operator=(const MappedText&) = delete;

    std::string_view text() const { return {data_, size_}; }

  private:
    std::string path_;
    const char* data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace mdsim::guard
