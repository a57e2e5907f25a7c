// SPDX-License-Identifier: BSD-3-Clause
#include "setup/list_choice.hpp"

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// Near the fastest for liquids, and LAMMPS' customary 0.3 sigma for a cutoff of 2.5 sigma. Where
/// a step walks its lists twice, shorter lists save less than rebuilds cost; and in crystals of
/// copper and silicon no pair was missing from lists that are a little longer. Tiles of 64 to 256
/// atoms are within 5 % on one AVX-512 core.
ListChoice for_processors(bool many_body) { return {many_body ? 0.2 : 0.12, 128, true}; }

/// Below some number of atoms steps are so short that a search for missing pairs costs more than it
/// saves. Lists whose pairs are searched serve longer, and a rebuild costs more steps than on
/// processors. Where memory may be short, a per cent of speed goes for 20 bytes an atom. Tiles must
/// be many enough to fill the GPU.
ListChoice of_pairs_on_gpu(std::int64_t atoms) {
    const bool searched = atoms >= 400'000;
    const double skin = atoms >= 8'000'000 ? 0.14 : searched ? 0.2 : 0.24;
    return {skin, atoms < 100'000 ? 64 : atoms < 200'000 ? 128 : 256, searched};
}

/// Two walks a step are longer than one, so that a search pays earlier. Without one the skin is so
/// wide that the atoms of a hot crystal hardly ever leave half of it. What blocks read beside
/// atoms, as curves, speaks for large tiles.
ListChoice of_many_bodies_on_gpu(std::int64_t atoms) {
    const bool searched = atoms >= 50'000;
    return {searched ? 0.32 : 0.45, atoms < 100'000 ? 128 : 256, searched};
}

} // namespace

ListChoice choose_lists(std::int64_t atoms, bool many_body, bool on_gpu) {
    MDSIM_EXPECT(atoms >= 0);
    if (!on_gpu) return for_processors(many_body);
    return many_body ? of_many_bodies_on_gpu(atoms) : of_pairs_on_gpu(atoms);
}

} // namespace mdsim
