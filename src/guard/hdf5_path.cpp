// SPDX-License-Identifier: BSD-3-Clause
#include "guard/hdf5_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "core/contract.hpp"
#include "guard/hdf5_handle.hpp"
#include "guard/hdf5_reason.hpp"
#include "guard/printable.hpp"

namespace mdsim::guard {

namespace {

constexpr int most_soft_links = 16;              ///< as many as the library itself follows
constexpr std::size_t longest_target = 4096;     ///< of a link [bytes]
constexpr std::size_t most_parts_of_path = 1000; ///< names between slashes

/// The walk, name by name; what is left of the path stands in `rest_`.
class Walker {
  public:
    Walker(hid_t file, const std::string& path) : file_(file) { push(path); }

    Hdf5Walk walk() {
        while (!rest_.empty()) {
            const std::string name = rest_.front();
            rest_.pop_front();
            if (!step(name)) return result_;
        }
        if (result_.path.empty()) result_.path = "/";
        MDSIM_ENSURE(result_.path.front() == '/' && result_.reason.empty());
        result_.end = Hdf5Walk::End::object;
        return result_;
    }

  private:
    /// Puts the names of a path in front of what is left.
    void push(const std::string& path) {
        std::vector<std::string> names;
        for (std::size_t begin = 0; begin < path.size();) {
            const std::size_t end = std::min(path.find('/', begin), path.size());
            const std::string name = path.substr(begin, end - begin);
            if (!name.empty() && name != ".") names.push_back(name);
            begin = end + 1;
        }
        rest_.insert(rest_.begin(), names.begin(), names.end());
    }

    /// Goes one name on; false at the end of the walk.
    bool step(const std::string& name) {
        const std::string next = result_.path + "/" + name;
        if (rest_.size() > most_parts_of_path) return refuse(next, "has too many parts");
        const htri_t there = H5Lexists(file_, next.c_str(), H5P_DEFAULT);
        if (there < 0) return damaged(next, "cannot be looked for");
        if (there == 0) return false;
        H5L_info_t info{};
        if (H5Lget_info(file_, next.c_str(), &info, H5P_DEFAULT) < 0)
            return damaged(next, "cannot be found");
        if (info.type == H5L_TYPE_SOFT) return follow(next, info.u.val_size);
        if (info.type != H5L_TYPE_HARD) return refuse_foreign(next, info);
        result_.path = next;
        return rest_.empty() || is_group();
    }

    /// Only groups have a way on.
    bool is_group() {
        const Hdf5Handle object(H5Oopen(file_, result_.path.c_str(), H5P_DEFAULT), H5Oclose);
        if (!object.valid()) return damaged(result_.path, "cannot be opened");
        return H5Iget_type(object.get()) == H5I_GROUP;
    }

    bool follow(const std::string& link, std::size_t length) {
        if (++soft_links_ > most_soft_links)
            return refuse(link, "is a link in a circle, or in a chain of more than 16 links");
        if (length > longest_target) return refuse(link, "is a link to a name of absurd length");
        std::vector<char> target(length + 1, '\0');
        if (H5Lget_val(file_, link.c_str(), target.data(), length, H5P_DEFAULT) < 0)
            return damaged(link, "is a link that cannot be read");
        if (target.front() == '/') result_.path.clear();
        push(target.data());
        return true;
    }

    bool refuse_foreign(const std::string& link, const H5L_info_t& info) {
        if (info.type != H5L_TYPE_EXTERNAL)
            return refuse(link, fmt::format("is a link of the user-defined type {}, which cannot "
                                            "be followed; put the object itself there",
                                            static_cast<int>(info.type)));
        return refuse(link, fmt::format("is a link to another file{}, and no other file is opened; "
                                        "bring what it leads to into this file "
                                        "(h5copy -f ext copies it)",
                                        target_file(link, info.u.val_size)));
    }

    /// The file that an external link names, as far as that can be read.
    std::string target_file(const std::string& link, std::size_t length) const {
        std::vector<char> value(std::min(length, longest_target) + 1, '\0');
        const char* name = nullptr;
        const char* object = nullptr;
        unsigned flags = 0;
        if (length > longest_target ||
            H5Lget_val(file_, link.c_str(), value.data(), length, H5P_DEFAULT) < 0 ||
            H5Lunpack_elink_val(value.data(), length, &flags, &name, &object) < 0)
            return "";
        return " (" + in_quotes(name, 200) + ")";
    }

    bool refuse(const std::string& link, const std::string& what) {
        result_.end = Hdf5Walk::End::refused;
        result_.reason = link + " " + what;
        return false;
    }

    bool damaged(const std::string& object, const std::string& what) {
        result_.end = Hdf5Walk::End::damaged;
        result_.reason = fmt::format("{}: {} ({})", object, what, hdf5_reason());
        return false;
    }

    hid_t file_;
    Hdf5Walk result_;
    std::deque<std::string> rest_;
    int soft_links_ = 0;
};

} // namespace

Hdf5Walk walk_hdf5(hid_t file, const std::string& path) { return Walker(file, path).walk(); }

} // namespace mdsim::guard
