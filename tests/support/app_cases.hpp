// SPDX-License-Identifier: BSD-3-Clause
// What tests of the program share.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "support/alone.hpp"

namespace mdsim {

using test::alone;

/// A folder of its own, empty at first and removed at the end.
class TestFolder {
  public:
    explicit TestFolder(const std::string& name)
        : path_(std::filesystem::temp_directory_path() / name) {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    ~TestFolder() {
        std::error_code error;
        std::filesystem::remove_all(path_, error);
    }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;

    /// A file in it, or in a folder of it.
    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name, std::ios::binary) << text;
    }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

} // namespace mdsim
