// Faults and findings of kernels in words.
#include "device/fault/fault_text.hpp"

#include <fmt/format.h>

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

FormatWarning describe_finding(const ChipModel& chip, const Core& core,
                               const FormatFinding& finding) {
    constexpr const char* kUnits[] = {"the unpacker of SrcA", "the unpacker of SrcB", "the packer"};
    const Processor& p = core.processors[finding.processor];
    const std::span addresses = std::span(finding.trace.address).first(finding.trace.count);
    const abi::SourceLine line = p.kernel->locate(addresses);
    const bool packs = finding.unit == 2;
    const Logical at = chip.plan().core_logical(core.id);
    return {
        .place = {.device = chip.id(),
                  .core_x = at.x,
                  .core_y = at.y,
                  .processor = std::string(abi::label(static_cast<abi::Processor>(p.index))),
                  .file = line.file.empty() ? p.kernel->source_path : line.file,
                  .line = line.line,
                  .cycle = finding.cycle},
        .because = fmt::format("CB {} is for {}, but {} is set to {}; computed as set, which is "
                               "what the chip does",
                               finding.cb, formats_text(finding.given, packs), kUnits[finding.unit],
                               formats_text(finding.set, packs)),
        .missing = packs ? "pack_reconfig_data_format" : "reconfig_data_format"};
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

}  // namespace

Error describe_fault(const Core& core) {
    const FaultNote& note = *core.fault;
    const Processor& p = core.processors[note.processor];
    FaultText text = note.text();
    Lines lines;
    std::string detail = text.detail + callers(p);
    if (detail.starts_with("\n  ")) detail.erase(0, 3);
    return {note.fault, std::move(text.summary), place_of(p, note.cycle, lines), detail};
}

}  // namespace ironbird::device
