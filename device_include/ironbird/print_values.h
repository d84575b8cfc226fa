// What kernels can print, turned into the tagged words that the device formats.
#pragma once

#include <array>
#include <bit>
#include <string_view>
#include <type_traits>

#include "hostdevcommon/dprint_common.h"
#include "ib_abi.h"
#include "internal/circular_buffer_interface.h"
#include "ironbird/cb_formats.h"

struct bf16_t {
    uint16_t val;
    bf16_t(uint16_t bits) : val(bits) {}
};

namespace ironbird {

// A block-float value: magnitude of `Bits` bits and a sign above them, under a shared exponent.
template <uint32_t Bits>
struct BlockFloat {
    uint8_t exponent, mantissa;
    BlockFloat(uint16_t packed) : BlockFloat(uint8_t(packed), uint8_t(packed >> 8)) {}
    BlockFloat(uint8_t e, uint8_t m) : exponent(e), mantissa(m) {}

    float value() const {
        const float scale = std::bit_cast<float>(uint32_t{exponent} << 23) / (1u << (Bits - 1));
        const float magnitude = scale * (mantissa & ((1u << Bits) - 1));
        return mantissa >> Bits & 1 ? -magnitude : magnitude;
    }
};

}  // namespace ironbird

using bf8_t = ironbird::BlockFloat<7>;
using bf4_t = ironbird::BlockFloat<3>;

// A literal that stays in the module, as an argument of a print.
struct ct_string {
    const char* ptr;
};
#define CTSTR(literal) (ct_string{literal})

// ---- stream manipulators and typed values of 2025 ----

struct ENDL {};
struct FIXED {};
struct DEFAULTFLOAT {};
struct HEX {};
struct OCT {};
struct DEC {};
struct SETW {
    int width;
    SETW(int w, bool sticky = true) : width(w) {}
};
struct SETPRECISION {
    int digits;
    SETPRECISION(int d) : digits(d) {}
};
struct BF16 : bf16_t {
    using bf16_t::bf16_t;
};
struct F32 {
    float val;
    F32(float v) : val(v) {}
};
struct U32 {
    uint32_t val;
    U32(uint32_t v) : val(v) {}
};
struct U32_ARRAY {
    const volatile uint32_t* ptr;
    uint32_t len;
    U32_ARRAY(const volatile uint32_t* p, uint32_t n) : ptr(p), len(n) {}
};

// `len` words of values in a number format of the chip.
template <uint16_t len>
struct dp_typed_array_t {
    uint32_t* ptr;
    uint16_t type;
    dp_typed_array_t(uint16_t format, uint32_t* words) : ptr(words), type(format) {}
};

// A type, printed by name.
template <typename T>
struct dp_type_name_t {};

// The call stack at this point; kernels here have no frames of the chip to show.
struct dp_top_callstack_t {
    dp_top_callstack_t(uintptr_t, uintptr_t, uintptr_t) { ib_not_modelled("dp_top_callstack_t"); }
    static dp_top_callstack_t current(uintptr_t frames) { return {0, 0, frames}; }
};

// ---- tiles ----

using dprint_tslice_cb_t = bool;
using dprint_tslice_ptr_t = bool;
#define TSLICE_INPUT_CB true
#define TSLICE_OUTPUT_CB false
#define TSLICE_RD_PTR true
#define TSLICE_WR_PTR false

namespace ironbird::print {

inline ib_tile_slice tile_slice(uint32_t cb, uint32_t tile, const SliceRange& r, bool read_side,
                                bool endl_rows, bool untilize) {
    const LocalCBInterface& view = get_local_cb_interface(cb);
    const uint32_t first = (read_side ? view.fifo_rd_ptr : view.fifo_wr_ptr) << cb_addr_shift;
    return {.cb = cb,
            .tile = tile,
            .is_read_side = read_side,
            .h0 = r.h0,
            .h1 = r.h1,
            .hs = r.hs,
            .w0 = r.w0,
            .w1 = r.w1,
            .ws = r.ws,
            .untilize = untilize,
            .end_row_with_newline = endl_rows,
            .address = first + tile * get_tile_size(cb),
            .data_format = uint32_t(get_dataformat(cb))};
}

}  // namespace ironbird::print

// A slice of a tile in a CB. Data-movement processors name the side; a compute processor sees the
// one it works on.
template <int MAX_BYTES = 64>
struct TileSlice {
    ib_tile_slice slice;

#if defined(COMPILE_FOR_TRISC)
    TileSlice(uint8_t cb, int tile_idx, const SliceRange& range, bool endl_rows = true,
              bool print_untilized = true)
        : slice(ironbird::print::tile_slice(cb, tile_idx, range, COMPILE_FOR_TRISC != 2, endl_rows,
                                            print_untilized)) {}
#else
    static constexpr bool kOwnSide = PROCESSOR_INDEX == 1 ? TSLICE_WR_PTR : TSLICE_RD_PTR;

    TileSlice(uint8_t cb, int tile_idx, const SliceRange& range, dprint_tslice_cb_t cb_type,
              dprint_tslice_ptr_t ptr_type = kOwnSide, bool endl_rows = true,
              bool print_untilized = true)
        : slice(ironbird::print::tile_slice(cb, tile_idx, range, ptr_type, endl_rows,
                                            print_untilized)) {}
#endif
};
using TSLICE = TileSlice<64>;

namespace ironbird::print {

FORCE_INLINE ib_arg word(uint32_t kind, uint64_t value, uint32_t extra = 0) {
    return {kind, extra, value};
}

FORCE_INLINE ib_arg value(bool v) {
    return word(IB_ARG_BOOL, v);
}
FORCE_INLINE ib_arg value(char v) {
    return word(IB_ARG_CHAR, static_cast<uint8_t>(v));
}
FORCE_INLINE ib_arg value(double v) {
    return word(IB_ARG_F64, std::bit_cast<uint64_t>(v));
}
FORCE_INLINE ib_arg value(float v) {
    return value(double(v));
}
FORCE_INLINE ib_arg value(const char* v) {
    return word(IB_ARG_TEXT, reinterpret_cast<uintptr_t>(v));
}
FORCE_INLINE ib_arg value(ct_string v) {
    return value(v.ptr);
}
FORCE_INLINE ib_arg value(const bf16_t& v) {
    return word(IB_ARG_BF16, v.val);
}
FORCE_INLINE ib_arg value(F32 v) {
    return value(v.val);
}
FORCE_INLINE ib_arg value(U32 v) {
    return word(IB_ARG_U64, v.val);
}
FORCE_INLINE ib_arg value(ENDL) {
    return word(IB_ARG_ENDL, 0);
}
FORCE_INLINE ib_arg value(FIXED) {
    return word(IB_ARG_FIXED, 0);
}
FORCE_INLINE ib_arg value(DEFAULTFLOAT) {
    return word(IB_ARG_DEFAULTFLOAT, 0);
}
FORCE_INLINE ib_arg value(HEX) {
    return word(IB_ARG_HEX, 0);
}
FORCE_INLINE ib_arg value(OCT) {
    return word(IB_ARG_OCT, 0);
}
FORCE_INLINE ib_arg value(DEC) {
    return word(IB_ARG_DEC, 0);
}
FORCE_INLINE ib_arg value(SETW v) {
    return word(IB_ARG_SETW, v.width);
}
FORCE_INLINE ib_arg value(SETPRECISION v) {
    return word(IB_ARG_SETPRECISION, v.digits);
}
FORCE_INLINE ib_arg value(U32_ARRAY v) {
    return word(IB_ARG_ARRAY_U32, reinterpret_cast<uintptr_t>(v.ptr), v.len);
}

// Prints that wait for one another's signals would need to run while the kernel does. Kernels have
// functions of these names; compat/debug/dprint.h makes them known to those that mean the prints.
struct RAISE {
    uint32_t code;
    RAISE(uint32_t c) : code(c) {}
};
struct WAIT {
    uint32_t code;
    WAIT(uint32_t c) : code(c) {}
};
[[noreturn]] inline ib_arg value(RAISE) {
    ib_not_modelled("RAISE in a print");
}
[[noreturn]] inline ib_arg value(WAIT) {
    ib_not_modelled("WAIT in a print");
}
[[noreturn]] inline ib_arg value(dp_top_callstack_t) {
    ib_not_modelled("dp_top_callstack_t");
}

struct ArrayKind {
    DataFormat format;
    uint32_t kind, per_word;
};
inline constexpr ArrayKind kArrayKinds[] = {
    {DataFormat::Float32, IB_ARG_ARRAY_F32, 1},    {DataFormat::Int32, IB_ARG_ARRAY_U32, 1},
    {DataFormat::UInt32, IB_ARG_ARRAY_U32, 1},     {DataFormat::UInt16, IB_ARG_ARRAY_U16, 2},
    {DataFormat::Float16_b, IB_ARG_ARRAY_BF16, 2}, {DataFormat::UInt8, IB_ARG_ARRAY_U8, 4},
};

template <uint16_t len>
inline ib_arg value(dp_typed_array_t<len> v) {
    for (const ArrayKind& row : kArrayKinds) {
        if (row.format != DataFormat(v.type)) continue;
        return word(row.kind, reinterpret_cast<uintptr_t>(v.ptr), len * row.per_word);
    }
    ib_not_modelled("an array print in this number format");
}

// The name stands between "T = " and the closing bracket of this function's own description.
template <typename T>
consteval auto name_of() {
    constexpr std::string_view text = __PRETTY_FUNCTION__;
    constexpr size_t begin = text.find("T = ") + 4, end = text.rfind(']');
    std::array<char, end - begin + 1> name{};
    for (size_t i = begin; i < end; ++i) name[i - begin] = text[i];
    return name;
}
template <typename T>
inline constexpr auto kNameOf = name_of<T>();

template <typename T>
FORCE_INLINE ib_arg value(dp_type_name_t<T>) {
    return value(static_cast<const char*>(kNameOf<T>.data()));
}

template <uint32_t Bits>
FORCE_INLINE ib_arg value(BlockFloat<Bits> v) {
    return value(v.value());
}

// The slice must outlive the call that prints it.
template <int MaxBytes>
FORCE_INLINE ib_arg value(const TileSlice<MaxBytes>& v) {
    return word(IB_ARG_TILE_SLICE, reinterpret_cast<uintptr_t>(&v.slice));
}

template <typename T>
    requires std::is_integral_v<T>
FORCE_INLINE ib_arg value(T v) {
    return word(std::is_signed_v<T> ? IB_ARG_I64 : IB_ARG_U64, uint64_t(int64_t(v)));
}

template <typename T>
    requires std::is_enum_v<T>
FORCE_INLINE ib_arg value(T v) {
    return value(static_cast<std::underlying_type_t<T>>(v));
}

template <typename T>
    requires(!std::is_same_v<std::remove_cv_t<T>, char>)
FORCE_INLINE ib_arg value(T* v) {
    return word(IB_ARG_POINTER, reinterpret_cast<uintptr_t>(v));
}

}  // namespace ironbird::print
