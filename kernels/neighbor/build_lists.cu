// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/neighbor/build_lists.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/neighbor/find_j_atoms.cuh"
#include "kernels/neighbor/type_ranges.cuh"
#include "kernels/neighbor/write_entries.cuh"
#include "kernels/runtime/device_limits.hpp"

namespace mdsim {

namespace {

/// Blocks that an SM should hold at once, which bounds registers.
constexpr int build_blocks = 3;

/// Classes of banks whose points lie in shared memory at once: half of them where types take some
/// too, and a mixture is dense, so that a third block finds room. Several potentials need all
/// classes, as they share the points of a window.
MDSIM_HD std::uint32_t classes_at_once(const TileShape& shape, std::uint32_t potentials,
                                       std::uint32_t types) {
    return shape.lanes == 1 && potentials == 1 && types > 1 ? bank_classes / 2 : bank_classes;
}

/// How the shared memory of a block is divided. The groups near the tile are not needed any more
/// when neighbours are found, so both use the same place.
struct SharedPlan {
    std::size_t types;
    std::size_t bounds;
    std::size_t neighbors;
    std::size_t bytes;

    MDSIM_HD SharedPlan(const TileShape& shape, std::uint32_t window, std::uint32_t potentials,
                        std::uint32_t type_count, const ListCapacity& capacity) {
        const auto round = [](std::size_t size) { return (size + 15) / 16 * 16; };
        const std::size_t places = SharedWindow::places_for(
            SharedWindow::words_for(window), classes_at_once(shape, potentials, type_count));
        types = places * sizeof(SplitPoint);
        bounds = types + (type_count > 1 ? round(places * 2) : 0);
        neighbors = bounds + round(std::size_t{2} * (bank_classes + shape.lanes) * shape.atoms);
        const std::size_t columns =
            std::size_t{shape.lanes} * shape.atoms * Neighbors::column_bytes(capacity.neighbors);
        const std::size_t groups = capacity.groups * sizeof(NearGroup);
        bytes = round(neighbors + (columns > groups ? columns : groups));
    }
};

template <class P> struct BlockShared {
    JAtomsShared<P> j_atoms;
    GroupSearch search;
    std::uint32_t most_neighbors; ///< most neighbours of one atom in a column
};

/// What one atom of the tile is tested with, for one potential; where there are several types,
/// ranges are left out.
template <class P, bool one_type, class Source>
__device__ TestAtom test_atom(const Source& source, const DeviceTile<P>& tile,
                              const JAtomsShared<P>& j_atoms, const SharedWindow& window,
                              std::uint32_t potential, std::uint32_t atom) {
    const float scale = window.scale;
    if (atom >= tile.count) return {{0, 0, 0}, beyond2, 0};
    const Site<P> site = source.site[tile.first + atom];
    MDSIM_EXPECT(site.type >= 0 && static_cast<std::uint32_t>(site.type) < source.types);
    const auto r = seen_from<P>(j_atoms.centre, site, {0, 0, 0, 0}, source);
    const Vec3<float> s{static_cast<float>(r.x) * scale, static_cast<float>(r.y) * scale,
                        static_cast<float>(r.z) * scale};
    float excess = dot(s, s) - window.slack;
    if constexpr (one_type) excess -= static_cast<float>(source.range2[potential]) * scale * scale;
    return {s, excess, static_cast<std::uint32_t>(site.type)};
}

/// Finds the neighbours of the atoms of one warp in those classes of a window that are loaded.
template <class P, bool one_type, std::uint32_t lanes, class Source>
__device__ std::uint32_t find_in_window(const Source& source, const DeviceTile<P>& tile,
                                        const JAtomsShared<P>& j_atoms, const SharedWindow& window,
                                        const Neighbors& neighbors, std::uint32_t potential) {
    const std::uint32_t warp = threadIdx.x / warp_lanes;
    const std::uint32_t groups = source.shape.atoms / warp_lanes;
    const std::uint32_t atom = warp % groups * warp_lanes + threadIdx.x % warp_lanes;
    if (warp % groups * warp_lanes >= tile.count) return 0;
    const TestAtom test = test_atom<P, one_type>(source, tile, j_atoms, window, potential, atom);
    const OwnSlot own(j_atoms.own_slot + atom - window.first, window);
    if constexpr (one_type) {
        return find_neighbors<lanes>(test, atom, warp / groups, own, window, neighbors, OneRange{});
    } else {
        const RangeOfTypes<typename P::Real> ranges(
            source.range2 + std::size_t{potential} * source.types * source.types, source.types,
            test.type, window.scale * window.scale, window.type);
        return find_neighbors<lanes>(test, atom, warp / groups, own, window, neighbors, ranges);
    }
}

/// Finds the neighbours of the atoms of one warp in all classes of a window, of which the first are
/// loaded. All threads of the block.
template <class P, bool one_type, std::uint32_t lanes, class Source>
__device__ std::uint32_t find_in_classes(const Source& source, const ListOutput<P>& out,
                                         const DeviceTile<P>& tile, const JAtomsShared<P>& j_atoms,
                                         SharedWindow& window, const Neighbors& neighbors,
                                         std::uint32_t potential) {
    for (;;) {
        const std::uint32_t most =
            find_in_window<P, one_type, lanes>(source, tile, j_atoms, window, neighbors, potential);
        if (!window.next_classes()) return most;
        __syncthreads();
        load_window(source, out, j_atoms, window);
        pad_window(window);
        __syncthreads();
    }
}

/// Waits for those who share columns of neighbours: all warps of the block, or the own one alone
/// where each has its own.
template <std::uint32_t lanes> __device__ void sync_columns() {
    if constexpr (lanes == 1)
        __syncwarp();
    else
        __syncthreads();
}

/// Builds the entries of one window and one potential. All threads; does nothing where there is no
/// room. Where classes are not there all at once the points of the window are gone then.
template <class P, bool one_type, std::uint32_t lanes, class Source>
__device__ void build_entries(const Source& source, const ListOutput<P>& out,
                              const DeviceTile<P>& tile, BlockShared<P>& shared,
                              SharedWindow& window, const Neighbors& neighbors,
                              std::uint32_t potential, std::uint32_t run) {
    const std::uint32_t warp = threadIdx.x / warp_lanes;
    std::uint32_t most = find_in_classes<P, one_type, lanes>(source, out, tile, shared.j_atoms,
                                                             window, neighbors, potential);
    if (threadIdx.x % warp_lanes == 0) atomicMax(&shared.most_neighbors, most);
    sync_columns<lanes>();
    if constexpr (lanes > 1) most = shared.most_neighbors;
    // The groups of this warp's atoms have all been gone through if the first of them exists.
    if (warp * warp_lanes / lanes >= tile.count) {
        if (threadIdx.x % warp_lanes == 0) out.runs[run + warp] = {0, 0};
    } else if (most <= neighbors.capacity) {
        write_entries<lanes>(source, out, neighbors, run + warp);
    }
    sync_columns<lanes>();
}

/// Notes what the force kernels must know of a tile. One thread.
template <class P>
__device__ void note_tile(const JAtomsShared<P>& j_atoms, const ListOutput<P>& out,
                          DeviceTile<P>& tile) {
    atomicAdd(&out.use->tiles, 1u);
    tile.slots = j_atoms.slots;
    tile.first_slot = j_atoms.first_slot;
    tile.first_run = j_atoms.first_run;
    tile.centre = j_atoms.centre;
    out.tiles[blockIdx.x] = tile;
}

/// The window of a tile that begins with a slot.
template <class P>
__device__ void begin_window(const JAtomsShared<P>& j_atoms, std::uint32_t first,
                             std::uint32_t most, SharedWindow& window) {
    const std::uint32_t left = j_atoms.slots - first;
    MDSIM_EXPECT(first < j_atoms.slots && most > 0);
    window.first = first;
    window.count = left < most ? left : most;
    window.words = SharedWindow::words_for(window.count);
    window.first_class = 0;
}

/// Writes the j-atoms of a tile to the arena of slots, and its first window to shared memory. All
/// threads; false where there was no capacity.
template <class P, class Source>
__device__ bool keep_j_atoms(const Source& source, const ListOutput<P>& out, DeviceTile<P>& tile,
                             JAtomsShared<P>& j_atoms, NearGroup* groups, std::uint32_t found,
                             const SharedWindow& window) {
    const std::uint32_t warp = threadIdx.x / warp_lanes;
    const std::uint32_t warps = blockDim.x / warp_lanes;
    if (threadIdx.x == 0) reserve_capacity(source, out, j_atoms);
    for (std::uint32_t g = warp; g < found; g += GroupBatch<P>::most * warps)
        put_groups(source, j_atoms, window, GroupBatch<P>{groups, g, warps, found});
    pad_window(window);
    __syncthreads();
    if (!has_capacity(source, out, j_atoms)) return false;
    MDSIM_EXPECT(j_atoms.own_slot + tile.count <= j_atoms.slots);
    if (threadIdx.x == 0) note_tile(j_atoms, out, tile);
    for (std::uint32_t g = warp; g < found; g += warps)
        write_slots(source, out, groups[g], j_atoms.first_slot);
    // Where the groups are, neighbours will be noted.
    __syncthreads();
    return true;
}

/// Builds the entries of all windows and potentials, where there is capacity. The first window is
/// loaded.
template <class P, bool one_type, std::uint32_t lanes, class Source>
__device__ void build_windows(const Source& source, const ListOutput<P>& out,
                              const DeviceTile<P>& tile, BlockShared<P>& shared,
                              SharedWindow& window, const Neighbors& neighbors) {
    std::uint32_t run = shared.j_atoms.first_run;
    for (;;) {
        for (std::uint32_t potential = 0; potential < source.potentials; ++potential) {
            build_entries<P, one_type, lanes>(source, out, tile, shared, window, neighbors,
                                              potential, run);
            run += source.shape.warps();
            window.first_class = 0;
        }
        const std::uint32_t next = window.first + source.window;
        if (next >= shared.j_atoms.slots) return;
        __syncthreads();
        begin_window(shared.j_atoms, next, source.window, window);
        load_window(source, out, shared.j_atoms, window);
        pad_window(window);
        __syncthreads();
    }
}

template <class P, bool one_type, std::uint32_t lanes, class Source>
__global__ void __launch_bounds__(256, build_blocks) build(Source source, ListOutput<P> out) {
    extern __shared__ __align__(16) std::byte memory[];
    __shared__ BlockShared<P> shared;
    DeviceTile<P> tile = out.tiles[blockIdx.x];
    if (tile.count == 0) return;
    const SharedPlan plan(source.shape, source.window, source.potentials, source.types,
                          out.capacity);
    if (threadIdx.x == 0) shared.most_neighbors = 0;
    auto* near = reinterpret_cast<NearGroup*>(memory + plan.neighbors);
    const std::uint32_t found =
        find_j_atoms(source, out, tile, shared.j_atoms, near, shared.search);
    if (found == 0) return;
    SharedWindow window{reinterpret_cast<SplitPoint*>(memory),
                        one_type ? nullptr : reinterpret_cast<std::uint16_t*>(memory + plan.types),
                        0,
                        0,
                        0,
                        0,
                        classes_at_once(source.shape, source.potentials, source.types),
                        0,
                        0};
    set_scale(source, shared.j_atoms, window);
    begin_window(shared.j_atoms, 0, source.window, window);
    if (!keep_j_atoms(source, out, tile, shared.j_atoms, near, found, window)) return;
    const Neighbors neighbors{reinterpret_cast<std::uint8_t*>(memory + plan.neighbors),
                              reinterpret_cast<std::uint16_t*>(memory + plan.bounds),
                              out.capacity.neighbors, source.shape.atoms};
    build_windows<P, one_type, lanes>(source, out, tile, shared, window, neighbors);
    __syncthreads();
    if (threadIdx.x == 0) atomicMax(&out.use->neighbors, shared.most_neighbors);
}

template <class P, bool one_type, class Source> auto kernel_with_lanes(std::uint32_t lanes) {
    return lanes == 1
               ? build<P, one_type, 1, Source>
               : (lanes == 2 ? build<P, one_type, 2, Source> : build<P, one_type, 4, Source>);
}

template <class P, bool images>
void launch(const Stream& stream, const ListSourceOf<P, images>& source, const ListOutput<P>& out,
            std::uint32_t tile_count) {
    using Source = ListSourceOf<P, images>;
    const std::uint32_t lanes = source.shape.lanes;
    MDSIM_REQUIRE(lanes == 1 || lanes == 2 || lanes == 4);
    MDSIM_EXPECT(source.shape.atoms <= most_own_groups * warp_lanes);
    MDSIM_EXPECT(source.shape.threads() <= 256);
    MDSIM_EXPECT(source.potentials > 0 && source.types > 0 && source.window > 0);
    const auto kernel = source.types == 1 ? kernel_with_lanes<P, true, Source>(lanes)
                                          : kernel_with_lanes<P, false, Source>(lanes);
    const std::size_t bytes = builder_shared_bytes(source.shape, source.window, source.potentials,
                                                   source.types, out.capacity);
    MDSIM_EXPECT(bytes <= builder_shared_limit<P>());
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)),
               "setting the builder's shared memory");
    kernel<<<tile_count, source.shape.threads(), bytes, stream.get()>>>(source, out);
    check_launch("build");
}

} // namespace

std::size_t builder_shared_bytes(const TileShape& shape, std::uint32_t window,
                                 std::uint32_t potentials, std::uint32_t types,
                                 const ListCapacity& capacity) {
    MDSIM_EXPECT(window > 0 && window <= largest_window && window % warp_lanes == 0);
    return SharedPlan(shape, window, potentials, types, capacity).bytes;
}

template <class P> std::size_t builder_shared_limit() {
    // One kernel for all: what is static is the same.
    const auto kernel = kernel_with_lanes<P, true, ListSourceOf<P, false>>(1);
    cudaFuncAttributes attributes{};
    check_cuda(cudaFuncGetAttributes(&attributes, kernel), "asking for the builder's memory");
    return std::min(most_builder_shared, shared_memory_of_block() - attributes.sharedSizeBytes);
}

template std::size_t builder_shared_limit<MixedPrecision>();
template std::size_t builder_shared_limit<DoublePrecision>();

template <class P>
void build_lists(const Stream& stream, const ListSource<P>& source, const ListOutput<P>& out,
                 std::uint32_t tile_count) {
    if (source.images)
        launch(stream, ListSourceOf<P, true>(source), out, tile_count);
    else
        launch(stream, ListSourceOf<P, false>(source), out, tile_count);
}

template void build_lists(const Stream&, const ListSource<MixedPrecision>&,
                          const ListOutput<MixedPrecision>&, std::uint32_t);
template void build_lists(const Stream&, const ListSource<DoublePrecision>&,
                          const ListOutput<DoublePrecision>&, std::uint32_t);

} // namespace mdsim
