// Faults and findings of kernels in words.
#include "device/fault/fault_text.hpp"

#include <fmt/format.h>

#include "device/fault/setup_text.hpp"

namespace ironbird::device {
namespace {

std::string format_name(tile::Format format) {
    const tile::FormatRow* row = tile::find(format);
    return row != nullptr ? std::string(row->name) : "nothing";
}

std::string formats_text(const Formats& f, bool packs) {
    const std::string l1 = format_name(f.l1), reg = format_name(f.reg);
    return packs ? fmt::format("{} to {}", reg, l1) : fmt::format("{} to {}", l1, reg);
}

}  // namespace

UnitWarning describe_finding(const ChipModel& chip, const Core& core, const FormatFinding& f) {
    constexpr const char* kUnits[] = {"the unpacker of SrcA", "the unpacker of SrcB", "the packer"};
    const bool packs = f.unit == 2, never = f.set.l1 == tile::Format::none;
    const UnitPlaces at = places_of(chip, core, f.processor, f.trace, f.by, f.cycle);
    return {.fault = never ? UnitFault::none : UnitFault::format,
            .place = at.operation,
            .set_up = at.set_up,
            .because = fmt::format(
                "CB {} is for {}, but {} is set to {}; computed {}", f.cb,
                formats_text(f.given, packs), kUnits[f.unit], formats_text(f.set, packs),
                never ? "with the CB's own formats" : "as set, which is what the chip does"),
            .remedy = never ? std::string("call compute_kernel_hw_startup or another start-up call "
                                          "before this")
                            : fmt::format("call {} before this", packs ? "pack_reconfig_data_format"
                                                                       : "reconfig_data_format")};
}

namespace {

// The innermost line stands in the place already.
std::string callers(const Processor& p) {
    const auto frames = p.kernel->frames(std::span(p.trace.address).first(p.trace.count));
    std::string text;
    for (std::size_t i = 1; i < frames.size(); i++)
        text += fmt::format("\n  called from {}:{}, {}", frames[i].file, frames[i].line,
                            frames[i].function);
    return text;
}

Place router_place(const Core& core, Cycles cycle) {
    const Logical at = core.chip.plan->core_logical(core.id);
    return {.device = core.chip.id,
            .core_x = at.x,
            .core_y = at.y,
            .processor = "router",
            .cycle = cycle.v};
}

}  // namespace

Error describe_fault(const Core& core) {
    const FaultNote& note = *core.fault;
    FaultText text = note.text();
    if (note.processor == kRouterProcessor)
        return {note.fault, std::move(text.summary), router_place(core, note.cycle), text.detail};
    const Processor& p = core.processors[note.processor];
    Lines lines;
    std::string detail = text.detail + callers(p);
    if (detail.starts_with("\n  ")) detail.erase(0, 3);
    return {note.fault, std::move(text.summary), place_of(p, note.cycle, lines), detail};
}

}  // namespace ironbird::device
