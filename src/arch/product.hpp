// A product is a table: grid, memory map, clocks, latencies, each with its source beside it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/coord.hpp"

namespace ironbird::arch {

enum class Family : std::uint8_t { grayskull, wormhole, blackhole };

// Where fast dispatch takes its cores from.
enum class DispatchAxis : std::uint8_t { rows, columns };

// What all products of a family have in common.
struct FamilyTraits {
    Family family;
    std::string_view name;     // "wormhole_b0": upstream's ARCH_NAME
    std::string_view c_macro;  // "ARCH_WORMHOLE": what kernels test
    std::string_view title;    // for messages
    std::string_view default_product;
    Physical pcie;  // where the host is on the NoC (upstream's soc descriptors)
    DispatchAxis dispatch_axis;
    bool dst_32_bits;     // Dst can hold 32 bits
    float eps, nan, inf;  // the vector unit's, as upstream's hal names them
};
const FamilyTraits& traits(Family family);

inline std::string_view name(Family family) {
    return traits(family).name;
}
inline std::string_view c_macro(Family family) {
    return traits(family).c_macro;
}

struct Grid {
    std::uint32_t x, y;
};

// One DRAM bank as the allocator sees it.
struct DramBank {
    std::uint32_t controller;
    std::uint64_t offset;  // of the bank inside its controller's address space
    Physical endpoint[2];  // tile through which workers reach it, by NoC
};

struct Alignment {
    std::uint32_t l1, dram_read, dram_write, pcie_read, pcie_write;
};

struct MemoryMap {
    std::uint32_t l1_bytes;
    std::uint32_t zeros_base, zeros_bytes;  // 512 zero bytes that kernels use as a NoC source
    std::uint32_t kernel_config_base, kernel_config_bytes;
    std::uint32_t unreserved_base;  // first address of circular buffers
    std::uint64_t dram_bank_bytes;
    std::uint64_t dram_unreserved_base;  // first address of DRAM buffers
};

// Cycles of one NoC command on the issuing processor, steady state.
struct IssueCosts {
    std::uint32_t read, read_stateful, read_page;
    std::uint32_t write, write_stateful, write_page;
    std::uint32_t multicast, atomic, inline_write;
    std::uint32_t set_state;  // of a command buffer, for the stateful ones
};

// How much of a packet's delay its tile feels: a share in 256ths, and at most so many 16ths of the
// packet's own duration.
struct Stall {
    std::uint16_t share, limit;
};

struct NocTiming {
    std::uint32_t flit_bytes, max_packet_bytes;
    std::uint32_t hop_cycles;     // router to router
    std::uint32_t read_fixed;     // round trip of a read without hops, issue and payload
    std::uint32_t write_fixed;    // the same for an acknowledged write
    std::uint32_t depart_cycles;  // from issue until the source bytes are taken
    double read_bytes_per_cycle, write_bytes_per_cycle;
    std::uint32_t packet_cycles;  // of a link, for each packet beside its payload
    std::uint32_t atomic_cycles;  // of the L1 port

    // Multicasts reserve their path: so long, and so much for each hop to the farthest receiver.
    std::uint32_t reserve_cycles, reserve_hop_cycles;

    std::uint32_t request_slots;  // read requests that can stand on a link at a time

    // A packet that is held up on its way holds up the next one of its tile, after the routers of
    // its path have taken in buffer_cycles each.
    std::uint32_t buffer_cycles;
    Stall request_stall, response_stall;  // between cores
    Stall dram_response_stall;            // at the bank's endpoint

    // A link that an answer from DRAM has to wait for is taken longer by it, in 256ths, when many
    // tiles' answers share it; by none of that when few do, and by a part in between.
    std::uint32_t dram_response_longer, dram_sharers_few, dram_sharers_many;

    IssueCosts issue;
};

struct DramTiming {
    std::uint32_t read_extra, write_extra;    // beyond an L1 round trip
    double bytes_per_cycle;                   // of one bank
    double shared_write_bytes_per_cycle;      // the same, when writes of several tiles alternate
    double request_interval, write_interval;  // cycles between requests at an endpoint, per NoC
    std::uint32_t partial_bytes;              // a write of no more than this is a read and a write
    std::uint64_t partial_cycles;             // and takes the bank so long
};

// The Ethernet tiles of a chip, one for each channel, and the links that leave from them.
struct Ethernet {
    std::uint32_t links;
    std::span<const Physical> tiles;  // by channel
    std::uint32_t processors;
    std::uint32_t queues;  // for sending
    std::uint32_t l1_bytes;
    std::uint32_t unreserved_base, unreserved_bytes;        // of L1, for programs
    std::uint32_t info_base;                                // erisc_info_t: the words of channels
    std::uint32_t kernel_config_base, kernel_config_bytes;  // arguments and semaphores

    double bytes_per_cycle;        // each way
    std::uint32_t frame_bytes;     // most payload of a frame
    std::uint32_t frame_overhead;  // headers, checksum and gap of each
    std::uint32_t latency_cycles;  // from the last byte sent until it is in the other L1
    std::uint32_t command_cycles;  // of the processor, for one command
};

// A router of the fabric, in cycles of its processor, which runs a loop of looks at its channels.
struct RouterTiming {
    std::uint32_t look_sender, look_receiver;  // that finds nothing, and before anything is done
    std::uint32_t mesh_look;                   // so much more in two dimensions
    std::uint32_t turn;                        // of the loop, beside its looks
    std::uint32_t send;                        // a packet over the cable
    std::uint32_t complete;                    // the other end has a slot again
    std::uint32_t credit;                      // who filled a slot is told that it is free
    std::uint32_t forward;                     // to another router of the chip
    std::uint32_t write, further_write;        // to the chip's memory, of one packet
    std::uint32_t acknowledge;                 // a packet to the other end
    std::uint32_t flush;                       // to ask for one transaction number
    bool two_processors;                       // one sends, the other receives
};

struct Fabric {
    std::uint32_t routing_table, connections;  // in every worker's L1
    std::uint32_t most_payload;                // bytes of a packet
    RouterTiming router;
};

// Transfers between a core and the host's memory. Data; a kernel that asks for one is refused.
struct PcieTiming {
    double read_bytes_per_cycle, write_bytes_per_cycle;
    std::uint32_t issue;  // of one command
};

// Cycles of calls that are not NoC commands.
struct CallCosts {
    std::uint32_t cb_reserve, cb_push, cb_wait, cb_pop;
    std::uint32_t semaphore_poll, barrier_poll;
    std::uint32_t kernel_start;
};

// What it takes to get a program onto the cores, and data to and from the card, under fast
// dispatch. Cycles of the dispatch core for one program; it works on the next one while this one
// runs.
struct LaunchTiming {
    std::uint32_t program;             // go signal and launch messages, whatever the program holds
    std::uint32_t config, config_one;  // CBs, semaphores, common arguments: many cores, one core
    double config_bytes_per_cycle;
    std::uint32_t group;           // each further set of cores with kernels or CBs of its own
    std::uint32_t arguments;       // arguments of each core's own: for each group
    std::uint32_t core_arguments;  // and for each core
    double core_argument_rate;     // bytes per cycle on top of that
    double core_argument_peak;     // bytes per cycle when there are many
    std::uint32_t cb_setup;        // of one CB, on the core, before its kernels begin
    std::uint32_t host_ns;         // the host's part of an enqueue that is no trace's
    std::uint32_t write_page_ns, read_page_ns;  // least time for a page of a buffer
    double write_gb_per_s, read_gb_per_s;
};

// Cycles of the Tensix engine; a tile is 32 x 32.
struct TensixTiming {
    std::uint32_t unpack_bytes;         // per cycle, one unpacker alone
    std::uint32_t unpack_bytes_shared;  // per cycle, each of two
    std::uint32_t unpack_fill;          // address set-up of one fill of a bank
    // In blocks of products each unpacker slows the other: for the tiles that are kept, and for at
    // least so many quarters of what streams into SrcA.
    bool block_shared;
    std::uint32_t block_shared_quarters;
    std::uint32_t product, elementwise, reduce;  // of one tile and fidelity phase
    std::uint32_t product_gap;                   // of one product, while the banks change
    std::uint32_t move;                          // a tile between registers
    std::uint32_t pack_bytes;                    // per cycle
    std::uint32_t pack_bytes_accumulating;       // per cycle, adding to what L1 holds
    std::uint32_t pack_fixed;
    std::uint32_t untilize;   // a tile packed as rows
    std::uint32_t call;       // least distance of two calls of one processor
    std::uint32_t configure;  // a change of formats
    std::uint32_t handover;   // of a section of Dst, each side
    std::uint32_t semaphore, mailbox;
};

struct Limits {
    std::uint32_t cbs, semaphores, transaction_ids, max_outstanding_per_id;
    std::uint32_t runtime_args;  // unique plus common words of one kernel
};

struct Product {
    std::string_view name;  // "n150"
    Family family;
    std::string_view board;  // one sentence for `ironbird devices`
    Grid noc_grid;
    // NoC0 numbers, in logical order; those that harvesting takes come last.
    std::span<const std::uint32_t> tensix_columns, tensix_rows;
    std::uint32_t harvested_rows, harvested_columns;  // taken from the end
    Grid compute_grid;                                // what programs see under fast dispatch
    Virtual tensix_virtual_start;
    std::uint32_t clock_mhz;
    MemoryMap memory;
    Alignment alignment;
    std::span<const DramBank> dram;
    std::uint32_t dram_controllers;
    NocTiming noc;
    DramTiming dram_timing;
    Ethernet ethernet;
    Fabric fabric;
    PcieTiming pcie;
    CallCosts calls;
    LaunchTiming launch;
    TensixTiming tensix;
    Limits limits;
    double dram_gb_per_s;
    std::uint32_t chips;       // ASICs on the board; each is one device
    std::string_view assumed;  // which figures are not documented, for `ironbird devices`

    // All enabled Tensix cores, dispatch included (slow dispatch sees them all).
    Grid tensix_grid() const {
        return {static_cast<std::uint32_t>(tensix_columns.size()) - harvested_columns,
                static_cast<std::uint32_t>(tensix_rows.size()) - harvested_rows};
    }
};

// Where NoC addresses find the Ethernet tile of a channel, below ethernet.links.
Virtual ethernet_virtual(const Product& product, std::uint32_t channel);
std::optional<std::uint32_t> ethernet_channel(const Product& product, Virtual at);

std::span<const Product> products();

// By product name, or by upstream's ARCH_NAME (the family's default product); nullptr if unknown.
const Product* find(std::string_view name);

// The product of who asks for none.
inline constexpr std::string_view kDefaultProduct = "n150";

// As find(); throws chip-unknown naming the choices.
const Product& selected(std::string_view name);

}  // namespace ironbird::arch
