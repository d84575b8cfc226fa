// Units that are set up for something else, in words.
#include "device/fault/setup_text.hpp"

#include <fmt/format.h>

#include "abi/ib_sfpu_ops.h"

namespace ironbird::device {
namespace {

using setup::Unit;

constexpr const char* kUnits[] = {"the unpacker", "the matrix unit", "the packer",
                                  "the vector unit"};

const char* vector_name(std::uint32_t op) {
    constexpr const char* kNames[] = {
#define IB_SFPU_NAME(name) #name,
        IB_SFPU_OPS(IB_SFPU_NAME)
#undef IB_SFPU_NAME
    };
    return op < std::size(kNames) ? kNames[op] : "this operation";
}

// What becomes of the numbers, and what to do.
struct Words {
    std::string because, remedy;
};

Words words_of(const SetupFinding& f) {
    const char* unit = kUnits[static_cast<int>(f.unit)];
    const std::string set = name_of_setup(f.unit, f.set), need = name_of_setup(f.unit, f.need);
    switch (f.fault) {
        case UnitFault::none:
            return {
                fmt::format("nothing has set {} up for {}; the chip does what an earlier kernel "
                            "left there, or hangs",
                            unit, need),
                {}};
        case UnitFault::broadcast:
            return {fmt::format("{} is set up for {} here, not for {}: numbers will differ, or the "
                                "chip hangs",
                                unit, set, need),
                    {}};
        case UnitFault::transposition:
            return {
                fmt::format("{} is set up for {} here: the tile is transposed otherwise than {} "
                            "needs it, and numbers will differ",
                            unit, set, need),
                {}};
        case UnitFault::shape:
            return {
                fmt::format("{} is set up for tiles of other faces: numbers will differ, or the "
                            "chip hangs",
                            unit),
                {}};
        case UnitFault::left_on:
            return {fmt::format("{} is still set up for {} here: numbers will differ", unit, set),
                    {}};
        case UnitFault::vector:
            return {fmt::format("the vector unit's constants and programs are not those of {}: "
                                "numbers will differ",
                                vector_name(f.sfpu_op)),
                    fmt::format("call the init of {} before this, after other operations' inits",
                                vector_name(f.sfpu_op))};
        default:
            return {fmt::format("{} is set up for {} here, not for {}: numbers will differ, or the "
                                "chip hangs",
                                unit, set, need),
                    {}};
    }
}

// An edge mask that a reduction left on has no word of its own.
Words words_of_mask() {
    return {"the packer still writes zeros beside a reduction's result, and this tile is none",
            "call reduce_uninit after the reduction's last pack_tile"};
}

std::uint64_t mixed(std::initializer_list<std::uint64_t> words) {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
    std::uint64_t sum = 0;
    for (const std::uint64_t w : words) {
        sum = (sum ^ w) * kOdd;
        sum ^= sum >> 32;
    }
    return sum;
}

Place place_at(const ChipModel& chip, const Core& core, const Processor& p,
               std::span<const std::uintptr_t> addresses, Cycles cycle) {
    const abi::SourceLine line = p.kernel->locate(addresses);
    const Logical at = chip.plan().core_logical(core.id);
    return {.device = chip.id(),
            .core_x = at.x,
            .core_y = at.y,
            .processor = std::string(abi::label(static_cast<abi::Processor>(p.index))),
            .file = line.file.empty() ? p.kernel->source_path : line.file,
            .line = line.line,
            .cycle = cycle.v};
}

}  // namespace

std::uint64_t key_of(const Processor& p, const FormatFinding& f) {
    return mixed({p.kernel->hash, f.unit, f.cb});
}

std::uint64_t key_of(const Processor& p, const SetupFinding& f) {
    const auto entry = reinterpret_cast<std::uintptr_t>(p.kernel->entry);
    std::uint64_t key = mixed({p.kernel->hash, static_cast<std::uint64_t>(f.fault) + 256,
                               f.by.site == 0 ? 0 : f.by.site - entry});
    for (std::uint32_t i = 0; i < f.trace.count; i++)
        key = mixed({key, f.trace.address[i] - entry});
    return key;
}

UnitPlaces places_of(const ChipModel& chip, const Core& core, std::uint8_t processor,
                     const Trace& operation, const SetBy& by, Cycles cycle) {
    const Processor& p = core.processors[processor];
    const std::span addresses = std::span(operation.address).first(operation.count);
    UnitPlaces at{place_at(chip, core, p, addresses, cycle), {}};
    if (by.site != 0) at.set_up = place_at(chip, core, p, std::span(&by.site, 1), by.cycle);
    return at;
}

UnitWarning describe_setup(const ChipModel& chip, const Core& core, const SetupFinding& f) {
    const UnitPlaces at = places_of(chip, core, f.processor, f.trace, f.by, f.cycle);
    const bool mask = f.fault == UnitFault::left_on && f.need == 0;
    Words words = mask ? words_of_mask() : words_of(f);
    return {.fault = f.fault,
            .place = at.operation,
            .set_up = at.set_up,
            .because = std::move(words.because),
            .remedy = std::move(words.remedy)};
}

std::string line_of(const UnitWarning& w) {
    const std::string by = w.set_up ? fmt::format("set up by {}:{}", w.set_up->file, w.set_up->line)
                                    : "set up by none";
    return fmt::format("{}:{}: {} ({}, device {})", w.place.file, w.place.line, w.because, by,
                       w.place.device);
}

}  // namespace ironbird::device
