// SPDX-License-Identifier: BSD-3-Clause
#include "output/untrusted_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "guard/hdf5_filters.hpp"
#include "guard/hdf5_path.hpp"

namespace mdsim::h5 {

namespace {

/// Opens the file that `disk` has open already, and none that took its place meanwhile.
File open_same(const std::string& path, const guard::RegularFile& disk) {
    const Lock lock;
    guard::forbid_hdf5_plugins();
    File file = File::open_read(path);
    void* descriptor = nullptr;
    check(H5Fget_vfd_handle(file.id(), H5P_DEFAULT, &descriptor), "H5Fget_vfd_handle", path);
    if (!disk.is_same(*static_cast<const int*>(descriptor)))
        throw InputError(path, "was replaced by another file while it was opened; try again");
    return file;
}

/// Keeps the names of datasets. Other links are passed over: they may lead out of the file.
herr_t keep_dataset(hid_t group, const char* name, const H5L_info_t* link, void* names) {
    if (link->type != H5L_TYPE_HARD) return 0;
    const Handle object(H5Oopen(group, name, H5P_DEFAULT), H5Oclose);
    if (object.open() && H5Iget_type(object.id()) == H5I_DATASET)
        static_cast<std::vector<std::string>*>(names)->emplace_back(name);
    return 0;
}

} // namespace

UntrustedFile::UntrustedFile(const std::string& path)
    : disk_(path), file_(open_same(path, disk_)) {}

std::string UntrustedFile::resolve(const std::string& object) const {
    const Lock lock;
    const guard::Hdf5Walk walk = guard::walk_hdf5(file_.id(), object);
    switch (walk.end) {
    case guard::Hdf5Walk::End::object:
        return walk.path;
    case guard::Hdf5Walk::End::nothing:
        return {};
    case guard::Hdf5Walk::End::refused:
    case guard::Hdf5Walk::End::damaged:
        break;
    }
    throw InputError(path(), object + " is not read: " + walk.reason);
}

bool UntrustedFile::has(const std::string& object) const { return !resolve(object).empty(); }

UntrustedDataset UntrustedFile::dataset(const std::string& object) const {
    const Lock lock;
    const std::string place = resolve(object);
    if (place.empty()) throw InputError(path(), "has no " + object);
    const std::string name = path() + ": " + object;
    Handle handle(check(H5Dopen2(file_.id(), place.c_str(), H5P_DEFAULT), "H5Dopen2", name),
                  H5Dclose);
    guard::Hdf5Layout layout = guard::hdf5_layout(handle.id(), disk_);
    std::string objection = layout.objection;
    if (objection.empty()) {
        const Handle type(check(H5Dget_type(handle.id()), "H5Dget_type", name), H5Tclose);
        objection = guard::hdf5_type_objection(type.id());
    }
    if (!objection.empty()) throw InputError(path(), object + " is not read: " + objection);
    return {std::move(handle), std::move(layout)};
}

void UntrustedFile::expect_readable(const std::string& object, const UntrustedDataset& dataset,
                                    const std::vector<hsize_t>& start,
                                    const std::vector<hsize_t>& count) const {
    MDSIM_EXPECT(start.size() == count.size() && count.size() == dataset.layout.extent.size());
    const Lock lock;
    std::uint64_t bytes = dataset.layout.value_bytes;
    for (const hsize_t n : count) bytes *= n; // the layout knows that all values are below 2^62
    std::string objection;
    if (!guard::is_backed(bytes, dataset.layout.stored))
        objection =
            fmt::format("claims {} bytes, but only {} are stored", bytes, dataset.layout.stored);
    if (objection.empty())
        objection = guard::chunks_objection(dataset.handle.id(), dataset.layout, start, count,
                                            sound_[object]);
    if (!objection.empty()) throw InputError(path(), object + " is not read: " + objection);
}

std::string UntrustedFile::text(const std::string& object) const {
    const Lock lock;
    const UntrustedDataset found = dataset(object);
    const std::string name = path() + ": " + object;
    const Handle type(check(H5Dget_type(found.handle.id()), "H5Dget_type", name), H5Tclose);
    if (H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) > 0 ||
        !found.layout.extent.empty() || !found.layout.chunk.empty())
        throw InputError(path(), object + " is not one text of fixed length");
    std::string text(found.layout.value_bytes, '\0');
    check(H5Dread(found.handle.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()),
          "H5Dread", name);
    return text.substr(0, text.find('\0'));
}

std::vector<std::string> UntrustedFile::datasets_below(const std::string& group) const {
    const Lock lock;
    std::vector<std::string> names;
    const std::string place = resolve(group);
    if (place.empty()) return names;
    const Handle opened(check(H5Gopen2(file_.id(), place.c_str(), H5P_DEFAULT), "H5Gopen2", path()),
                        H5Gclose);
    check(H5Lvisit(opened.id(), H5_INDEX_NAME, H5_ITER_INC, keep_dataset, &names), "H5Lvisit",
          path());
    for (std::string& name : names) name = group + "/" + name;
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace mdsim::h5
