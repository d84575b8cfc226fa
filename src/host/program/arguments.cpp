// Run-time arguments: setting them, and views through which programs change them later.
#include <fmt/format.h>

#include <algorithm>
#include <tt-metalium/host_api.hpp>

#include "base/require.hpp"
#include "host/program/chip_checks.hpp"

namespace tt::tt_metal {

using namespace ironbird;
using namespace ironbird::host;

namespace {

void make_room(KernelRecord& k) {
    if (!k.args.unique.empty()) return;
    const CoreCoord last = k.cores.bounding_box().end_coord;
    k.args.unique.assign(last.x + 1, std::vector<std::vector<uint32_t>>(last.y + 1));
    k.args.views.assign(last.x + 1, std::vector<RuntimeArgsData>(last.y + 1, {nullptr, 0}));
}

void check_count(const KernelRecord& k, std::size_t unique, std::size_t common) {
    check_early([&](const ChipLayout& chip) { check_argument_count(chip, k, unique, common); });
}

void set_on(KernelRecord& k, const CoreCoord& core, ttsl::Span<const uint32_t> args) {
    if (!k.cores.contains(core))
        throw Error(Fault::arg_core,
                    fmt::format("arguments for core ({},{}), on which kernel {} does not run",
                                core.x, core.y, k.name),
                    {}, fmt::format("it runs on {}", k.cores.str()));
    auto& held = k.args.unique[core.x][core.y];
    require(held.empty() || held.size() == args.size(), Fault::arg_count,
            "kernel {} has {} arguments on core ({},{}); their number cannot become {}", k.name,
            held.size(), core.x, core.y, args.size());
    // In place if possible: views that the program holds stay valid.
    held.resize(args.size());
    std::copy(args.begin(), args.end(), held.begin());
    k.args.views[core.x][core.y] = {held.data(), held.size()};
    k.args.most_unique = std::max(k.args.most_unique, static_cast<uint32_t>(args.size()));
}

}  // namespace

void SetRuntimeArgs(const Program& program, KernelHandle kernel, const CoreSpec& core_spec,
                    ttsl::Span<const uint32_t> args) {
    Lock lock;
    KernelRecord& k = program.state().kernel(kernel);
    if (args.empty()) return;
    check_count(k, args.size(), k.args.common.size());
    make_room(k);
    const CoreRangeSet cores = cores_of(core_spec);
    for (const CoreRange& range : cores.ranges())
        for (auto core : range) set_on(k, core, args);
}

void SetRuntimeArgs(const Program& program, KernelHandle kernel, const CoreSpec& core_spec,
                    std::initializer_list<uint32_t> args) {
    SetRuntimeArgs(program, kernel, core_spec,
                   ttsl::Span<const uint32_t>(args.begin(), args.size()));
}

void SetRuntimeArgs(const Program& program, KernelHandle kernel,
                    const std::vector<CoreCoord>& cores,
                    const std::vector<std::vector<uint32_t>>& args) {
    require(cores.size() == args.size(), Fault::arg_count, "{} cores but {} lists of arguments",
            cores.size(), args.size());
    for (size_t i = 0; i < cores.size(); i++)
        SetRuntimeArgs(program, kernel, CoreSpec(cores[i]), ttsl::Span<const uint32_t>(args[i]));
}

void SetCommonRuntimeArgs(const Program& program, KernelHandle kernel,
                          ttsl::Span<const uint32_t> args) {
    Lock lock;
    KernelRecord& k = program.state().kernel(kernel);
    if (args.empty()) return;
    check_count(k, k.args.most_unique, args.size());
    require(k.args.common.empty(), Fault::arg_count,
            "kernel {} has its common arguments; change them through GetCommonRuntimeArgs", k.name);
    k.args.common.resize(args.size());
    std::copy(args.begin(), args.end(), k.args.common.begin());
    k.args.common_view = {k.args.common.data(), k.args.common.size()};
}

void SetCommonRuntimeArgs(const Program& program, KernelHandle kernel,
                          std::initializer_list<uint32_t> args) {
    SetCommonRuntimeArgs(program, kernel, ttsl::Span<const uint32_t>(args.begin(), args.size()));
}

RuntimeArgsData& GetRuntimeArgs(const Program& program, KernelHandle kernel,
                                const CoreCoord& core) {
    KernelRecord& k = program.state().kernel(kernel);
    require(k.cores.contains(core), Fault::core_range, "kernel {} does not run on core ({},{})",
            k.name, core.x, core.y);
    make_room(k);
    return k.args.views[core.x][core.y];
}

std::vector<std::vector<RuntimeArgsData>>& GetRuntimeArgs(const Program& program,
                                                          KernelHandle kernel) {
    KernelRecord& k = program.state().kernel(kernel);
    make_room(k);
    return k.args.views;
}

RuntimeArgsData& GetCommonRuntimeArgs(const Program& program, KernelHandle kernel) {
    return program.state().kernel(kernel).args.common_view;
}

}  // namespace tt::tt_metal
