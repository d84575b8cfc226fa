// Conversions between number formats, fills, copies and quantisation.
// A part of families.cpp.

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile::sfpu::HWY_NAMESPACE {
namespace conversion {
namespace {

enum class Kind : std::uint8_t { real, int32, uint32, uint16, uint8 };

Kind kind_of(std::uint32_t format) {
    switch (static_cast<Format>(format)) {
        case Format::int32:
            return Kind::int32;
        case Format::uint32:
            return Kind::uint32;
        case Format::uint16:
            return Kind::uint16;
        case Format::uint8:
            return Kind::uint8;
        default:
            return Kind::real;
    }
}

bool narrow_real(std::uint32_t format) {
    return kind_of(format) == Kind::real && static_cast<Format>(format) != Format::float32;
}

// ---- from floats: cut off for 32 bits, rounded for 16, what is too large is 2^31 or the largest

VI to_int32(VF x) {
    const MF fits = hn::Abs(x) < k(2147483648.0f);
    const VI y = hn::ConvertTo(DI(), hn::IfThenElseZero(fits, x));
    return hn::IfThenElse(hn::RebindMask(DI(), fits), y,
                          ki(std::numeric_limits<std::int32_t>::min()));
}
VI to_uint32(VF x) {
    const VF positive = hn::Max(x, k(0));
    const MF high = positive >= k(2147483648.0f);
    const VF part = select(high, positive - k(2147483648.0f), positive);
    const VI y = hn::ConvertTo(DI(), hn::Min(part, k(2147483520.0f)));
    const VI top = hn::IfThenElseZero(hn::RebindMask(DI(), high),
                                      ki(std::numeric_limits<std::int32_t>::min()));
    const MF fits = positive < k(4294967296.0f);
    return hn::IfThenElse(hn::RebindMask(DI(), fits), hn::Or(y, top), ki(-1));
}
VI to_uint16(VF x) {
    const VF nearest = hn::Clamp(x, k(0), k(65535.0f)) + k(0.5f);
    return hn::ConvertTo(DI(), select(hn::IsNaN(x), k(65535.0f), nearest));
}

// ---- to floats

VF from_uint32(VI x) {
    const VF high = hn::ConvertTo(DF(), hn::ShiftRight<16>(x) & ki(0xffff));
    const VF low = hn::ConvertTo(DF(), x & ki(0xffff));
    return fma(high, k(65536.0f), low);
}

VI converted(Kind from, Kind to, VI x) {
    if (to == Kind::uint8) return x & ki(0xff);
    if (to != Kind::uint16) return x;
    if (from == Kind::int32) return hn::Min(hn::Max(x, ki(0)), ki(0xffff));
    const auto wide = hn::Not(hn::ShiftRight<16>(x) == ki(0));
    return hn::IfThenElse(wide, ki(0xffff), x);
}

VI integer_of(Kind to, VF x) {
    if (to == Kind::int32) return to_int32(x);
    if (to == Kind::uint32) return to_uint32(x);
    if (to == Kind::uint16) return to_uint16(x);
    return to_int32(x) & ki(0xff);
}

VU value_as(DstKind dst, VF x) {
    if (dst == DstKind::fp16) return to_half(x);
    const bool narrow = dst == DstKind::bf16 || dst == DstKind::raw16;
    return narrow ? shortened<Store::truncate>(x) : as_bits(flush(x));
}

// A float of the format `out` for Dst: the shorter formats are rounded here. From FP32 the chip's
// code rounds ties to even, from integers the unit's own rounding takes them away from zero.
template <Store kStore>
VU real_result(const SfpuCall& c, VF x) {
    if (!narrow_real(c.param[1])) return value_as(c.dst, x);
    return c.dst == DstKind::fp16 ? to_half(x) : shortened<kStore>(x);
}

void typecast(const SfpuCall& c) {
    const Kind from = kind_of(c.param[0]), to = kind_of(c.param[1]);
    if (from == to && from != Kind::real) {
        return map_words<1, false>(c, [](P, VI x) { return x; });
    }
    for (std::uint32_t i = 0; i < c.count; i += kWidth) {
        const VU word = hn::LoadU(DU(), c.in[0] + i);
        VU out;
        if (from == Kind::real) {
            const VF x = c.dst == DstKind::fp16 ? from_half(word) : flush(as_float(word));
            out = to == Kind::real ? real_result<Store::half_even>(c, x)
                                   : hn::BitCast(DU(), integer_of(to, x));
        } else {
            const VI x = hn::BitCast(DI(), from == Kind::uint16 ? short_of(c.dst, word) : word);
            const VF f = from == Kind::int32 ? hn::ConvertTo(DF(), x) : from_uint32(x);
            out = to == Kind::real ? real_result<Store::half_away>(c, f)
                                   : hn::BitCast(DU(), converted(from, to, x));
        }
        if (to == Kind::uint16) out = short_word(c.dst, out);
        hn::StoreU(out, DU(), c.out + i);
    }
}

// Five pairs were measured (data/silicon/llk.csv); the others take the figure of the pair nearest
// to them.
SfpuCost typecast_cost(const std::uint32_t* param) {
    const Kind from = kind_of(param[0]), to = kind_of(param[1]);
    if (from == Kind::uint16) return to == Kind::real ? SfpuCost(75, 74) : SfpuCost(71, 70);
    if (to == Kind::uint16) return from == Kind::real ? SfpuCost(111, 109) : SfpuCost(141, 128);
    return {157, 140};
}

// Half away from zero, to a byte: seven bits and a sign, or eight bits.
VI to_byte(P p, VF x) {
    const VF least = k(p.call.param[1] != 0 ? 0.0f : -127.0f);
    const VF most = k(p.call.param[1] != 0 ? 255.0f : 127.0f);
    const VF bounded = hn::Clamp(x, least, most);
    return hn::ConvertTo(DI(), bounded + copy_sign(k(0.5f), bounded));
}
VF float_of(VI word) {
    return flush(hn::BitCast(DF(), word));
}

constexpr SfpuOp kRows[] = {
    row("copy_dest_values", words<2, Numbers::uint32>([](P, VI a, VI) { return a; }),
        {.reference = [](In x, Par) { return x[0]; },
         .cycles = 124,
         .note = "the second input is not read"}),
    row("dequant", words<2, Numbers::mixed>([](P p, VI x, VI scale) {
            const VF y = (hn::ConvertTo(DF(), x) + p.f(0)) * float_of(scale);
            return hn::BitCast(DI(), flush(y));
        }),
        {.params = 1,
         .example = {bits(3.0f)},
         .cycles = 256,
         .note = "(integer + zero point) * scale; the zero point is a float"}),
    row("fill", real_form<0, Store::truncate>([](P p) { return p.f(0); }),
        {.params = 1,
         .example = {bits(2.5f)},
         .reference = [](In, Par p) { return real(p, 0); },
         .cycles = 118}),
    row("fill_bitcast", real_form<0, Store::truncate>([](P p) { return p.f(0); }),
        {.params = 1,
         .example = {bits(-0.75f)},
         .reference = [](In, Par p) { return real(p, 0); },
         .cycles = 118}),
    row("fill_int", words<0, Numbers::mixed>([](P p) { return p.i(0); }),
        {.params = 1,
         .example = {4321},
         .reference = [](In, Par p) { return whole(p, 0); },
         .cycles = 118,
         .measured = true}),
    row("identity", unary([](P, VF x) { return x; }),
        {.reference = [](In x, Par) { return x[0]; }, .cycles = 124, .measured = true}),
    row("quant", words<2, Numbers::mixed>([](P p, VI x, VI scale) {
            return to_byte(p, fma(float_of(x), float_of(scale), p.f(0)));
        }),
        {.params = 2,
         .example = {bits(3.0f), 0},
         .cycles = 224,
         .note = "value * scale + zero point to -127..127, or to 0..255 with parameter 2"}),
    row("requant", words<2, Numbers::mixed>([](P p, VI x, VI scale) {
            return to_byte(p, fma(hn::ConvertTo(DF(), x), float_of(scale), p.f(0)));
        }),
        {.params = 2,
         .example = {bits(3.0f), 0},
         .cycles = 256,
         .note = "as quant, from integers"}),
    row("typecast", {.store = Store::bits, .numbers = Numbers::mixed, .apply = typecast},
        {.params = 2,
         .example = {0, 8},
         .cycles = {157, 140},
         .cycles_by = typecast_cost,
         .measured = true,
         .note = "parameters: the two formats, which also decide the cost. To 32-bit integers: cut "
                 "off; to 16 bits: nearest"}),
};
static_assert(sorted(kRows));

}  // namespace

Rows rows() {
    return kRows;
}

}  // namespace conversion
}  // namespace ironbird::tile::sfpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
