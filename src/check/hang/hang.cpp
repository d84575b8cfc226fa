// From the engine's hang to the exception of the host program.
#include "check/hang/hang.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "check/hang/screen.hpp"
#include "device/processor_name.hpp"

namespace ironbird::check {
namespace {

namespace fs = std::filesystem;

std::string shown_folder(const std::string& folder) {
    std::error_code error;
    const std::string below = fs::path(folder).lexically_relative(fs::current_path(error)).string();
    return below.empty() || below.starts_with("..") ? folder : below;
}

void leave_files(const World& world, const Root& root, const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    std::ofstream(fs::path(folder) / "hang.json") << hang_json(world, root);
    std::ofstream(fs::path(folder) / "hang.dot") << hang_dot(world, root);
}

// "matmul (reader.cpp, compute.cpp, writer.cpp)"
std::string operation(const device::LaunchView& l) {
    std::set<std::string> kernels;
    for (const device::CoreLaunch& plan : l.plans)
        for (const abi::Kernel* k : plan.kernels)
            if (k != nullptr) kernels.insert(k->name);
    std::string list;
    for (const std::string& k : kernels) list += (list.empty() ? "" : ", ") + k;
    return fmt::format("{} ({}) in command queue {} of device {}",
                       l.name->empty() ? fmt::format("program {}", l.program_id) : *l.name, list,
                       l.queue, l.chip);
}

std::string operations(const device::Hang& hang) {
    std::string all;
    for (const device::LaunchView& l : hang.launches)
        all += (all.empty() ? "" : ", ") + operation(l);
    return all;
}

bool is_limit(const device::Hang& hang) {
    return hang.cause == device::Hang::Cause::wall_limit ||
           hang.cause == device::Hang::Cause::modelled_limit;
}

std::string limit_text(const device::Hang& hang) {
    return fmt::format(
        "potential hang: {} has taken more than {:g} seconds {}, the limit of "
        "TT_METAL_OPERATION_TIMEOUT_SECONDS",
        operations(hang), hang.limit_seconds,
        hang.cause == device::Hang::Cause::wall_limit ? "on this machine" : "of the chip's time");
}

// A processor that is on its way, not waiting.
std::vector<Party> runners(World& world) {
    constexpr std::size_t most = 4;
    std::vector<Party> parties;
    for (const device::Core* core : world.cores())
        for (std::uint32_t i = 0; i < device::kProcessors; i++) {
            if (world.fate(*core, i) != Fate::runs || parties.size() == most) continue;
            parties.push_back(
                {.role = "runs",
                 .place = world.standing(core->processors[i]),
                 .what = fmt::format("{} {}, at cycle {}", core_name(*core),
                                     device::processor_name(*core->chip.plan, core->id, i),
                                     grouped(core->processors[i].clock().v))});
        }
    return parties;
}

[[noreturn]] void throw_limit(World& world, const device::Hang& hang) {
    Finding f{
        .rule = "HANG-014",
        .parties = runners(world),
        .because = world.waiters.empty()
                       ? ""
                       : fmt::format("{} wait{} behind", counted(world.waiters.size(), "processor"),
                                     world.waiters.size() == 1 ? "s" : ""),
        .remedy = std::string(rule("HANG-014").remedy)};
    if (f.parties.empty() && !world.waiters.empty()) {
        // What they wait for is on its way: otherwise it would not have come to the limit.
        f.parties = {find_root(world).verdict.parties.front()};
        f.because = "every processor waits just now, and nothing shows that it would not get on";
    }
    const std::string summary = limit_text(hang);
    std::string text = fmt::format("hang {}  {}\n", f.rule, summary);
    for (const Party& p : f.parties)
        text += fmt::format("  {:<8} {}:{}   {}\n", p.role, p.place->file, p.place->line, p.what);
    if (!f.because.empty()) text += fmt::format("  {:<8} {}\n", "because", f.because);
    text += fmt::format("  {:<8} {}\n  {:<8} ironbird explain {}", "do", f.remedy, "page", f.rule);
    throw HangError(std::move(f), summary, std::move(text));
}

}  // namespace

void explain_hang(const device::Hang& hang, const std::string& run_dir) {
    World world(hang);
    if (is_limit(hang) || world.waiters.empty()) throw_limit(world, hang);
    Root root = find_root(world);
    // What it asks for may be known.
    if (world.waiters[root.waiter].asks && root.verdict.rule != "HANG-016") {
        root.verdict.rule = "HANG-013";
        root.verdict.summary += "; every processor waits or asks the same again and again";
    }
    if (!run_dir.empty()) leave_files(world, root, run_dir);
    const std::string graph =
        run_dir.empty() ? "" : (fs::path(shown_folder(run_dir)) / "hang.dot").string();
    Verdict& v = root.verdict;
    const std::string summary =
        fmt::format("{}: {}", core_name(world.waiters[root.waiter].core()), v.summary);
    std::string text = hang_text(world, root, graph);
    throw HangError({.rule = v.rule,
                     .parties = std::move(v.parties),
                     .because = v.summary + (v.because.empty() ? "" : ": " + v.because),
                     .remedy = v.remedy,
                     .seen = 1 + root.like.size(),
                     .cores = static_cast<std::uint32_t>(1 + root.like.size())},
                    summary, std::move(text));
}

}  // namespace ironbird::check
