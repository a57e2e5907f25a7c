// SPDX-License-Identifier: BSD-3-Clause
#include "output/checkpoint_seal.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <vector>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "output/checksum.hpp"

namespace mdsim {

namespace {

constexpr const char* pattern =
    "mdsim checkpoint\nformat %d\nstep %" PRId64 "\nbytes %" PRIu64 "\nchecksum %016" PRIx64 "\n";

std::string text_of(const CheckpointHead& head) {
    std::string text(checkpoint_head_bytes, '\0');
    std::snprintf(text.data(), text.size(), pattern, head.format, head.step, head.bytes,
                  head.checksum);
    return text;
}

std::uint64_t checksum_with(const PosixFile& file, CheckpointHead head) {
    MDSIM_EXPECT(head.bytes >= checkpoint_head_bytes);
    head.checksum = 0;
    Checksum checksum;
    checksum.add(bytes_of(text_of(head)));
    std::vector<std::byte> piece(std::size_t{1} << 20);
    for (std::uint64_t at = checkpoint_head_bytes; at < head.bytes; at += piece.size()) {
        piece.resize(std::min<std::uint64_t>(piece.size(), head.bytes - at));
        file.read_at(at, piece);
        checksum.add(piece);
    }
    return checksum.value();
}

/// The head of an open file. Throws InputError where it is not that of a file of this size.
CheckpointHead head_of(const PosixFile& file) {
    const std::string& path = file.path();
    std::string text(std::min(file.size(), checkpoint_head_bytes), '\0');
    file.read_at(0, std::as_writable_bytes(std::span<char>(text.data(), text.size())));
    CheckpointHead head;
    if (std::sscanf(text.c_str(), "mdsim checkpoint\nformat %d\n", &head.format) != 1)
        throw InputError(path, "this is not a checkpoint of mdsim, or its head is damaged");
    if (head.format > checkpoint_format)
        throw InputError(path, "this checkpoint has format " + std::to_string(head.format) +
                                   "; this program reads up to " +
                                   std::to_string(checkpoint_format) + ": use a newer mdsim");
    const int found =
        std::sscanf(text.c_str(), pattern, &head.format, &head.step, &head.bytes, &head.checksum);
    if (found != 4 || text != text_of(head))
        throw InputError(path, "the head of this checkpoint is damaged");
    if (file.size() != head.bytes)
        throw InputError(path, "this checkpoint has " + std::to_string(file.size()) +
                                   " bytes instead of " + std::to_string(head.bytes) +
                                   ": it was cut or added to");
    return head;
}

} // namespace

void seal_checkpoint(PosixFile& file, Step step) {
    MDSIM_EXPECT(step >= 0);
    file.start_writing();
    CheckpointHead head{checkpoint_format, step, file.size(), 0};
    head.checksum = checksum_with(file, head);
    file.write_at(0, bytes_of(text_of(head)));
    file.sync();
    file.close();
}

CheckpointHead read_head(const std::string& path) {
    return head_of(PosixFile(path, FileMode::read));
}

CheckpointHead verify_checkpoint(const std::string& path) {
    const PosixFile file(path, FileMode::read);
    const CheckpointHead head = head_of(file);
    if (checksum_with(file, head) != head.checksum)
        throw InputError(path, "this checkpoint is damaged: its checksum is wrong");
    return head;
}

} // namespace mdsim
