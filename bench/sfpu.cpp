// Operations of the vector unit against the same functions over plain arrays in Highway.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sfpu.cpp"
// clang-format off: the list of targets comes first and includes this file once for each
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace ironbird::bench {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::ScalableTag<float>;
using Vector = hn::Vec<Floats>;

struct Exponential {
    static HWY_INLINE Vector of(Vector x) { return hn::Exp(Floats(), x); }
};
struct HyperbolicTangent {
    static HWY_INLINE Vector of(Vector x) { return hn::Tanh(Floats(), x); }
};
struct Gelu {  // by the hyperbolic tangent: Highway has no error function
    static HWY_INLINE Vector of(Vector x) {
        const Floats d;
        const auto cubic = hn::MulAdd(hn::Mul(hn::Mul(x, x), x), hn::Set(d, 0.044715f), x);
        const auto bent = hn::Tanh(d, hn::Mul(cubic, hn::Set(d, 0.7978845608f)));
        const auto half = hn::Mul(x, hn::Set(d, 0.5f));
        return hn::MulAdd(half, bent, half);
    }
};

template <class Function>
void over(const float* in, float* out, std::size_t count) {
    const Floats d;
    for (std::size_t i = 0; i < count; i += hn::Lanes(d))
        hn::Store(Function::of(hn::Load(d, in + i)), d, out + i);
}

void exponentials(const float* in, float* out, std::size_t n) {
    over<Exponential>(in, out, n);
}
void tangents(const float* in, float* out, std::size_t n) {
    over<HyperbolicTangent>(in, out, n);
}
void gelus(const float* in, float* out, std::size_t n) {
    over<Gelu>(in, out, n);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "tile/sfpu.hpp"

#include <array>
#include <bit>

#include "figures.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

HWY_EXPORT(exponentials);
HWY_EXPORT(tangents);
HWY_EXPORT(gelus);

using Plain = void (*)(const float*, float*, std::size_t);
constexpr int kTiles = 200;

// Speed of our operation over the plain function's, one tile at a time, float32 in Dst.
double ratio(std::string_view name, Plain plain) {
    alignas(64) static std::array<float, tile::kTileDatums> in, out;
    alignas(64) static std::array<std::uint32_t, tile::kTileDatums> words, result;
    for (std::size_t i = 0; i < in.size(); i++) {
        in[i] = static_cast<float>(i) / 128 - 4;
        words[i] = std::bit_cast<std::uint32_t>(in[i]);
    }
    const std::array<std::uint32_t, tile::kSfpuParams> params{};
    tile::SfpuCall call;
    call.in[0] = words.data();
    call.out = result.data();
    call.param = params.data();
    call.dst = tile::DstKind::fp32;
    const tile::SfpuOp& op = *tile::find_sfpu_op(name);
    const auto repeat = [](auto&& once) {
        return best(100, [&] {
            return wall_seconds([&] {
                for (int i = 0; i < kTiles; i++) once();
            });
        });
    };
    const double theirs = repeat([&] { plain(in.data(), out.data(), in.size()); });
    const double ours = repeat([&] { op.apply(call); });
    return theirs / ours;
}

}  // namespace

double sfpu_exp_vs_highway() {
    return ratio("exp", [](const float* in, float* out, std::size_t n) {
        HWY_DYNAMIC_DISPATCH(exponentials)(in, out, n);
    });
}
double sfpu_tanh_vs_highway() {
    return ratio("tanh", [](const float* in, float* out, std::size_t n) {
        HWY_DYNAMIC_DISPATCH(tangents)(in, out, n);
    });
}
double sfpu_gelu_vs_highway() {
    return ratio("gelu", [](const float* in, float* out, std::size_t n) {
        HWY_DYNAMIC_DISPATCH(gelus)(in, out, n);
    });
}

}  // namespace ironbird::bench

#endif
