// Notes on fibers, put into words between windows.
#include "check/tolerant.hpp"

#include "check/fault_finding.hpp"
#include "device/processor_name.hpp"

namespace ironbird::check {

void Tolerant::on_chip(const arch::Floorplan& plan, std::uint32_t chip) {
    chips_[chip].plan = &plan;
    chips_[chip].notes.resize(plan.cores());
}

bool Tolerant::on_fault(const device::Actor& who, Fault fault,
                        const std::function<device::FaultText()>& text) {
    const std::string_view group = fault_group(fault);
    if (group.empty() || !groups_.has(group)) return false;
    constexpr std::size_t most = 256;  // a window; a loop says the same again and again
    auto& notes = chips_.find(who.chip)->second.notes[who.node];
    const device::Processor& p = device::current();
    if (notes.size() < most)
        notes.push_back({who, p.kernel, device::walk_stack(__builtin_frame_address(0), p.block()),
                         fault, text});
    fresh_ = true;
    return true;
}

void Tolerant::on_window() {
    if (!fresh_.exchange(false)) return;
    for (auto& [id, chip] : chips_)
        for (auto& notes : chip.notes) {
            for (const Note& n : notes) {
                const device::FaultText text = n.text();
                const Error error(n.fault, text.summary,
                                  place_of(*chip.plan, n.who, *n.kernel, n.trace, lines_),
                                  text.detail);
                if (auto finding = finding_of_fault(error)) pending_.push_back(std::move(*finding));
            }
            notes.clear();
        }
}

void Tolerant::report(Findings& to) {
    for (Finding& f : pending_) to.add(std::move(f));
    pending_.clear();
}

Place place_of(const arch::Floorplan& plan, const device::Actor& who, const abi::Kernel& kernel,
               const device::Trace& trace, device::Lines& lines) {
    const Logical core = plan.core_logical(who.node);
    const abi::SourceLine line = lines.of(kernel, trace);
    return {.device = who.chip,
            .core_x = core.x,
            .core_y = core.y,
            .processor = device::processor_name(plan, who.node, who.processor),
            .file = line.file.empty() ? kernel.source_path : line.file,
            .line = line.line,
            .cycle = who.cycle.v};
}

}  // namespace ironbird::check
