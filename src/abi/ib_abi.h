// The narrow boundary between kernels and the device: plain functions and plain data.
// Kernels reach host state through these functions alone; src/device implements them, the JIT's
// include root carries this header, and the pass plugin knows the layout of ib_context.
// Compiled by clang for kernels and by the host compiler for the device: keep it C++17 and plain.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Bumped when a function or the layout changes: part of every kernel's cache key.
#define IB_ABI_VERSION 5

// A processor's block of memory: aligned, so that any address on its stack leads to its context.
//   [ context, IB_CONTEXT_BYTES ][ guard page ][ stack, growing down from the end ]
#define IB_BLOCK_BYTES 65536u
#define IB_CONTEXT_BYTES 8192u

// Blocks, globals and constants lie here, so that their addresses survive a trip through uint32_t.
#define IB_WINDOW_BEGIN 0x10000000u
#define IB_WINDOW_END 0x7fff7000u

// Addresses below this are the core's own L1; its unpopulated tail is mapped without access.
#define IB_L1_SPAN 0x200000u

#define IB_MAX_CBS 64

// The view that one processor has of a circular buffer, with upstream's field names, because
// kernels read and write them. Byte addresses for data movement; the compute processors hold
// addresses and sizes in 16-byte units, as on the chip.
struct ib_cb_interface {
    uint32_t fifo_size;
    uint32_t fifo_limit;  // first address past the end
    uint32_t fifo_page_size;
    uint32_t fifo_num_pages;
    uint32_t fifo_rd_ptr;
    uint32_t fifo_wr_ptr;
    union {
        uint32_t tiles_acked_received_init;
        struct {
            uint16_t tiles_acked;
            uint16_t tiles_received;
        };
    };
    uint32_t fifo_wr_tile_ptr;
};

// What a running kernel may see of its processor. The first five fields are used by code that the
// pass inserts, at these offsets.
struct ib_context {
    uint8_t* l1;         // host address of the core's L1
    uint64_t cycles;     // this processor's clock
    uint64_t deadline;   // a back-edge gives way when cycles reaches it
    uint8_t* globals;    // this instance's mutable globals (inside the window)
    uint8_t* constants;  // the module's constants (inside the window)

    void* processor;  // device::Processor, opaque to kernels

    uint32_t rta_base, rta_count;    // unique runtime arguments: L1 address, words
    uint32_t crta_base, crta_count;  // common runtime arguments
    uint32_t sem_base, sem_count;    // semaphores, 16 bytes apart
    uint32_t cb_count;
    uint32_t l1_size;

    uint8_t noc_x[2], noc_y[2];  // this core's translated coordinates, by NoC
    uint8_t logical_x, logical_y;
    uint8_t relative_x, relative_y;  // to the sub-device's origin
    uint8_t processor_index;         // 0 BRISC, 1 NCRISC, 2..4 unpack, math, pack
    uint8_t device_id;
    uint8_t reserved[2];

    struct ib_cb_interface cb[IB_MAX_CBS];
    uint64_t scratch[16];
    uint64_t command_buffers[16];  // what the kernel headers remember per NoC command buffer

    // The checked flavour asks for a word of L1 only while its bit is clear: loads, stores. The
    // checker sets and clears them; without one they stay clear.
    uint8_t* asked[2];
};

#ifdef __cplusplus
static_assert(sizeof(ib_context) <= IB_CONTEXT_BYTES - 4096,
              "the context shares its pages with nothing");
static_assert(offsetof(ib_context, l1) == 0 && offsetof(ib_context, cycles) == 8 &&
                  offsetof(ib_context, deadline) == 16 && offsetof(ib_context, globals) == 24 &&
                  offsetof(ib_context, constants) == 32,
              "the pass inserts code for these offsets");
extern "C" {
#endif

// ---- the processor itself --------------------------------------------------------------------

// This processor's context. In kernels the pass replaces the call by the aligned stack pointer.
struct ib_context* ib_self(void) __attribute__((const));

// ---- inserted by the pass --------------------------------------------------------------------

// Accesses outside L1: own memory, a register (0xFFxxxxxx), or a fault. Sizes 1, 2, 4, 8.
uint64_t ib_load(uint32_t addr, uint32_t size);
void ib_store(uint32_t addr, uint64_t value, uint32_t size);

// Host address of a range of L1 or own memory for accesses that are neither of the above
// (atomics, wide accesses); faults on anything else.
void* ib_translate(uint32_t addr, uint64_t size, uint32_t is_write);

// The checked flavour's call before an access that is not surely to own memory. Takes no time.
enum : uint32_t { IB_CHECK_WRITE = 1, IB_CHECK_POLL = 2 };
void ib_check_access(uint32_t addr, uint32_t size, uint32_t how);
#define IB_ASKED_BYTES (IB_L1_SPAN / 32u)

// Deadline passed at a back-edge.
void ib_yield(void);

// A loop that only polls: parks until one of the words at these addresses may have changed.
void ib_poll(const uint32_t* addrs, uint32_t count);

// memcpy and its kin on device addresses; charge by length.
void ib_memcpy(uint32_t dst, uint32_t src, uint32_t size);
void ib_memmove(uint32_t dst, uint32_t src, uint32_t size);
void ib_memset(uint32_t dst, uint32_t value, uint32_t size);
int32_t ib_memcmp(uint32_t a, uint32_t b, uint32_t size);

// Reads of control and status registers that inline assembly asked for.
uint64_t ib_csr(uint32_t number);

// ---- circular buffers ------------------------------------------------------------------------

void ib_cb_reserve_back(uint32_t cb, uint32_t pages);
void ib_cb_push_back(uint32_t cb, uint32_t pages);
void ib_cb_wait_front(uint32_t cb, uint32_t pages);
void ib_cb_pop_front(uint32_t cb, uint32_t pages);
uint32_t ib_cb_pages_at_front(uint32_t cb);  // pushed and not popped, at the caller's time
uint32_t ib_cb_pages_free(uint32_t cb);

// ---- semaphores: words in L1 -----------------------------------------------------------------

void ib_sem_wait(uint32_t addr, uint32_t value);      // until equal
void ib_sem_wait_min(uint32_t addr, uint32_t value);  // until at least
void ib_sem_set(uint32_t addr, uint32_t value);
void ib_sem_add(uint32_t addr, uint32_t value);  // plain local read-modify-write

// ---- NoC -------------------------------------------------------------------------------------

enum : uint8_t {
    IB_NOC_POSTED = 1,     // no acknowledgement
    IB_NOC_LINKED = 2,     // keeps the path for the next multicast
    IB_NOC_MULTICAST = 4,  // the address holds a rectangle
    IB_NOC_INCLUDE_SELF = 8,
    IB_NOC_TRID = 16,      // trid below is meant; in a barrier: wait for that id alone
    IB_NOC_STATEFUL = 32,  // issued from remembered state: cheaper
    IB_NOC_PAGE = 64,      // address came from a bank computation (interleaved accessor): dearer
};

struct ib_noc {
    uint8_t noc;
    uint8_t vc;
    uint8_t trid;
    uint8_t flags;
    union {
        uint32_t receivers;  // IB_NOC_MULTICAST: as the caller counts them
        uint32_t page_base;  // IB_NOC_PAGE: where the page's buffer begins in every bank
    };
};

enum : uint32_t {
    IB_WAIT_READS = 1,         // data is in L1
    IB_WAIT_WRITES_SENT = 2,   // non-posted writes have left
    IB_WAIT_WRITES_ACKED = 4,  // non-posted writes are acknowledged
    IB_WAIT_POSTED_SENT = 8,   // posted writes have left
    IB_WAIT_ATOMICS_ACKED = 16,
};

enum : uint32_t { IB_ATOMIC_INC = 0, IB_ATOMIC_SWAP = 1, IB_ATOMIC_CAS = 2 };

// NoC addresses are upstream's: 36 bits local address, then 6-bit x, 6-bit y; a multicast has the
// end corner there and the start corner in the next 12 bits.
void ib_noc_read(uint64_t src, uint32_t dst, uint32_t size, struct ib_noc how);
void ib_noc_write(uint32_t src, uint64_t dst, uint32_t size, struct ib_noc how);
void ib_noc_inline_write(uint64_t dst, uint32_t value, uint32_t byte_enable, struct ib_noc how);
void ib_noc_atomic(uint64_t dst, uint32_t op, uint32_t value, uint32_t wrap, struct ib_noc how);
void ib_noc_barrier(uint32_t waits, struct ib_noc how);   // IB_WAIT_… bits
uint32_t ib_noc_done(uint32_t waits, struct ib_noc how);  // the same question, not blocking
void ib_noc_reset_trids(uint32_t id_mask, uint32_t noc);

// A command buffer is told what later commands leave out; the kernel headers remember it.
void ib_noc_set_state(void);

// ---- Ethernet cores ----------------------------------------------------------------------------

// One command of a queue: bytes of the own L1 to an address in the L1 at the other end of the
// cable. Waits while the queue is busy.
void ib_eth_send(uint32_t queue, uint32_t from, uint32_t to, uint32_t size);
uint32_t ib_eth_busy(uint32_t queue);

// ---- seeing and failing ----------------------------------------------------------------------

enum : uint32_t {
    IB_ARG_U64,
    IB_ARG_I64,
    IB_ARG_F64,
    IB_ARG_CHAR,
    IB_ARG_BOOL,
    IB_ARG_TEXT,  // value: device address of a zero-terminated string
    IB_ARG_BF16,  // value: the 16 bits
    IB_ARG_POINTER,
    IB_ARG_TILE_SLICE,  // value: device address of an ib_tile_slice
    IB_ARG_ARRAY_U8,    // typed arrays: value is the address, extra the element count
    IB_ARG_ARRAY_U16,
    IB_ARG_ARRAY_U32,
    IB_ARG_ARRAY_BF16,
    IB_ARG_ARRAY_F32,
    // stream manipulators, value where one is needed
    IB_ARG_SETW,
    IB_ARG_SETPRECISION,
    IB_ARG_HEX,
    IB_ARG_OCT,
    IB_ARG_DEC,
    IB_ARG_FIXED,
    IB_ARG_DEFAULTFLOAT,
    IB_ARG_ENDL,
};

struct ib_arg {
    uint32_t kind;
    uint32_t extra;
    uint64_t value;
};

// A slice of a tile in a CB as DPRINT shows it; the values are fetched when printed.
struct ib_tile_slice {
    uint32_t cb, tile;
    uint32_t is_read_side;
    uint32_t h0, h1, hs, w0, w1, ws;
    uint32_t untilize;
    uint32_t end_row_with_newline;
    uint32_t address;  // L1 address of the tile
    uint32_t data_format;
};

void ib_print_format(const char* format, const struct ib_arg* args, uint32_t count);
void ib_print_stream(const struct ib_arg* args, uint32_t count);

void ib_assert_failed(const char* condition, const char* file, uint32_t line);
void ib_waypoint(uint32_t text);  // up to four characters
// Faults. Pure and with a result, so that a read whose value nobody uses disappears, as on the
// chip.
uint32_t ib_argument_missing(uint32_t index, uint32_t count, uint32_t is_common)
    __attribute__((pure));
void ib_not_modelled(const char* what) __attribute__((noreturn));
void ib_trap(void) __attribute__((noreturn));  // ebreak
void ib_spin_hint(void);                       // invalidate_l1_cache and the like: a polite yield

// Profiler marks; `site` is a string constant that lives as long as the module.
void ib_zone_begin(const char* site);
void ib_zone_end(const char* site);
void ib_mark(const char* site, uint64_t data, uint32_t has_data);

// A range of the own L1 that the kernel claims for a while. Guards nothing and costs nothing; a
// checker is told. IB_CLAIM_RING: all of a dataflow buffer, until the kernel ends.
enum { IB_CLAIM_MEMORY, IB_CLAIM_CB, IB_CLAIM_DFB, IB_CLAIM_RING };
void ib_claim(uint32_t what, uint32_t address, uint32_t size);
void ib_release(uint32_t what, uint32_t address, uint32_t size);

// The clock that a kernel can read (wall clock registers).
uint64_t ib_clock(void);

#ifdef __cplusplus
}
#endif
