// The Tensix engine of one core: registers, what its units are set to, and what they found odd.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "abi/ib_compute.h"
#include "arch/product.hpp"
#include "device/core/processor.hpp"
#include "device/tensix/dst_sections.hpp"
#include "device/tensix/setup.hpp"
#include "device/tensix/sfpu_setup.hpp"
#include "device/tensix/src_queue.hpp"
#include "tile/fpu.hpp"
#include "tile/pack.hpp"
#include "tile/sfpu.hpp"
#include "tile/unpack.hpp"

namespace ironbird::device {

// What an unpacker or the packer is set to.
struct Formats {
    tile::Format l1 = tile::Format::none;
    tile::Format reg = tile::Format::none;
    bool operator==(const Formats&) const = default;
};

// What converts from one format to another; null where the chip cannot.
struct Unpackers {
    tile::UnpackSrc tile = nullptr;
    tile::UnpackSrc matmul = nullptr;  // the same for an operand of matmul
    tile::UnpackSrc copied = nullptr;  // and for a tile that is only copied
    tile::TilizeSrc rows = nullptr;
    tile::UnpackDst tile_to_dst = nullptr;
    tile::TilizeDst rows_to_dst = nullptr;
};

// One unpacker as it is set up: for SrcA or for SrcB.
struct UnpackSide : Unpackers {
    Formats formats;
    std::uint64_t shape = 0;  // as setup::shape has it; 0: never set
    SetBy format_by, shape_by;
};

// What converts what the packer writes; null where the chip cannot.
struct Packers {
    tile::PackTile tile = nullptr;
    tile::PackRows rows = nullptr;
};

// The packer as it is set up.
struct PackSide : Packers {
    Formats formats;
    SetBy by, mask_by;  // its formats, its mask
    tile::PackMode mode;
    std::uint32_t mask = IB_MASK_NONE;  // IB_REDUCE_…: the rest of the tile is packed as zero
};

// A CB whose format differs from what the unit was set to.
struct FormatFinding {
    std::uint8_t unit;  // 0 SrcA, 1 SrcB, 2 packer
    std::uint8_t cb;
    std::uint8_t processor;
    Formats set, given;
    SetBy by;  // who set it
    Cycles cycle;
    Trace trace;
};

// One of the Tensix engine's own, which its three processors share.
struct Semaphore {
    std::uint32_t value = 0, max = 15;
};

// What the units have done since the launch began, for whoever sums up.
struct Work {
    Cycles unpack{}, fpu{}, sfpu{}, pack{};
    Cycles sfpi{};            // of sfpu, by code that the kernel brings
    std::uint64_t flops = 0;  // of matmul
};

// Owned by its Core and touched by the thread that runs that; calls of the compute processors
// reach it through a TensixCall.
struct Tensix {
    explicit Tensix(const arch::Product& product);

    // At the start of each launch with a compute kernel.
    void reset(bool exact, bool computes = true);
    // The three processors of a kernel each say the same; the first one counts.
    void begin(const ib_compute_settings& settings);
    void set_unpack(std::uint32_t side, const ib_operand& op);
    void set_math(std::uint32_t side, const ib_operand& op);
    void set_pack(const ib_operand& op);
    void choose_packers();  // after a change of pack.mode
    void restart_packer();  // nothing accumulates, nothing is masked

    // Bytes of a tile in L1, without looking its format up.
    std::uint32_t bytes(std::uint8_t format, tile::Shape shape) const {
        return whole_tile_bytes_[format % whole_tile_bytes_.size()] * shape.datums() /
               tile::kTileDatums;
    }

    const arch::TensixTiming cost;
    const tile::Silicon silicon;

    SrcQueue src;
    DstSections dst;
    ib_compute_settings settings{};
    std::array<UnpackSide, 2> unpack;  // SrcA, SrcB
    std::array<tile::Format, 2> math_formats{};
    const tile::Fpu* fpu = nullptr;
    tile::FpuMode math;
    PackSide pack;

    std::array<Semaphore, 8> semaphores;
    std::array<std::uint32_t, tile::kSfpuLanes> random{};
    std::array<std::uint32_t, tile::kSfpuStateWords> sfpu_state{};
    std::uint32_t sfpi_base = 0;  // row of Dst that vector code's addresses count from

    tile::SrcTile scratch_src;
    tile::DstTile scratch_dst;

    bool computes = true;  // else calls take their time and leave the registers alone
    Work work;
    std::array<std::uint64_t, 3> reported{};  // CBs, by unit
    std::vector<FormatFinding> findings;

    std::array<Setup, 3> setup;         // unpack, math, pack
    std::array<Setup, 2> vector_setup;  // the vector unit, from math and from pack
    const SfpuSetups* vector_rows = nullptr;
    std::vector<SetupFinding> setup_findings;

 private:
    void apply(const ib_compute_settings& wanted);

    // The functions that were looked up last, kept from launch to launch.
    struct KnownUnpackers {
        Formats formats;
        tile::Arithmetic arithmetic = tile::Arithmetic::fast;
        bool computes = true;
        Unpackers functions;
    };
    struct KnownPackers {
        tile::PackMode mode;
        bool computes = true, any = false;
        Packers functions;
    };
    std::array<KnownUnpackers, 2> known_unpackers_;
    KnownPackers known_packers_;

    bool begun_ = false;
    std::array<std::uint32_t, 32> whole_tile_bytes_{};  // by format code
};

inline tile::Format format_of(std::uint8_t code) {
    return static_cast<tile::Format>(code);
}
inline tile::Shape shape_of(const ib_operand& op) {
    return {op.face_rows, op.faces_down, op.faces_across};
}
inline std::uint64_t loop_shape(const ib_operand& op, bool past_src = false) {
    return setup::shape(op.face_rows, op.faces_down * op.faces_across, past_src);
}
inline std::uint64_t loop_shape(tile::Shape s) {
    return setup::shape(s.face_rows, s.faces());
}
inline Formats formats_of(const ib_operand& op) {
    return {format_of(op.l1_format), format_of(op.reg_format)};
}

}  // namespace ironbird::device
