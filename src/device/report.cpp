// Faults and findings of kernels in words.
#include "device/report.hpp"

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

std::string describe_finding(const ChipModel& chip, const Core& core,
                             const FormatFinding& finding) {
    constexpr const char* kUnits[] = {"the unpacker of SrcA", "the unpacker of SrcB", "the packer"};
    const Processor& p = core.processors[finding.processor];
    const std::span addresses = std::span(finding.trace.address).first(finding.trace.count);
    const abi::SourceLine line = p.kernel->locate(addresses);
    const bool packs = finding.unit == 2;
    return fmt::format(
        "{}:{}: CB {} is for {}, but {} is set to {}; computed as set, which is what the chip does "
        "(device {}, missing {})",
        line.file.empty() ? p.kernel->source_path : line.file, line.line, finding.cb,
        formats_text(finding.given, packs), kUnits[finding.unit], formats_text(finding.set, packs),
        chip.id(), packs ? "pack_reconfig_data_format" : "reconfig_data_format");
}

Error describe_fault(const Core& core) {
    const FaultNote& note = *core.fault;
    const Processor& p = core.processors[note.processor];
    FaultText text = note.text();
    Lines lines;
    return {note.fault, std::move(text.summary), place_of(p, note.cycle, lines),
            std::move(text.detail)};
}

}  // namespace ironbird::device
