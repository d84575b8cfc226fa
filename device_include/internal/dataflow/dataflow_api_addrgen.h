// NoC addresses of cores, banks and interleaved pages.
#pragma once

#include <concepts>
#include <utility>

#include "api/alignment.h"
#include "ironbird/banks.h"
#include "risc_common.h"
#include "tensix_types.h"

constexpr uint64_t get_noc_addr(uint32_t noc_x, uint32_t noc_y, uint32_t addr,
                                uint8_t noc = noc_index) {
    return NOC_XY_ADDR(DYNAMIC_NOC_X(noc, noc_x), DYNAMIC_NOC_Y(noc, noc_y), addr);
}

// An address on this very core.
FORCE_INLINE uint64_t get_noc_addr(uint32_t addr, uint8_t noc = noc_index) {
    return NOC_XY_ADDR(my_x[noc], my_y[noc], addr);
}

constexpr uint64_t get_noc_multicast_addr(uint32_t noc_x_start, uint32_t noc_y_start,
                                          uint32_t noc_x_end, uint32_t noc_y_end, uint32_t addr,
                                          uint8_t noc = noc_index) {
    return NOC_MULTICAST_ADDR(noc_x_start, noc_y_start, noc_x_end, noc_y_end, addr);
}

// `noc_xy` in the encoding that hosts hand over (NOC_XY_ENCODING).
IB_OF_CHIP uint64_t get_noc_addr_helper(uint32_t noc_xy, uint32_t addr) {
    return uint64_t{noc_xy} << (NOC_ADDR_LOCAL_BITS - ironbird::chip::coordinate_shift()) | addr;
}

template <bool DRAM>
constexpr uint64_t get_noc_addr_from_bank_id(uint32_t bank_id, uint32_t bank_address_offset,
                                             uint8_t noc = noc_index) {
    namespace gen = interleaved_addr_gen;
    return get_noc_addr_helper(gen::get_noc_xy<DRAM>(bank_id, noc),
                               bank_address_offset + gen::get_bank_offset<DRAM>(bank_id));
}

namespace ironbird {

// Page `id` of pages that stand `stride(row)` bytes into their bank; the shape of every generator.
template <bool DRAM, class Stride>
constexpr uint64_t interleaved_page(uint32_t id, uint32_t base, uint8_t noc, Stride stride) {
    namespace gen = interleaved_addr_gen;
    const uint32_t row = gen::get_bank_offset_index<DRAM>(id);
    return get_noc_addr_from_bank_id<DRAM>(gen::get_bank_index<DRAM>(id, row), base + stride(row),
                                           noc);
}

// Bytes of a tile of `hw` values; block formats carry a byte of exponent per 16, at least 16 bytes.
template <uint32_t hw>
constexpr uint32_t tile_bytes(DataFormat format) {
    constexpr uint32_t exponents = hw / 16 > 16 ? hw / 16 : 16;
    switch (format) {
        case DataFormat::Float32:
        case DataFormat::Int32:
        case DataFormat::UInt32:
            return 4 * hw;
        case DataFormat::Float16:
        case DataFormat::Float16_b:
        case DataFormat::UInt16:
            return 2 * hw;
        case DataFormat::UInt8:
            return hw;
        case DataFormat::Bfp4:
        case DataFormat::Bfp4_b:
            return hw / 2 + exponents;
        case DataFormat::Bfp2:
        case DataFormat::Bfp2_b:
            return hw / 4 + exponents;
        default:
            return hw + exponents;
    }
}

template <bool DRAM>
constexpr uint32_t padded_log2(uint32_t log2_size) {
    const uint32_t least = interleaved_addr_gen::get_log_base2_of_allocator_alignment<DRAM>();
    return log2_size > least ? log2_size : least;
}

}  // namespace ironbird

template <uint32_t tile_hw = 1024>
constexpr uint32_t MUL_WITH_TILE_SIZE(uint32_t format, uint32_t index) {
    return index * ironbird::tile_bytes<tile_hw>(static_cast<DataFormat>(format & 0x1F));
}

// The generators are aggregates: kernels name their first members.

// Pages of any size, each padded to the bank's alignment.
template <bool DRAM>
struct InterleavedAddrGen {
    uint32_t bank_base_address;
    const uint32_t page_size;
    const uint32_t aligned_page_size =
        align_power_of_2(page_size, interleaved_addr_gen::get_allocator_alignment<DRAM>());
    static constexpr bool is_dram = DRAM;

    constexpr uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0,
                                    uint8_t noc = noc_index) const {
        return ironbird::interleaved_page<DRAM>(
            id, bank_base_address + offset, noc,
            [this](uint32_t row) { return row * aligned_page_size; });
    }
};

namespace ironbird {

// Pages whose size is a power of two; upstream has two names for them, which kernels overload on.
template <bool DRAM, bool Fast>
struct Pow2Pages {
    uint32_t bank_base_address;
    const uint32_t log_base_2_of_page_size;
    const uint32_t aligned_log_base_2_of_page_size = padded_log2<DRAM>(log_base_2_of_page_size);
    static constexpr bool is_dram = DRAM;

    constexpr uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0,
                                    uint8_t noc = noc_index) const {
        return interleaved_page<DRAM>(id, bank_base_address + offset, noc, [this](uint32_t row) {
            return row << aligned_log_base_2_of_page_size;
        });
    }
};

}  // namespace ironbird

template <bool DRAM>
using InterleavedPow2AddrGen = ironbird::Pow2Pages<DRAM, false>;
template <bool DRAM>
using InterleavedPow2AddrGenFast = ironbird::Pow2Pages<DRAM, true>;

// Pages that are tiles of one format.
template <bool DRAM, uint32_t tile_hw = 1024>
struct InterleavedAddrGenFast {
    uint32_t bank_base_address, page_size;
    DataFormat data_format;
    static constexpr bool is_dram = DRAM;

    constexpr uint64_t get_noc_addr(uint32_t id, uint32_t offset = 0,
                                    uint8_t noc = noc_index) const {
        return ironbird::interleaved_page<DRAM>(
            id, bank_base_address + offset, noc, [this](uint32_t row) {
                return MUL_WITH_TILE_SIZE<tile_hw>(uint32_t(data_format), row);
            });
    }
};

// Anything that knows the address of its pages.
template <class T>
concept ib_page_source = requires(const T& pages, uint32_t id, uint32_t offset, uint8_t noc) {
    { pages.get_noc_addr(id, offset, noc) } -> std::convertible_to<uint64_t>;
};

template <class T>
inline constexpr bool has_get_noc_addr_v = ib_page_source<T>;
template <class T>
inline constexpr bool has_page_size_v = requires(const T& pages) { pages.page_size; };
template <class T>
inline constexpr bool has_get_aligned_page_size_v =
    requires(const T& pages) { pages.get_aligned_page_size(); };
template <class T>
inline constexpr bool has_log_base_2_of_page_size_v =
    requires(const T& pages) { pages.log_base_2_of_page_size; };
template <class T>
inline constexpr bool has_required_addrgen_traits_v =
    ib_page_source<T> &&
    (has_get_aligned_page_size_v<T> || has_page_size_v<T> || has_log_base_2_of_page_size_v<T>);

namespace ironbird {

template <class AddrGen>
constexpr uint32_t page_bytes(const AddrGen& pages) {
    static_assert(has_required_addrgen_traits_v<AddrGen>,
                  "a page source needs get_noc_addr() and get_aligned_page_size(), page_size or "
                  "log_base_2_of_page_size");
    if constexpr (has_get_aligned_page_size_v<AddrGen>) {
        return pages.get_aligned_page_size();
    } else if constexpr (has_page_size_v<AddrGen>) {
        return pages.page_size;
    } else {
        return 1u << pages.log_base_2_of_page_size;
    }
}

// Where its pages begin in their banks, so that a check knows whose page is meant; 0: unknown.
template <class AddrGen>
constexpr uint32_t bank_base(const AddrGen& pages) {
    if constexpr (requires { pages.get_bank_base_address(); }) {
        return pages.get_bank_base_address();
    } else if constexpr (requires { pages.bank_base_address; }) {
        return pages.bank_base_address;
    } else {
        return 0;
    }
}

}  // namespace ironbird

template <ib_page_source AddrGen>
constexpr uint64_t get_noc_addr(uint32_t id, const AddrGen& addrgen, uint32_t offset = 0,
                                uint8_t noc = noc_index) {
    return addrgen.get_noc_addr(id, offset, noc);
}

#if !defined(IB_ANY_CHIP)
inline uint64_t get_dram_noc_addr(uint32_t id, uint32_t page_size, uint32_t bank_base_address,
                                  uint32_t offset = 0, uint8_t noc = noc_index) {
    return InterleavedAddrGen<true>{bank_base_address, page_size}.get_noc_addr(id, offset, noc);
}

#if !defined(IB_ANY_L1_BANKS)
inline uint64_t get_l1_noc_addr(uint32_t id, uint32_t page_size, uint32_t bank_base_address,
                                uint32_t offset = 0, uint8_t noc = noc_index) {
    return InterleavedAddrGen<false>{bank_base_address, page_size}.get_noc_addr(id, offset, noc);
}
#endif

inline uint64_t get_system_memory_noc_addr(uint32_t id, uint32_t page_size, uint32_t base_addr,
                                           uint32_t offset = 0, uint8_t noc = noc_index) {
    return NOC_XY_PCIE_ENCODING(PCIE_NOC_X, PCIE_NOC_Y) | (base_addr + page_size * id + offset);
}
#endif

template <bool DRAM, bool is_size_pow2>
FORCE_INLINE auto get_interleaved_addr_gen(uint32_t base_addr, uint32_t page_size,
                                           uint32_t log2_page_size) {
    if constexpr (is_size_pow2) {
        return InterleavedPow2AddrGen<DRAM>{base_addr, log2_page_size};
    } else {
        return InterleavedAddrGen<DRAM>{base_addr, page_size};
    }
}

template <bool DRAM, bool is_size_pow2>
FORCE_INLINE auto get_interleaved_addr_gen(uint32_t base_addr, uint32_t size) {
    return get_interleaved_addr_gen<DRAM, is_size_pow2>(base_addr, size, size);
}

template <bool DRAM, uint32_t page_size>
FORCE_INLINE auto get_interleaved_addr_gen(uint32_t base_addr) {
    if constexpr (!is_power_of_2(page_size)) {
        return InterleavedAddrGen<DRAM>{base_addr, page_size};
    } else if constexpr (ironbird::chip::goes_as_one_packet<page_size>()) {
        return InterleavedPow2AddrGenFast<DRAM>{base_addr, __builtin_ctz(page_size)};
    } else {
        return InterleavedPow2AddrGen<DRAM>{base_addr, __builtin_ctz(page_size)};
    }
}
