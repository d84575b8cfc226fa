// States of cores as lines of text.
#include "host/watcher_log.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>

#include "base/log.hpp"
#include "device/chip/chip.hpp"
#include "device/core/processor.hpp"
#include "device/watcher_marks.hpp"

namespace ironbird::host {
namespace {

using device::Actor;

constexpr std::uint32_t code_of(const char* text) {
    std::uint32_t code = 0;
    for (int i = 0; i < 4 && text[i] != '\0'; i++)
        code |= std::uint32_t{static_cast<std::uint8_t>(text[i])} << (8 * i);
    return code;
}

constexpr std::uint32_t kRuns = code_of("R");

// What firmware that waits for work shows; the first processor waits for the others.
constexpr std::uint32_t idle_code(std::size_t processor) {
    return processor == 0 ? code_of("GW") : code_of("W");
}

// Where the card's own functions stand in such a wait.
std::uint32_t wait_code(const sim::Wait& wait) {
    switch (wait.kind) {
        case sim::WaitKind::cb_pages:
            return code_of("CWFW");
        case sim::WaitKind::cb_space:
            return code_of("CRBW");
        case sim::WaitKind::word_equal:
            return code_of("NSW");
        case sim::WaitKind::word_at_least:
            return code_of("NSMW");
        case sim::WaitKind::barrier:
            return (wait.waits & IB_WAIT_READS) != 0 ? code_of("NRBW") : code_of("NWBW");
        default:
            return 0;
    }
}

std::string waypoint_text(std::uint32_t code) {
    std::string text;
    for (; (code & 0xff) != 0; code >>= 8) {
        const char c = static_cast<char>(code & 0xff);
        text += c >= ' ' && c <= '~' ? c : '?';
    }
    return text;
}

// A stack is filled with this word before a kernel starts; what is still there at its end was never
// used.
constexpr std::uint64_t kUnused = 0xba5e'ba11'ba5e'ba11;
constexpr std::size_t kStackBegin = IB_CONTEXT_BYTES + 4096;  // behind the guard
constexpr std::size_t kStackEnd = IB_BLOCK_BYTES - 512;       // the first frame is there already

std::span<std::uint64_t> stack_words(const device::Processor& p) {
    auto* words = reinterpret_cast<std::uint64_t*>(p.block() + kStackBegin);
    return {words, (kStackEnd - kStackBegin) / sizeof *words};
}

}  // namespace

WatcherLog::WatcherLog(const Options& options) : append_(options.watcher_append) {
    const auto folder = std::filesystem::path(options.logs_dir) / "generated" / "watcher";
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    log_ = std::filesystem::absolute(folder / "watcher.log").string();
    names_ = (folder / "kernel_names.txt").string();
    begin_log();
}

void WatcherLog::write(const std::string& text) {
    std::ofstream file(log_, std::ios::app);
    file << text;
    if (!file.flush() && !std::exchange(closed_, true))
        log::warning("the watcher's log {} cannot be written", log_);
}

void WatcherLog::begin_log() {
    if (!append_) std::ofstream(log_, std::ios::trunc);
    std::ofstream(names_, std::ios::trunc) << "0: blank\n";
    log::info("Watcher log file: {}", log_);
    write(fmt::format(
        "At 0.000s starting\n"
        "Legend:\n"
        "\tone line for each core that was used: the last waypoint of BRISC, NCRISC, TRISC0, "
        "TRISC1, "
        "TRISC2\n"
        "\tR: a kernel runs and has passed no waypoint; GW, W: no kernel runs\n"
        "\tby custom a last letter W is the begin of a wait and D its end: CWFW cb_wait_front, "
        "CRBW "
        "cb_reserve_back, NSW a semaphore, NRBW and NWBW barriers\n"
        "\trmsg: D for dispatched by the device, BRISC's NoC, G go or D done, | BNT: processors "
        "with "
        "a kernel in capitals\n"
        "\tsmsg: G or D of the processors behind BRISC\n"
        "\tk_ids: kernels of the processors, by the numbers at the end of a dump\n"
        "\tstack usage: of the host's stack of {} bytes, on which a kernel runs natively with what "
        "it calls\n\n",
        kStackEnd - kStackBegin));
}

void WatcherLog::on_chip(const arch::Floorplan& plan, std::uint32_t chip) {
    if (chips_.size() <= chip) chips_.resize(chip + 1);
    ChipState& c = chips_[chip];
    c.plan = &plan;
    c.clock_mhz = plan.product().clock_mhz;
    c.names_who_pushes = plan.product().family == arch::Family::blackhole;
    c.cores.resize(plan.cores());
    write(fmt::format("At {:.3f}s attach device {}\n", seconds(c), chip));
}

double WatcherLog::seconds(const ChipState& chip) const {
    return static_cast<double>(chip.cycle) / (chip.clock_mhz * 1e6);
}

std::uint32_t WatcherLog::kernel_id(const std::string& name) {
    const auto [at, is_new] =
        kernels_.try_emplace(name, static_cast<std::uint32_t>(kernels_.size() + 1));
    if (is_new)
        std::ofstream(names_, std::ios::app) << fmt::format("{}: {}\n", at->second, at->first);
    return at->second;
}

void WatcherLog::on_launch(const device::LaunchView& launch) {
    ChipState& chip = chips_[launch.chip];
    for (std::size_t i = 0; i < launch.cores.size(); i++) {
        const device::CoreLaunch& plan = launch.plans[i];
        CoreState& core = chip.cores[launch.cores[i]];
        core.used = true;
        core.core = plan.core;
        core.place = chip.plan->to_virtual(plan.core);
        core.program = launch.program_id;
        for (std::size_t p = 0; p < core.kernels.size(); p++) {
            const abi::Kernel* kernel = plan.kernels[p];
            core.kernels[p] =
                kernel == nullptr
                    ? 0
                    : kernel_id(kernel->source_path.empty() ? kernel->name : kernel->source_path);
            core.running[p] = false;
            core.waypoints[p] = idle_code(p);
        }
    }
}

void WatcherLog::on_complete(const device::Completion& completion) {
    ChipState& chip = chips_[completion.chip];
    chip.cycle = std::max(chip.cycle, completion.end.v);
    if (chip.cycle - chip.dumped < std::uint64_t{chip.clock_mhz} * 1'000'000) return;
    chip.dumped = chip.cycle;
    dump();
}

void WatcherLog::on_start(const Actor& a, const device::Processor& p) {
    CoreState& core = chips_[a.chip].cores[a.node];
    std::ranges::fill(stack_words(p), kUnused);
    core.running[a.processor] = true;
    core.waypoints[a.processor] = kRuns;
}

void WatcherLog::on_end(const Actor& a, const device::Processor& p) {
    CoreState& core = chips_[a.chip].cores[a.node];
    const auto words = stack_words(p);
    const auto used = std::ranges::find_if(words, [](std::uint64_t w) { return w != kUnused; });
    const auto free = static_cast<std::uint32_t>((used - words.begin()) * sizeof kUnused);
    StackUse& deepest = core.stacks[a.processor];
    if (free < deepest.free) deepest = {free, core.kernels[a.processor]};
    core.running[a.processor] = false;
    core.waypoints[a.processor] = idle_code(a.processor);
}

void WatcherLog::on_mark(const Actor& a, device::Mark, const char* site, std::uint64_t data) {
    CoreState& core = chips_[a.chip].cores[a.node];
    if (site == device::kWaypointMark)
        core.waypoints[a.processor] = static_cast<std::uint32_t>(data);
    else if (site == device::kRingMark)
        core.ring[core.pushed++ % kRing] = {static_cast<std::uint32_t>(data),
                                            static_cast<std::uint8_t>(a.processor)};
    else if (site == device::kPauseMark)
        pause(a);
}

// On a fiber's stack, so with little of it: the kernel stands still with its thread.
void WatcherLog::pause(const Actor& a) {
    const std::lock_guard one_at_a_time(pausing_);
    const CoreState& core = chips_[a.chip].cores[a.node];
    const bool asks = isatty(STDIN_FILENO) != 0;
    const std::string_view processor = abi::name(static_cast<abi::Processor>(a.processor));
    char text[160];
    const int size =
        std::snprintf(text, sizeof text, "Paused cores: (x=%u,y=%u):%.*s%s\n", core.place.x,
                      core.place.y, static_cast<int>(processor.size()), processor.data(),
                      asks ? "\nPress ENTER to unpause core(s) and continue..."
                           : ", and on: nobody is there to press ENTER");
    [[maybe_unused]] const ssize_t said =
        ::write(STDERR_FILENO, text, static_cast<std::size_t>(size));
    for (char c = 0; asks && c != '\n';)
        if (read(STDIN_FILENO, &c, 1) != 1) break;
}

void WatcherLog::on_hang(const device::Hang& hang) {
    for (const device::ChipModel* model : hang.chips) {
        if (model->id() >= chips_.size()) continue;
        ChipState& chip = chips_[model->id()];
        for (std::uint32_t i = 0; i < chip.cores.size(); i++) {
            CoreState& core = chip.cores[i];
            if (!core.used) continue;
            const auto& processors = const_cast<device::ChipModel*>(model)->core(i).processors;
            for (std::size_t p = 0; p < core.running.size(); p++) {
                if (!core.running[p]) continue;
                chip.cycle = std::max(chip.cycle, processors[p].clock().v);
                // A kernel's own waypoint says more than that it waits.
                if (core.waypoints[p] != kRuns) continue;
                if (const std::uint32_t code = wait_code(processors[p].wait); code != 0)
                    core.waypoints[p] = code;
            }
        }
    }
    dump();
}

std::string WatcherLog::ring_text(const ChipState& chip, const CoreState& core) const {
    if (core.pushed == 0) return {};
    std::string text = "\n\tdebug_ring_buffer=\n\t[";
    const std::uint64_t count = std::min<std::uint64_t>(core.pushed, kRing);
    for (std::uint64_t i = 0; i < count; i++) {  // the newest first
        const Pushed& entry = core.ring[(core.pushed - 1 - i) % kRing];
        if (i != 0) text += i % 8 == 0 ? ",\n\t " : ",";
        if (chip.names_who_pushes)
            text += fmt::format("[{}]", abi::label(static_cast<abi::Processor>(entry.processor)));
        text += fmt::format("0x{:08x}", entry.word);
    }
    return text + "]";
}

std::string WatcherLog::core_text(std::uint32_t chip, const CoreState& core) const {
    std::string text =
        fmt::format("Device {} worker core(x={:2},y={:2}) virtual(x={:2},y={:2}): ", chip,
                    core.core.x, core.core.y, core.place.x, core.place.y);
    for (std::size_t p = 0; p < core.waypoints.size(); p++)
        text += fmt::format("{}{:>4}", p == 0 ? "" : ",", waypoint_text(core.waypoints[p]));
    const bool any = std::ranges::find(core.running, true) != core.running.end();
    const auto letter = [&](std::size_t p, char c) {
        return core.kernels[p] != 0 ? c : static_cast<char>(c - 'A' + 'a');
    };
    text += fmt::format("  rmsg:D0{}|{}{}{} h_id:{:3} smsg:", any ? 'G' : 'D', letter(0, 'B'),
                        letter(1, 'N'), letter(2, 'T'), core.program);
    for (std::size_t p = 1; p < core.running.size(); p++) text += core.running[p] ? 'G' : 'D';
    text += "\nk_ids:";
    for (std::size_t p = 0; p < core.kernels.size(); p++)
        text += fmt::format("{}{:3}", p == 0 ? "" : "|", core.kernels[p]);
    return text + ring_text(chips_[chip], core) + "\n";
}

const std::string& WatcherLog::kernel_name(std::uint32_t id) const {
    return std::ranges::find(kernels_, id, [](const auto& entry) { return entry.second; })->first;
}

// The fullest of each kind of processor.
std::string WatcherLog::stacks_text(const ChipState& chip) const {
    std::string text;
    for (std::size_t p = 0; p < abi::kProcessors; p++) {
        const auto fullest = std::ranges::min_element(
            chip.cores, {}, [p](const CoreState& core) { return core.stacks[p].free; });
        if (fullest == chip.cores.end() || fullest->stacks[p].kernel == 0) continue;
        text += fmt::format(
            "\n\t{} highest stack usage: {} bytes free, on core (x={},y={}), running kernel {}",
            abi::label(static_cast<abi::Processor>(p)), fullest->stacks[p].free, fullest->place.x,
            fullest->place.y, kernel_name(fullest->stacks[p].kernel));
    }
    return text.empty() ? text : "Stack usage summary:" + text + "\n";
}

void WatcherLog::dump() {
    double now = 0;
    for (const ChipState& chip : chips_) now = std::max(now, seconds(chip));
    std::string text = fmt::format("-----\nDump #{} at {:.6f}s\n", ++dumps_, now);
    for (std::uint32_t chip = 0; chip < chips_.size(); chip++)
        for (const CoreState& core : chips_[chip].cores)
            if (core.used) text += core_text(chip, core);
    std::vector<std::pair<std::uint32_t, std::string>> names;
    for (const auto& [name, id] : kernels_) names.emplace_back(id, name);
    std::ranges::sort(names);
    for (const auto& [id, name] : names) text += fmt::format("k_id[{:3}]: {}\n", id, name);
    for (const ChipState& chip : chips_) text += stacks_text(chip);
    write(text + fmt::format("Dump #{} completed at {:.6f}s\n", dumps_, now));
}

void WatcherLog::close() {
    if (std::exchange(closed_, true)) return;
    dump();
    for (std::uint32_t chip = 0; chip < chips_.size(); chip++)
        write(fmt::format("At {:.3f}s detach device {}\n", seconds(chips_[chip]), chip));
}

}  // namespace ironbird::host
