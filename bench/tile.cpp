// Products of tiles: how many a second, by arithmetic, format and fidelity.
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "figures.hpp"
#include "tile/fpu.hpp"
#include "tile/unpack.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

using namespace tile;

// What fills Src from L1, and the Dst that goes with it.
struct Operands {
    Format in, reg;
    FpuMode mode;
};
constexpr Operands kBf16 = {Format::float16_b, Format::float16_b, {}};
constexpr Operands kBf16ToFp32 = {Format::float16_b, Format::float16_b, {.dst = DstKind::fp32}};
constexpr Operands kBfp8 = {Format::bfp8_b, Format::bfp8_b, {}};
constexpr Operands kBfp4 = {Format::bfp4_b, Format::bfp4_b, {}};
constexpr Operands kTf32 = {Format::float32, Format::tf32, {.dst = DstKind::fp32}};
constexpr Operands kFp16 = {
    Format::float16, Format::float16, {.dst = DstKind::fp16, .half_precision = true}};
constexpr Operands kInt8 = {Format::int8, Format::int8, {.dst = DstKind::int32, .integer = true}};

// Bytes that are ordinary numbers in every format, blocks of four bits included.
std::vector<std::uint8_t> ordinary(std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<std::uint8_t> l1(bytes_of(Format::float32, {}));
    for (std::uint8_t& byte : l1) byte = static_cast<std::uint8_t>(0x31 + random() % 7);
    return l1;
}

// Both tiles unpacked, multiplied and added to Dst.
double products_per_second(const Operands& operands, Arithmetic arithmetic, Fidelity fidelity) {
    const std::vector<std::uint8_t> in0 = ordinary(1), in1 = ordinary(2);
    const auto a = std::make_unique<SrcTile>(), b = std::make_unique<SrcTile>();
    const auto d = std::make_unique<DstTile>();
    d->word.fill(0);
    FpuMode mode = operands.mode;
    mode.fidelity = fidelity;
    const UnpackSrc unpack = src_unpacker(operands.in, operands.reg);
    if (unpack == nullptr) throw std::logic_error("a format that is not unpacked");
    const Fpu& unit = fpu(arithmetic);
    const int count = arithmetic == Arithmetic::fast ? 100 : 10;
    const double seconds = best(200, [&] {
        return wall_seconds([&] {
            for (int i = 0; i < count; i++) {
                unpack(in0.data(), {}, *b);
                unpack(in1.data(), {}, *a);
                unit.matmul(*b, *a, {}, {}, *d, false, mode);
            }
        });
    });
    return count / seconds;
}

template <const Operands& operands, Arithmetic arithmetic, Fidelity fidelity>
double measured() {
    return products_per_second(operands, arithmetic, fidelity);
}

template <const Operands& operands>
constexpr auto kFast = measured<operands, Arithmetic::fast, Fidelity::hifi4>;
template <const Operands& operands, Fidelity fidelity>
constexpr auto kExact = measured<operands, Arithmetic::exact, fidelity>;

using enum Fidelity;
constexpr auto kFigures = std::to_array<Figure>({
    {"tile_products_fast_bf16_per_s", "32x32x32, both tiles unpacked, any fidelity", kFast<kBf16>},
    {"tile_products_fast_bf16_fp32dst_per_s", "the same with 32-bit Dst", kFast<kBf16ToFp32>},
    {"tile_products_fast_bfp8_per_s", "Bfp8_b", kFast<kBfp8>},
    {"tile_products_fast_bfp4_per_s", "Bfp4_b", kFast<kBfp4>},
    {"tile_products_fast_tf32_per_s", "Float32 through TF32, 32-bit Dst", kFast<kTf32>},
    {"tile_products_fast_fp16_per_s", "Float16", kFast<kFp16>},
    {"tile_products_fast_int8_per_s", "Int8", kFast<kInt8>},
    {"tile_products_exact_bf16_lofi_per_s", "bit for bit, LoFi", kExact<kBf16, lofi>},
    {"tile_products_exact_bf16_hifi2_per_s", "HiFi2", kExact<kBf16, hifi2>},
    {"tile_products_exact_bf16_hifi3_per_s", "HiFi3", kExact<kBf16, hifi3>},
    {"tile_products_exact_bf16_hifi4_per_s", "HiFi4", kExact<kBf16, hifi4>},
    {"tile_products_exact_bfp8_lofi_per_s", "Bfp8_b, LoFi", kExact<kBfp8, lofi>},
    {"tile_products_exact_bfp8_hifi2_per_s", "HiFi2", kExact<kBfp8, hifi2>},
    {"tile_products_exact_bfp8_hifi3_per_s", "HiFi3", kExact<kBfp8, hifi3>},
    {"tile_products_exact_bfp8_hifi4_per_s", "HiFi4", kExact<kBfp8, hifi4>},
    {"tile_products_exact_tf32_lofi_per_s", "TF32, 32-bit Dst, LoFi", kExact<kTf32, lofi>},
    {"tile_products_exact_tf32_hifi2_per_s", "HiFi2", kExact<kTf32, hifi2>},
    {"tile_products_exact_tf32_hifi3_per_s", "HiFi3", kExact<kTf32, hifi3>},
    {"tile_products_exact_tf32_hifi4_per_s", "HiFi4", kExact<kTf32, hifi4>},
    {"tile_products_exact_fp16_hifi4_per_s", "Float16, HiFi4", kExact<kFp16, hifi4>},
    {"tile_products_exact_int8_hifi4_per_s", "Int8, HiFi4", kExact<kInt8, hifi4>},
});

}  // namespace

std::span<const Figure> tile_figures() {
    return kFigures;
}

}  // namespace ironbird::bench
