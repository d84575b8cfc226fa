// What the pass leaves in a kernel's shared object for the loader: one symbol with plain data.
#pragma once

#include <cstdint>

#include "abi/kernel.hpp"

namespace ironbird::pass {

inline constexpr char kHeaderSymbol[] = "ib_module";
inline constexpr char kEntrySymbol[] = "ib_kernel_entry";

// A text that the JIT puts into each translation unit and the pass takes out again: one include
// root of ours per line. Code whose debug location lies under a root is charged by the device.
inline constexpr char kRootsSymbol[] = "ib_own_roots";
// A line of that text which is no root: the kernel is to be of the checked flavour.
inline constexpr char kCheckedLine[] = "!checked";

// The constants of ib_compute.h and ib_chip.h that the loader fills in.
inline constexpr char kTablesSymbol[] = "ib_tables";
inline constexpr char kChipSymbol[] = "ib_chip";
inline constexpr std::uint64_t kNoTables = ~std::uint64_t{0};

// Initial contents of a kernel's data, and what to relocate in it.
struct ImageHeader {
    const std::uint8_t* bytes;
    std::uint64_t size;
    std::uint64_t alignment;
    const abi::Relocation* relocations;
    std::uint64_t relocation_count;
};

// The table that the pass writes into each object, and the loader reads.
struct ModuleHeader {
    std::uint64_t abi_version;
    ImageHeader globals;    // one copy per instance
    ImageHeader constants;  // one copy per loaded kernel
    const char* notes;      // for the user, one per line
    std::uint64_t cb_reserves, cb_pushes, cb_waits, cb_pops, cb_others, cb_views;  // see abi::CbUse
    std::uint64_t tables, chip;  // where they lie in the constants, or kNoTables
};

static_assert(sizeof(abi::Relocation) == 24 && sizeof(ImageHeader) == 40,
              "the pass writes this layout");

}  // namespace ironbird::pass
