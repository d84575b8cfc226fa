// Gathers the prints of all processors into lines, and hands them on in the order of virtual time.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "device/chip/chip.hpp"
#include "device/engine.hpp"
#include "device/print/words.hpp"

namespace ironbird::device {

// Owned by the engine; takes the records between windows, on the thread that runs it.
class PrintCollector {
 public:
    void set_sink(std::function<void(const PrintLine&)> sink) { sink_ = std::move(sink); }
    bool wanted() const { return sink_ != nullptr; }

    // Reads the records that the cores left in the last phase.
    void collect(std::span<ChipModel* const> chips);
    // A core's processors have ended: their unfinished lines are lines too.
    void end_of(const ChipModel& chip, const Core& core);
    // Hands on what nothing earlier can follow any more, or everything.
    void hand_on(std::span<ChipModel* const> chips);
    void hand_on_all(std::span<ChipModel* const> chips);
    // Delivers all complete lines at once; the receiver sorts them.
    void hand_on_ready();
    // Drops what was not handed on.
    void forget(std::span<ChipModel* const> chips);

 private:
    struct Key {
        std::uint32_t chip, core, processor;
        auto operator<=>(const Key&) const = default;
    };
    struct Writer {
        std::string open;  // a line without its end
        Cycles cycle{};
        StreamState state;
    };
    struct Ready {
        Key key;
        PrintLine line;
    };

    void read(const ChipModel& chip, const Core& core, Processor& p);
    void finish_line(const ChipModel& chip, const Key& key, Writer& writer, bool complete);
    template <class Keep>
    void deliver(Keep keep);

    std::function<void(const PrintLine&)> sink_;
    std::map<Key, Writer> writers_;
    std::vector<Ready> ready_;
};

}  // namespace ironbird::device
