// Which rule a fault breaks.
#include "check/fault_finding.hpp"

#include <algorithm>
#include <array>

#include "check/hang/hang.hpp"

namespace ironbird::check {
namespace {

struct Row {
    Fault fault;
    std::string_view rule;
    std::string_view role;
};

constexpr auto kRows = std::to_array<Row>({
    {Fault::arg_index, "ARG-001", "read"},
    {Fault::dst_index, "COMP-002", "used"},
    {Fault::dst_order, "COMP-003", "used"},
    {Fault::tile_index, "COMP-004", "used"},
    {Fault::src_order, "COMP-005", "used"},
    {Fault::fabric_connection, "FAB-001", "router"},
    {Fault::fabric_packet, "FAB-002", "router"},
    {Fault::kernel_stack, "KERNEL-001", "at"},
    {Fault::kernel_address, "KERNEL-002", "at"},
    {Fault::kernel_assert, "KERNEL-003", "at"},
    {Fault::kernel_divide, "KERNEL-004", "at"},
    {Fault::noc_alignment, "NOC-009", "issued"},
    {Fault::noc_range, "MEM-003", "issued"},
    {Fault::noc_stack, "MEM-003", "issued"},
});

}  // namespace

std::string_view fault_group(Fault fault) {
    const auto* row = std::ranges::find(kRows, fault, &Row::fault);
    return row == kRows.end() ? std::string_view() : rule(row->rule).group;
}

std::optional<Finding> finding_of_fault(const Error& error) {
    if (const auto* hang = dynamic_cast<const HangError*>(&error)) return hang->finding();
    const auto* row = std::ranges::find(kRows, error.fault(), &Row::fault);
    if (row == kRows.end() || !error.place()) return {};
    Finding f{.rule = row->rule,
              .parties = {{.role = std::string(row->role), .place = error.place(), .what = {}}},
              .because = error.summary(),
              .remedy = {}};
    if (error.fault() == Fault::noc_stack) f.remedy = ironbird::row(Fault::noc_stack).remedy;
    if (!error.detail().empty()) f.because += "; " + error.detail();
    std::ranges::replace(f.because, '\n', ' ');
    return f;
}

}  // namespace ironbird::check
