// Grayskull products. No headers of this family are left upstream: what is not known is n150's,
// and said to be assumed.
#include <array>
#include <cmath>

#include "arch/families.hpp"

namespace ironbird::arch {
namespace {

constexpr std::uint32_t kColumns[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
constexpr std::uint32_t kRows[] = {1, 2, 3, 4, 5, 7, 8, 9, 10, 11};

constexpr DramBank bank(std::uint32_t controller, Physical at) {
    return {.controller = controller, .offset = 0, .endpoint = {at, at}};
}

constexpr DramBank kBanks[] = {
    bank(0, {1, 0}), bank(1, {1, 6}), bank(2, {4, 0}),  bank(3, {4, 6}),
    bank(4, {7, 0}), bank(5, {7, 6}), bank(6, {10, 0}), bank(7, {10, 6}),
};

// Of the vendor's peak, the shares that Wormhole's banks reach.
void set_dram(Product& p, double gb_per_s) {
    const double bytes_per_cycle = gb_per_s * 1000 / 8 / p.clock_mhz;
    p.dram_gb_per_s = std::floor(gb_per_s);
    p.dram_timing.bytes_per_cycle = bytes_per_cycle * 0.93;
    p.dram_timing.shared_write_bytes_per_cycle = bytes_per_cycle * 0.51;
}

Product e150() {
    Product p = wormhole_products().front();
    p.name = "e150";
    p.family = Family::grayskull;
    p.board = "one Grayskull, 120 Tensix cores";
    p.noc_grid = {13, 12};
    p.tensix_columns = kColumns;
    p.tensix_rows = kRows;
    p.harvested_rows = 0;
    p.compute_grid = {12, 9};
    p.tensix_virtual_start = {1, 1};  // no translation: virtual is physical
    p.clock_mhz = 1200;
    p.memory.l1_bytes = 1 << 20;
    p.dram = kBanks;
    p.dram_controllers = 8;
    p.ethernet = {};
    set_dram(p, 118.4);
    p.assumed = "L1 map, alignments, CB and semaphore counts, all latencies and costs (Wormhole's)";
    return p;
}

Product e75() {
    Product p = e150();
    p.name = "e75";
    p.board = "one Grayskull, 96 Tensix cores";
    p.harvested_rows = 2;
    p.compute_grid = {12, 7};
    p.clock_mhz = 1000;
    set_dram(p, 102.4);
    return p;
}

}  // namespace

std::span<const Product> grayskull_products() {
    static const std::array products = {e75(), e150()};
    return products;
}

}  // namespace ironbird::arch
