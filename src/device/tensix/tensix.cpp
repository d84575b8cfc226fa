// From number formats to the functions that convert and compute.
#include "device/tensix/tensix.hpp"

namespace ironbird::device {
namespace {

using tile::DstKind;
using tile::Format;

tile::Silicon silicon_of(arch::Family family) {
    constexpr tile::Silicon kSilicon[] = {tile::Silicon::grayskull, tile::Silicon::wormhole,
                                          tile::Silicon::blackhole};
    return kSilicon[static_cast<int>(family)];
}

tile::Family family_of(Format format) {
    const tile::FormatRow* row = tile::find(format);
    return row == nullptr ? tile::Family::b : row->family;
}

bool is_byte(Format f) {
    return f == Format::int8 || f == Format::uint8;
}

// What Dst holds of data in this format.
DstKind kind_of(Format format, bool wide) {
    const tile::Family family = family_of(format);
    if (wide) return family == tile::Family::integer ? DstKind::int32 : DstKind::fp32;
    if (family == tile::Family::a) return DstKind::fp16;
    return family == tile::Family::integer ? DstKind::raw16 : DstKind::bf16;
}

// The same function, or one that does nothing; a conversion that does not exist stays null.
template <class... A>
auto doing(bool computes, void (*function)(A...)) -> void (*)(A...) {
    return computes || function == nullptr ? function : +[](A...) {};
}

tile::Fpu doing(bool computes, const tile::Fpu& fpu) {
    return {.matmul = doing(computes, fpu.matmul),
            .elementwise = doing(computes, fpu.elementwise),
            .reduce = doing(computes, fpu.reduce),
            .copy = doing(computes, fpu.copy),
            .dst_to_src = doing(computes, fpu.dst_to_src)};
}

Unpackers unpackers(bool computes, const Formats& f, tile::Arithmetic arithmetic, bool second,
                    tile::Silicon silicon) {
    return {
        .tile = doing(computes, tile::src_unpacker(f.l1, f.reg, silicon)),
        .matmul = doing(computes, tile::matmul_unpacker(arithmetic, second, f.l1, f.reg, silicon)),
        .copied = doing(computes, tile::copy_unpacker(f.l1, f.reg, silicon)),
        .rows = doing(computes, tile::src_tilizer(f.l1, f.reg, silicon)),
        .tile_to_dst = doing(computes, tile::dst_unpacker(f.l1)),
        .rows_to_dst = doing(computes, tile::dst_tilizer(f.l1))};
}

const tile::Fpu& idle_fpu() {
    static const tile::Fpu kIdle = doing(false, tile::fpu(tile::Arithmetic::fast));
    return kIdle;
}

}  // namespace

Tensix::Tensix(const arch::Product& product)
    : cost(product.tensix), silicon(silicon_of(product.family)) {
    for (std::size_t code = 0; code < whole_tile_bytes_.size(); code++)
        if (const Format format = format_of(static_cast<std::uint8_t>(code));
            tile::find(format) != nullptr)
            whole_tile_bytes_[code] = tile::bytes_of(format, {});
}

void Tensix::reset(bool exact, bool wanted) {
    computes = wanted;
    src.reset();
    dst.reset();
    settings = {};
    settings.exact = exact ? 1 : 0;
    unpack = {};
    math_formats.fill(Format::none);
    math = {};
    pack = {};
    semaphores = {};
    for (std::uint32_t lane = 0; lane < random.size(); lane++) random[lane] = lane + 1;
    sfpu_state = {};
    sfpi_base = 0;
    work = {};
    reported = {};
    findings.clear();
    for (Setup& s : setup) s.reset();
    for (Setup& s : vector_setup) s.reset();
    setup_findings.clear();
    // What the firmware leaves, whatever ran before.
    setup[0].write(setup::unpack::tiles_again(), {});
    setup[1].write(setup::set(setup::math::kValid, setup::kNo) | setup::math::wide(true), {});
    begun_ = false;
    apply(settings);
}

void Tensix::begin(const ib_compute_settings& wanted) {
    if (!begun_) apply(wanted);
    begun_ = true;
}

void Tensix::apply(const ib_compute_settings& wanted) {
    const std::uint8_t exact = settings.exact;
    settings = wanted;
    settings.exact = exact;
    const auto arithmetic = exact != 0 ? tile::Arithmetic::exact : tile::Arithmetic::fast;
    vector_rows = &SfpuSetups::of(silicon, settings.fp32_dest != 0, settings.approx != 0);
    for (Setup& s : vector_setup) s.write((*vector_rows)(IB_SFPU_COUNT, 0).leaves, {});
    dst.configure(settings.full_sync != 0, settings.fp32_dest != 0);
    fpu = computes ? &tile::fpu(arithmetic) : &idle_fpu();
    math.silicon = pack.mode.silicon = silicon;
    math.dst = pack.mode.dst = kind_of(Format::none, settings.fp32_dest != 0);
    pack.mode.arithmetic = arithmetic;
}

void Tensix::set_unpack(std::uint32_t side, const ib_operand& op) {
    UnpackSide& s = unpack[side];
    const Formats wanted = formats_of(op);
    if (s.formats == wanted) return;
    s.formats = wanted;
    KnownUnpackers& known = known_unpackers_[side];
    const tile::Arithmetic arithmetic = pack.mode.arithmetic;
    if (known.formats != wanted || known.arithmetic != arithmetic || known.computes != computes)
        known = {wanted, arithmetic, computes,
                 unpackers(computes, wanted, arithmetic, side == 1, silicon)};
    static_cast<Unpackers&>(s) = known.functions;
}

// SrcA decides what Dst holds.
void Tensix::set_math(std::uint32_t side, const ib_operand& op) {
    math_formats[side] = format_of(op.reg_format);
    const Format first = math_formats[0] != Format::none ? math_formats[0] : math_formats[1];
    math.dst = kind_of(first, settings.fp32_dest != 0);
    math.half_precision = family_of(first) == tile::Family::a;
    math.integer = is_byte(first);
    math.raw16 = first == Format::uint16;
    math.tf32 = first == Format::tf32 || first == Format::float32;
}

void Tensix::set_pack(const ib_operand& op) {
    pack.formats = formats_of(op);
    pack.mode.intermediate = pack.formats.reg;
    pack.mode.out = pack.formats.l1;
    pack.mode.dst = kind_of(pack.formats.reg, settings.fp32_dest != 0);
    choose_packers();
}

void Tensix::restart_packer() {
    pack.mode.relu = tile::Relu::none;
    pack.mode.relu_threshold = 0;
    pack.mode.accumulate = false;
    pack.mask = IB_MASK_NONE;
    choose_packers();
}

void Tensix::choose_packers() {
    KnownPackers& known = known_packers_;
    if (!known.any || known.mode != pack.mode || known.computes != computes)
        known = {pack.mode,
                 computes,
                 true,
                 {doing(computes, tile::tile_packer(pack.mode)),
                  doing(computes, tile::row_packer(pack.mode))}};
    static_cast<Packers&>(pack) = known.functions;
}

}  // namespace ironbird::device
