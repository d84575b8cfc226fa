// What processors wait for, in words, equal waits folded.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <tuple>

#include "device/fault/fault_text.hpp"
#include "device/processor_name.hpp"

namespace ironbird::device {
namespace {

constexpr const char* kThreads[] = {"unpack", "math", "pack", "BRISC"};

// "semaphore 3" for a program's own.
std::string word_name(const Processor& p, std::uint32_t address) {
    const ib_context& c = *p.context;
    const bool own = address >= c.sem_base && address < c.sem_base + 16 * c.sem_count;
    return own ? fmt::format("semaphore {}", (address - c.sem_base) / 16) : "a word";
}

// Processors that wait for the same thing at the same line.
struct Group {
    std::vector<std::string> cores;
    Cycles since = kNever;
};

std::string cores_text(const std::vector<std::string>& cores) {
    constexpr std::size_t most = 8;
    if (cores.size() <= most) return fmt::format("{}", fmt::join(cores, " "));
    return fmt::format("{} and {} more", fmt::join(cores.begin(), cores.begin() + most, " "),
                       cores.size() - most);
}

struct Waits {
    std::map<std::tuple<std::uint32_t, std::string, std::string, std::string>, Group> groups;
    std::optional<Place> first;
    std::uint32_t count = 0;
    Lines lines;

    void add(const Processor& p) {
        const Cycles since = p.state == State::parked ? p.wait.since : p.clock();
        Place place = place_of(p, since, lines);
        Group& g = groups[{place.device, place.processor,
                           fmt::format("{}:{}", place.file, place.line), wait_text(p)}];
        g.cores.push_back(fmt::format("({},{})", place.core_x, place.core_y));
        g.since = std::min(g.since, since);
        if (!first || since.v < first->cycle) first = std::move(place);
        count++;
    }
};

Waits all_waits(std::span<ChipModel* const> chips) {
    Waits waits;
    for (ChipModel* chip : chips)
        for (std::uint32_t i = 0; i < chip->cores(); i++)
            for (const Processor& p : chip->core(i).processors)
                if (p.state == State::parked || p.state == State::ready) waits.add(p);
    return waits;
}

std::string text_of(const Waits& waits) {
    std::string text;
    for (const auto& [key, group] : waits.groups) {
        const auto& [device, processor, line, reason] = key;
        text += fmt::format("{}device {} {} on {} at {} {} cycle {}", text.empty() ? "" : "\n  ",
                            device, processor, cores_text(group.cores), line,
                            reason == "nothing" ? "runs, at" : "waits for " + reason + " since",
                            group.since.v);
    }
    return text;
}

}  // namespace

std::string wait_text(const Processor& p) {
    const sim::Wait& w = p.wait;
    const Core& core = *p.core;
    const auto word = [&](std::uint32_t address) {
        std::uint32_t v = 0;
        std::memcpy(&v, core.l1 + (address & ~3u), 4);
        return v;
    };
    switch (w.kind) {
        case sim::WaitKind::cb_pages:
            return fmt::format("CB {}: needs {} page{}, has {}", w.cb, w.pages,
                               w.pages == 1 ? "" : "s", core.cbs[w.cb].at_front());
        case sim::WaitKind::cb_space:
            return fmt::format("CB {}: needs {} free page{}, has {} of {}", w.cb, w.pages,
                               w.pages == 1 ? "" : "s", core.cbs[w.cb].free(),
                               core.cbs[w.cb].pages());
        case sim::WaitKind::word_equal:
            return fmt::format("{} at {:#x}: needs {}, is {}", word_name(p, w.address), w.address,
                               w.value, word(w.address));
        case sim::WaitKind::word_at_least:
            return fmt::format("{} at {:#x}: needs at least {}, is {}", word_name(p, w.address),
                               w.address, w.value, word(w.address));
        case sim::WaitKind::words_changed:
            if (w.words == 0) return "a loop without end";
            return fmt::format("polled word at {:#x}{}: is {}", w.address,
                               w.words > 1 ? fmt::format(" and {} more", w.words - 1) : "",
                               word(w.address));
        case sim::WaitKind::barrier: {
            std::string text;
            const auto add = [&](std::uint32_t bit, std::string_view name) {
                if ((w.waits & bit) == 0) return;
                text +=
                    fmt::format("{}{} barrier on NoC {}: {} outstanding", text.empty() ? "" : ", ",
                                name, w.noc, core.niu.open(p.index, bit, w.noc, w.id));
            };
            add(IB_WAIT_READS, "read");
            add(IB_WAIT_WRITES_ACKED, "write");
            add(IB_WAIT_ATOMICS_ACKED, "atomic");
            return w.id >= 0 ? fmt::format("{} with transaction id {}", text, w.id) : text;
        }
        case sim::WaitKind::delivery:
            return "delivery of a NoC transaction";
        case sim::WaitKind::src_full:
            return "operands in SrcA and SrcB: unpack has supplied none";
        case sim::WaitKind::src_empty:
            return "room in SrcA and SrcB: math has not taken what unpack supplied";
        case sim::WaitKind::dst_math:
            return "a free section of Dst: pack has not released the last one";
        case sim::WaitKind::dst_pack:
            return "a filled section of Dst: math has committed none";
        case sim::WaitKind::mailbox_word:
            return fmt::format("a word in its mailbox from {}", kThreads[w.other % 4]);
        case sim::WaitKind::mailbox_room:
            return fmt::format("room in its mailbox to {}", kThreads[w.other % 4]);
        case sim::WaitKind::tensix_sem:
            return fmt::format("Tensix semaphore {}: {}, is {}", w.semaphore,
                               w.posted != 0 ? "needs more than 0" : "needs less than its maximum",
                               core.tensix->semaphores[w.semaphore].value);
        case sim::WaitKind::none:
            break;
    }
    return p.spins > 0 ? "a query that it repeats" : "nothing";
}

Place place_of(const Processor& p, Cycles cycle, Lines& lines) {
    const Core& core = *p.core;
    const Logical at = core.chip.plan->core_logical(core.id);
    const abi::SourceLine line = lines.of(p);
    return {.device = core.chip.id,
            .core_x = at.x,
            .core_y = at.y,
            .processor = processor_name(*core.chip.plan, core.id, p.index),
            .file = line.file.empty() ? p.kernel->source_path : line.file,
            .line = line.line,
            .cycle = cycle.v};
}

Error describe_hang(std::span<ChipModel* const> chips, const std::string& why) {
    const Waits waits = all_waits(chips);
    return {Fault::hang,
            fmt::format("{}: {} processor{} wait{}", why, waits.count, waits.count == 1 ? "" : "s",
                        waits.count == 1 ? "s" : ""),
            waits.first, text_of(waits)};
}

void dump_processors(std::span<ChipModel* const> chips) {
    const Waits waits = all_waits(chips);
    fmt::print(
        stderr, "ironbird: {} not ended\n  {}\n",
        waits.count == 1 ? "1 processor has" : fmt::format("{} processors have", waits.count),
        text_of(waits));
}

}  // namespace ironbird::device
