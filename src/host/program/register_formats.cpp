// Two families of exponents, and what Float32 becomes between them.
#include "host/program/register_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/fault.hpp"

namespace ironbird::host {
namespace {

using tt::DataFormat;
using enum tt::DataFormat;

enum class Exponent : std::uint8_t { none, a, b };  // five bits, eight bits

struct FormatRow {
    DataFormat format;
    Exponent exponent;
    bool shared = false;  // block formats
};

constexpr auto kFormatRows = std::to_array<FormatRow>({
    {Float16, Exponent::a},
    {Lf8, Exponent::a},
    {Bfp8, Exponent::a, true},
    {Bfp4, Exponent::a, true},
    {Bfp2, Exponent::a, true},
    {Float16_b, Exponent::b},
    {Tf32, Exponent::b},
    {Bfp8_b, Exponent::b, true},
    {Bfp4_b, Exponent::b, true},
    {Bfp2_b, Exponent::b, true},
});

// Float32, integers and Fp8_e4m3 go with either family.
FormatRow row_of(DataFormat format) {
    const auto at = std::find_if(kFormatRows.begin(), kFormatRows.end(),
                                 [&](const FormatRow& r) { return r.format == format; });
    return at != kFormatRows.end() ? *at : FormatRow{format, Exponent::none};
}

// The family of a kernel's CBs; the wider one if none has a family.
Exponent family_of(std::span<const DataFormat> cbs) {
    Exponent family = Exponent::none;
    for (const DataFormat format : cbs) {
        const Exponent own = row_of(format).exponent;
        if (own == Exponent::none) continue;
        if (family != Exponent::none && own != family)
            throw Error(Fault::cb_config,
                        "a compute kernel's CBs mix formats of 5-bit and 8-bit exponents", {},
                        "Float16, Lf8, Bfp8, Bfp4, Bfp2 on one side, Float16_b, Bfp8_b, Bfp4_b, "
                        "Bfp2_b, Tf32 on the other");
        family = own;
    }
    return family == Exponent::none ? Exponent::b : family;
}

struct Rules {
    Exponent family;
    bool wide;     // 32-bit Dst
    bool precise;  // block formats are packed from more than their own precision
    bool has_fp8;
    DataFormat single;  // what Float32 becomes in Src

    DataFormat half() const { return family == Exponent::a ? Float16 : Float16_b; }

    DataFormat pack_src(DataFormat out) const {
        const FormatRow row = row_of(out);
        if (out == Fp8_e4m3) return half();
        if (row.shared && precise)
            return wide ? Float32 : row.exponent == Exponent::b ? Float16_b : Float16;
        if (row.shared) return row.exponent == Exponent::b ? Bfp8_b : Bfp8;
        if (wide) return out == Float16 ? Float16_b : out;
        return out == Float32 ? half() : out;
    }
    // Fp8_e4m3 unpacks to Float16, and so 16-bit Dst holds that family.
    DataFormat with_fp8(DataFormat src) const {
        if (!has_fp8 || wide) return src;
        return src == Float16_b ? Float16 : src == Bfp8_b ? Bfp8 : src;
    }
};

Rules rules_of(std::span<const DataFormat> cbs, const tt::tt_metal::ComputeConfig& config) {
    Rules r{.family = family_of(cbs),
            .wide = config.fp32_dest_acc_en,
            .precise = config.bfp8_pack_precise,
            .has_fp8 = std::find(cbs.begin(), cbs.end(), Fp8_e4m3) != cbs.end(),
            .single = Invalid};
    r.single = r.wide && r.family == Exponent::b ? Tf32 : r.half();
    return r;
}

}  // namespace

DataFormat format_in_l1(DataFormat format) {
    switch (format) {
        case RawUInt32:
            return Float32;
        case RawUInt16:
            return Float16;
        case RawUInt8:
            return Lf8;
        default:
            return format;
    }
}

RegisterFormats register_formats(std::span<const DataFormat> cbs,
                                 const tt::tt_metal::ComputeConfig& config) {
    const Rules rules = rules_of(cbs, config);
    const auto& modes = config.unpack_to_dest_mode;
    RegisterFormats out;
    for (std::size_t i = 0; i < cbs.size(); i++) {
        const DataFormat l1 = format_in_l1(cbs[i]);
        const bool raw = l1 != cbs[i];
        const bool to_dst = i < modes.size() && modes[i] != tt::tt_metal::UnpackToDestMode::Default;
        out.unpack_dst.push_back(l1 == Float32 && !to_dst && !raw ? rules.single : l1);
        out.pack_src.push_back(raw ? l1 : rules.pack_src(l1));
        if (l1 != Fp8_e4m3) out.pack_src.back() = rules.with_fp8(out.pack_src.back());
    }
    return out;
}

}  // namespace ironbird::host
