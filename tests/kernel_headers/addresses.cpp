// NoC addresses as constants: cores, rectangles, banks and interleaved pages.
#include <ironbird/prelude.h>
#define KERNEL_COMPILE_TIME_ARGS
#include <ironbird/kernel_begin.h>

constexpr uint64_t at(uint64_t x, uint64_t y, uint64_t local) {
    return y << 42 | x << 36 | local;
}

static_assert(get_noc_addr(18, 19, 0x1234) == at(18, 19, 0x1234));
static_assert(NOC_UNICAST_ADDR_X(at(18, 19, 5)) == 18 && NOC_UNICAST_ADDR_Y(at(18, 19, 5)) == 19);
static_assert(NOC_LOCAL_ADDR(at(18, 19, 0x987654321)) == 0x987654321);

constexpr uint64_t kRectangle = get_noc_multicast_addr(18, 19, 21, 22, 0x40);
static_assert(NOC_LOCAL_ADDR(kRectangle) == 0x40);
static_assert(NOC_MCAST_ADDR_START_X(kRectangle) == 18 && NOC_MCAST_ADDR_START_Y(kRectangle) == 19);
static_assert(NOC_MCAST_ADDR_END_X(kRectangle) == 21 && NOC_MCAST_ADDR_END_Y(kRectangle) == 22);

// A host hands coordinates over in the chip's own encoding, which differs between the chips.
static_assert(get_noc_addr_helper(NOC_XY_ENCODING(18, 19), 0x44) == at(18, 19, 0x44));

static_assert(get_noc_addr_from_bank_id<true>(1, 0x20) == at(2, 0, 0x20 + 1024));
static_assert(get_noc_addr_from_bank_id<true>(2, 0x20) == at(3, 1, 0x20));
static_assert(get_noc_addr_from_bank_id<true>(2, 0x20, 1) == at(6, 5, 0x20));
static_assert(get_noc_addr_from_bank_id<false>(1, 0x20) == at(19, 18, 0x20));

// Page 7 of 3 banks is row 2 of bank 1; a row of 100 bytes takes the bank's alignment.
constexpr InterleavedAddrGen<true> kPages{.bank_base_address = 0x1000, .page_size = 100};
static_assert(get_noc_addr(7, kPages) == at(2, 0, 0x1000 + 1024 + 2 * 128));
static_assert(get_noc_addr(7, kPages, 12) == get_noc_addr(7, kPages) + 12);

constexpr InterleavedPow2AddrGen<false> kSmall{.bank_base_address = 0,
                                               .log_base_2_of_page_size = 2};
static_assert(get_noc_addr(5, kSmall) == at(19, 18, 2 * 16));

constexpr InterleavedAddrGenFast<true> kTiles{
    .bank_base_address = 0, .page_size = 1088, .data_format = DataFormat::Bfp8_b};
static_assert(get_noc_addr(3, kTiles) == at(1, 0, 1088));
static_assert(MUL_WITH_TILE_SIZE(uint32_t(DataFormat::Bfp4_b), 2) == 2 * 576);
static_assert(MUL_WITH_TILE_SIZE<256>(uint32_t(DataFormat::Float32), 1) == 1024);

void kernel_main() {}
#include <ironbird/kernel_end.h>
