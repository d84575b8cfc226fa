// What compute kernels ask of the Tensix engine: unpack, math, pack and the hand-over between them.
// Part of the boundary of ib_abi.h, with the same rules. Every call belongs to one of the three
// compute processors; src/device/tensix implements them, src/tile does the arithmetic.
#pragma once

#include <stdint.h>

#include "ib_abi.h"
#include "ib_setup.h"
#include "ib_sfpu_ops.h"

// A CB as the compute calls see it. Formats are upstream's DataFormat codes.
struct ib_operand {
    uint8_t cb;
    uint8_t l1_format;   // of the CB's pages
    uint8_t reg_format;  // in Src, or what the packer reads from Dst
    uint8_t face_rows;   // 1, 2, 4, 8 or 16
    uint8_t faces_down, faces_across;
    uint8_t rows;  // pack: the tile comes from row-major data, IB_ROWS_…
    uint8_t reserved;
};

enum : uint32_t { IB_SRC_A = 1, IB_SRC_B = 2, IB_SHAPE = 4 };  // IB_SHAPE: shapes too
enum : uint8_t { IB_ROWS_TILIZED = 1, IB_ROWS_TILIZED_FAST = 2 };
enum : uint32_t {
    IB_BCAST_NONE,
    IB_BCAST_COL,
    IB_BCAST_ROW,
    IB_BCAST_SCALAR
};  // ckernel::BroadcastType
enum : uint32_t { IB_ELW_MUL = 0, IB_ELW_ADD = 2, IB_ELW_SUB = 3 };      // EltwiseBinaryType
enum : uint32_t { IB_POOL_SUM, IB_POOL_AVG, IB_POOL_MAX, IB_POOL_MIN };  // PoolType
enum : uint32_t { IB_REDUCE_ROW, IB_REDUCE_COL, IB_REDUCE_SCALAR };      // ReduceDim

#ifdef __cplusplus
extern "C" {
#endif

// ---- once per kernel, by each of the three, before anything else -------------------------------

struct ib_compute_settings {
    uint8_t fp32_dest;  // Dst holds 32-bit data
    uint8_t full_sync;  // Dst is one section instead of two
    uint8_t fidelity;   // 0 LoFi, 2, 3, 4
    uint8_t approx;
    uint8_t exact;  // filled by the device from IRONBIRD_MATH
    uint8_t reserved[3];
};
void ib_compute_begin(struct ib_compute_settings settings);

// What a compute kernel's program decides and its code only passes on. The loader fills it in: one
// compiled kernel serves all formats, tile shapes and settings.
struct ib_compute_tables {
    struct ib_operand inputs[IB_MAX_CBS], outputs[IB_MAX_CBS];  // by CB
    struct ib_compute_settings settings;
};
extern const struct ib_compute_tables ib_tables;  // of kernels alone: the pass gives it a place

// ---- Dst sections
// --------------------------------------------------------------------------------

void ib_dst_acquire(void);  // math: waits for a section that pack has given back
void ib_dst_commit(void);   // math: hands the section over
void ib_dst_wait(void);     // pack: waits for a committed section
void ib_dst_release(void);  // pack: clears the section and gives it back

// ---- unpack
// ----------------------------------------------------------------------------------------

// Formats for SrcA and/or SrcB, shapes with IB_SHAPE: start-up and reconfiguration. `which`:
// IB_SRC_… bits.
void ib_unpack_configure(uint32_t which, struct ib_operand a, struct ib_operand b);
void ib_unpack_shape(uint32_t which, struct ib_operand a, struct ib_operand b);  // alone

enum : uint32_t {
    IB_UNPACK_TRANSPOSE_FACES = 1,   // faces 1 and 2 change places
    IB_UNPACK_TRANSPOSE_WITHIN = 2,  // each face is transposed
    IB_UNPACK_TO_DST = 4,            // past Src, 32-bit data
    IB_UNPACK_ZERO_A = 8,            // SrcA is cleared first
    IB_UNPACK_DUMMY_A = 16,  // SrcA is marked full with what math will put there (dest reuse)
    IB_UNPACK_DUMMY_B = 32,
    IB_UNPACK_ONE_FACE = 64,     // only the first face (scalers)
    IB_UNPACK_NEGINF_A = 128,    // SrcA is filled with -inf first
    IB_UNPACK_TRANSPOSES = 256,  // the operation is a transposition
    IB_UNPACK_BLOCK = 512,       // the reduction of a block of tiles
    IB_UNPACK_FAST = 1024,       // the faster way to tilize
    IB_UNPACK_CUSTOM = 2048,     // by a loop that the model does not follow
};

// One tile into one register. `which` IB_SRC_A or IB_SRC_B; the other side is marked full too, so
// that math, which always takes both, finds them. bcast tells how a B tile is going to be used.
void ib_unpack_one(uint32_t which, struct ib_operand op, uint32_t tile, uint32_t bcast,
                   uint32_t flags);
// One tile into each. `row` is the row that a row broadcast takes.
void ib_unpack_pair(struct ib_operand a, struct ib_operand b, uint32_t tile_a, uint32_t tile_b,
                    uint32_t bcast, uint32_t row, uint32_t flags);
// rt tiles of in0 (stride kt, to SrcB) and ct tiles of in1 (to SrcA).
void ib_unpack_matmul(struct ib_operand in0, struct ib_operand in1, uint32_t tile0, uint32_t tile1,
                      uint32_t ct, uint32_t rt, uint32_t kt, uint32_t flags);
// A tile and its scaler, laid out for math's reduction in this dimension.
void ib_unpack_reduce(struct ib_operand a, struct ib_operand scaler, uint32_t tile_a,
                      uint32_t tile_scaler, uint32_t pool, uint32_t dim, uint32_t flags);
// Tile number `tile` of a row-major block that is `block` tiles wide, starting at page `first`.
void ib_unpack_tilize(struct ib_operand op, uint32_t first, uint32_t tile, uint32_t block,
                      uint32_t flags);
// The same into SrcA with a tile of b into SrcB: pooling.
void ib_unpack_tilize_pair(struct ib_operand a, struct ib_operand b, uint32_t tile_a,
                           uint32_t tile_b, uint32_t block, uint32_t num_faces, uint32_t face_rows,
                           uint32_t flags);
// Older unpack-side untilize: tile `tile` of a row of `across` tiles as row-major rows.
void ib_unpack_untilize(struct ib_operand op, uint32_t tile, uint32_t across);

// ---- math
// ------------------------------------------------------------------------------------------

void ib_math_configure(uint32_t which, struct ib_operand a, struct ib_operand b);
void ib_math_keep_denormals(void);  // in copies, and -0, until the unit is configured again

enum : uint32_t {
    IB_MATH_ACCUMULATE = 1,    // add to what Dst holds (multiplication always does)
    IB_MATH_DST_TO_SRC_A = 2,  // dest reuse: Dst is moved to this register first
    IB_MATH_DST_TO_SRC_B = 4,
    IB_MATH_TRANSPOSED = 8,  // matmul: in1 was unpacked transposed
    IB_MATH_FROM_DST = 16,   // copy: the data was unpacked to Dst already
    IB_MATH_CLEAR_DST =
        32,  // before the result: after the move of dest reuse, whose products do not add
    IB_MATH_TRANSPOSES = 64,  // copy: for a transposition
    IB_MATH_ROWS = 128,       // copy: of row-major data
    IB_MATH_FAST = 256,       // and the faster way
    IB_MATH_BLOCK = 512,      // reduction of a block of tiles
    IB_MATH_CUSTOM = 1024,    // by a loop that the model does not follow
};

void ib_math_copy(uint32_t dst, uint32_t which, uint32_t bcast, uint32_t flags);
void ib_math_binary(uint32_t op, uint32_t dst, uint32_t bcast, uint32_t fidelity, uint32_t flags);
// Dst tiles dst + r * ct + c += in0 tile r x in1 tile c.
void ib_math_matmul(uint32_t dst, uint32_t ct, uint32_t rt, uint32_t fidelity, uint32_t flags);
void ib_math_reduce(uint32_t pool, uint32_t dim, uint32_t dst, uint32_t fidelity, uint32_t faces,
                    uint32_t flags);
void ib_math_transpose_dst(uint32_t dst, uint32_t is_32bit,
                           uint32_t flags);  // IB_UNPACK_TRANSPOSE_… bits
void ib_math_clear_dst(uint32_t dst, uint32_t tiles);
void ib_math_move_dst(uint32_t from, uint32_t to);

// ---- SFPU
// ------------------------------------------------------------------------------------------

struct ib_sfpu_call {
    uint16_t op;          // enum ib_sfpu_op
    uint8_t vector_mode;  // ckernel::VectorMode
    uint8_t format;       // DataFormat that the call names, 255: none
    uint8_t approx;
    uint8_t iterations;  // rows of lanes per face, 0: all eight
    uint8_t form;        // of its set-up
    uint8_t reserved;
    uint32_t dst[4];    // inputs first, then the output; in place for one
    uint32_t param[6];  // as the API has them: float bits or integers
};
void ib_sfpu(const struct ib_sfpu_call* call);

// Hand-written vector code: 32 lanes = four rows x eight even or odd columns. `address` is the
// SFPU's own (two per dst_reg index) relative to the tile that ib_sfpi_begin named; `mode` the
// load/store format of SFPLOAD (0 by the Dst format, 1 fp16, 2 bf16, 3 fp32, 4 int32, 5 int8, 6 low
// 16 bits, …); `cycles` what the code has issued since it last told.
void ib_sfpi_begin(uint32_t dst, uint32_t cycles);
void ib_sfpi_load(uint32_t address, uint32_t mode, uint32_t lanes[32]);
void ib_sfpi_store(uint32_t address, uint32_t mode, const uint32_t lanes[32], uint32_t mask,
                   uint32_t cycles);
void ib_sfpi_advance(uint32_t address, uint32_t cycles);  // the base moves on, as between faces
// x · y + z as the multiply-add sub-unit has it; depends on its arguments alone.
void ib_sfpi_mad(const uint32_t x[32], const uint32_t y[32], const uint32_t z[32],
                 uint32_t result[32], uint32_t blackhole);
uint32_t ib_sfpi_random(uint32_t lane_seed[32]);

// ---- pack
// ------------------------------------------------------------------------------------------

void ib_pack_configure(struct ib_operand out);  // formats and shape: start-up and reconfiguration

enum : uint32_t { IB_RELU_NONE, IB_RELU_ZERO, IB_RELU_MIN, IB_RELU_MAX };
void ib_pack_relu(uint32_t mode, uint32_t threshold);
void ib_pack_l1_accumulate(uint32_t on);
enum : uint32_t { IB_MASK_NONE = 255 };
void ib_pack_reduce_mask(
    uint32_t dim);  // IB_REDUCE_…: what lies outside the result becomes zero; IB_MASK_NONE

// `at`: tile index past the write pointer, or IB_PACK_NEXT: after the last one since the last push.
#define IB_PACK_NEXT 0xffffffffu
void ib_pack_tile(uint32_t dst, struct ib_operand out, uint32_t at);
struct ib_pack_untilize_call {
    struct ib_operand out;
    uint32_t dst;            // first Dst tile
    uint32_t block_ct;       // tiles side by side in Dst
    uint32_t full_ct;        // tiles of the whole output row
    uint32_t block_c_index;  // which block of the row this is
    uint32_t block_rt;       // rows of tiles
    uint32_t row_datums;     // datums of a row that are written (narrow rows), 32 for all
    uint32_t num_faces, face_rows;
    uint32_t flags;  // 1 diagonal, 2 narrow row, 4 dense
};
void ib_pack_untilize(const struct ib_pack_untilize_call* call);
void ib_pack_rows(uint32_t dst, struct ib_operand out, uint32_t at, uint32_t rows);

// ---- between the processors of a core
// --------------------------------------------------------------

void ib_mailbox_write(uint32_t to, uint32_t value);  // ckernel::ThreadId
uint32_t ib_mailbox_read(uint32_t from);             // waits
// The sync unit's eight semaphores.
void ib_tensix_sem_init(uint32_t index, uint32_t max, uint32_t value);
void ib_tensix_sem_post(uint32_t index);
void ib_tensix_sem_get(uint32_t index);
uint32_t ib_tensix_sem_read(uint32_t index);
void ib_tensix_sem_wait(uint32_t index, uint32_t until_not_zero);  // else: until below its maximum

#ifdef __cplusplus
}
#endif
