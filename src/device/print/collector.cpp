// Splits text at line ends and sorts lines by cycle, core and processor.
#include "device/print/collector.hpp"

#include <algorithm>
#include <tuple>

namespace ironbird::device {

void PrintCollector::collect(std::span<ChipModel* const> chips) {
    for (ChipModel* chip : chips) {
        for (const noc::NodeId tile : chip->active()) {
            if (tile >= chip->cores() || !chip->core(tile).has_prints) continue;
            Core& core = chip->core(tile);
            core.has_prints = false;
            for (Processor& p : core.processors) read(*chip, core, p);
        }
    }
}

void PrintCollector::read(const ChipModel& chip, const Core& core, Processor& p) {
    const Key key{chip.id(), core.id, p.index};
    for (RecordReader reader(p.prints); !reader.at_end();) {
        const auto record = reader.next<PrintRecord>();
        Writer& writer = writers_[key];
        writer.cycle = record.cycle;
        const std::string text = record_text(reader, record, writer.state);
        for (const char c : text) {
            if (c == '\n')
                finish_line(chip, key, writer, true);
            else
                writer.open += c;
        }
    }
    p.prints.clear();
}

void PrintCollector::finish_line(const ChipModel& chip, const Key& key, Writer& writer,
                                 bool complete) {
    ready_.push_back({key,
                      {.device = key.chip,
                       .core = chip.plan().core_logical(key.core),
                       .processor = static_cast<abi::Processor>(key.processor),
                       .cycle = writer.cycle,
                       .text = std::move(writer.open),
                       .complete = complete,
                       .node = key.core}});
    writer.open.clear();
}

void PrintCollector::end_of(const ChipModel& chip, const Core& core) {
    for (std::uint32_t i = 0; i < kProcessors; i++) {
        const Key key{chip.id(), core.id, i};
        const auto it = writers_.find(key);
        if (it == writers_.end()) continue;
        if (!it->second.open.empty()) finish_line(chip, key, it->second, false);
        writers_.erase(it);
    }
}

template <class Keep>
void PrintCollector::deliver(Keep keep) {
    if (ready_.empty()) return;
    // Stable: lines of one processor at one cycle keep their order.
    const auto begin = std::stable_partition(ready_.begin(), ready_.end(), keep);
    std::stable_sort(begin, ready_.end(), [](const Ready& a, const Ready& b) {
        return std::tie(a.line.cycle, a.key) < std::tie(b.line.cycle, b.key);
    });
    std::vector<Ready> now(std::make_move_iterator(begin), std::make_move_iterator(ready_.end()));
    ready_.erase(begin, ready_.end());
    for (const Ready& r : now) sink_(r.line);
}

void PrintCollector::hand_on(std::span<ChipModel* const> chips) {
    if (ready_.empty()) return;
    // Chips have clocks of their own: a line waits for the slowest of them.
    Cycles earliest = kNever;
    for (const ChipModel* chip : chips) earliest = std::min(earliest, chip->earliest());
    deliver([&](const Ready& r) { return r.line.cycle >= earliest; });
}

void PrintCollector::hand_on_all(std::span<ChipModel* const> chips) {
    collect(chips);
    for (ChipModel* chip : chips)
        for (std::uint32_t c = 0; c < chip->cores(); c++) end_of(*chip, chip->core(c));
    hand_on_ready();
}

void PrintCollector::hand_on_ready() {
    deliver([](const Ready&) { return false; });
}

void PrintCollector::forget(std::span<ChipModel* const> chips) {
    ready_.clear();
    writers_.clear();
    for (ChipModel* chip : chips)
        for (std::uint32_t c = 0; c < chip->cores(); c++)
            for (Processor& p : chip->core(c).processors) p.prints.clear();
}

}  // namespace ironbird::device
