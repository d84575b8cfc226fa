// NoC addresses: 36 bits of local address, then x and y in 6 bits each; a multicast holds its end
// corner there and its start corner in the next 12 bits.
#pragma once

#include <stdint.h>

#include "ironbird/chip.h"

#define COORDINATE_VIRTUALIZATION_ENABLED 1

#define NOC_ADDR_LOCAL_BITS 36
#define NOC_ADDR_NODE_ID_BITS 6
#define NOC_NODE_ID_MASK ((uint64_t{1} << NOC_ADDR_NODE_ID_BITS) - 1)
#define NOC_LOCAL_ADDR_MASK ((uint64_t{1} << NOC_ADDR_LOCAL_BITS) - 1)
#define NOC_REG_SPACE_START_ADDR 0xFF000000

namespace ironbird {

// One of the 6-bit coordinates of an address, counted from the low end.
constexpr uint64_t noc_field(uint64_t addr, uint32_t index) {
    return (addr >> (NOC_ADDR_LOCAL_BITS + index * NOC_ADDR_NODE_ID_BITS)) & NOC_NODE_ID_MASK;
}

constexpr uint64_t noc_address(uint64_t x, uint64_t y, uint64_t local) {
    return (y << NOC_ADDR_NODE_ID_BITS | x) << NOC_ADDR_LOCAL_BITS | local;
}

constexpr uint64_t noc_rectangle(uint64_t x0, uint64_t y0, uint64_t x1, uint64_t y1,
                                 uint64_t local) {
    return noc_address(x0, y0, 0) << (2 * NOC_ADDR_NODE_ID_BITS) | noc_address(x1, y1, local);
}

}  // namespace ironbird

#define NOC_LOCAL_ADDR_OFFSET(addr) ((addr) & NOC_LOCAL_ADDR_MASK)
#define NOC_LOCAL_ADDR(addr) NOC_LOCAL_ADDR_OFFSET(addr)
#define NOC_UNICAST_ADDR_X(addr) ironbird::noc_field(addr, 0)
#define NOC_UNICAST_ADDR_Y(addr) ironbird::noc_field(addr, 1)
#define NOC_MCAST_ADDR_END_X(addr) ironbird::noc_field(addr, 0)
#define NOC_MCAST_ADDR_END_Y(addr) ironbird::noc_field(addr, 1)
#define NOC_MCAST_ADDR_START_X(addr) ironbird::noc_field(addr, 2)
#define NOC_MCAST_ADDR_START_Y(addr) ironbird::noc_field(addr, 3)

#define NOC_XY_ADDR(x, y, addr) ironbird::noc_address(x, y, addr)
#define NOC_XY_ADDR2(xy, addr) (uint64_t(xy) << NOC_ADDR_LOCAL_BITS | uint64_t(addr))
#define NOC_MULTICAST_ADDR(x0, y0, x1, y1, addr) ironbird::noc_rectangle(x0, y0, x1, y1, addr)

// Coordinates without an address, as hosts hand them over.
#if !defined(IB_ANY_CHIP)
inline constexpr uint32_t NOC_ADDR_COORD_SHIFT = NOC_ADDR_LOCAL_BITS - NOC_COORD_REG_OFFSET;
#define NOC_XY_ENCODING(x, y) (uint32_t(ironbird::noc_address(x, y, 0) >> NOC_ADDR_COORD_SHIFT))
#define NOC_MULTICAST_ENCODING(x0, y0, x1, y1) \
    (uint32_t(ironbird::noc_rectangle(x0, y0, x1, y1, 0) >> NOC_ADDR_COORD_SHIFT))
#if defined(ARCH_BLACKHOLE)
#define NOC_XY_PCIE_ENCODING(x, y) (ironbird::noc_address(x, y, 0) | (uint64_t{1} << 60))
#else
#define NOC_XY_PCIE_ENCODING(x, y) (ironbird::noc_address(x, y, 0) | 0x800000000)
#endif
#endif

// Kernels work in translated coordinates, which are the same on both NoCs.
#define NOC_0_X(noc, size, x) (x)
#define NOC_0_Y(noc, size, y) (y)
#define NOC_X(x) (x)
#define NOC_Y(y) (y)
#define DYNAMIC_NOC_X(noc, x) (x)
#define DYNAMIC_NOC_Y(noc, y) (y)
