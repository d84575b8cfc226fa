// Runs what the queues of all devices hold, together, when the host waits.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "device/engine.hpp"
#include "host/buffer/placement.hpp"
#include "host/device/machine.hpp"
#include "ironbird/call_line.hpp"

namespace ironbird::host {

struct Prepared;

// Reached on each chip of its range separately.
struct EventState {
    std::uint32_t pending = 0;  // chips that have not reached it
    std::vector<Slot*> slots;   // those that are meant
    std::vector<Cycles> times;  // by slot; kNever: not reached
    bool done() const { return pending == 0; }
};

struct WriteCommand {
    std::shared_ptr<const Placement> where;
    std::uint64_t offset = 0;
    std::shared_ptr<const std::vector<std::uint8_t>> bytes;  // several chips may share them
};

struct ReadCommand {
    std::shared_ptr<const Placement> where;
    std::uint64_t offset = 0;
    std::span<std::uint8_t> into;
    std::shared_ptr<const void> owner = nullptr;  // of that memory; none: the caller keeps it
};

struct LaunchCommand {
    std::shared_ptr<const Prepared> work;
    CallLine line = {};  // of the program that asked
};

struct RecordCommand {
    std::shared_ptr<EventState> event;
};

struct WaitCommand {
    std::shared_ptr<EventState> event;
};

struct Command {
    std::variant<WriteCommand, ReadCommand, LaunchCommand, RecordCommand, WaitCommand> what;
    CoreMask after;            // launches of this stream on these cores must have ended first
    Cycles issued{};           // what the chip had completed when the host recorded it
    std::uint64_t number = 0;  // among all of its chip, from 1 on
};

// The commands of one queue for one chip, in order.
struct Stream {
    Slot* slot = nullptr;
    std::uint32_t queue = 0;  // its number on the device
    Cycles time{};            // what has been waited for so far
    Cycles dispatcher{};      // when its dispatch core is done with the last program
    std::deque<Command> commands;
    std::uint32_t running = 0;
};

class Runner {
 public:
    explicit Runner(Machine& machine) : machine_(machine) {}

    Stream& add_stream(Slot& slot, std::uint32_t queue);
    // `host` is the time that the host itself takes over it.
    static void record(Stream& stream, Command command, Cycles host = {});
    // If a fabric runs on the chip: the host is as far with it as with any other of the fabric.
    void catch_up(Slot& slot) const;
    // For whoever watches: a buffer comes or goes, after what has been recorded so far.
    void tell_buffer(Slot& slot, const device::BufferView& view, bool live);
    // The stream is busy for so long, from now on.
    static void occupy(Stream& stream, Cycles cycles);
    void remove_stream(Stream& stream);

    // Runs everything until done() holds; throws what the engine throws, with all queues dropped.
    void run_until(const std::function<bool()>& done);
    void run_until(const EventState& event);
    void drain();

    // Nothing before it: a command may take effect at once.
    static bool idle(const Stream& stream) {
        return stream.commands.empty() && stream.running == 0;
    }

    std::uint64_t launches() const { return launches_; }
    // How far the machine has come: the host, the chips, the queues, whichever is ahead.
    double seconds() const;

 private:
    struct Running {
        device::LaunchId id;
        Stream* stream;
        CoreMask cores;
        std::shared_ptr<const Prepared> work;  // keeps the engine's spans alive
        CallLine line;
        std::uint64_t number;  // of the command
    };

    bool step();  // executes what can be executed; false if nothing could
    bool ready(const Stream& s, const Command& c) const;
    void execute(Stream& s, Command& c);
    void start(Stream& s, const LaunchCommand& launch, std::uint64_t number);
    void complete(const device::Completion& completion);
    void drop_everything();
    bool busy(const Slot& slot, const CoreMask& cores, const Stream* only) const;
    // The oldest command that is not done, or one more than there are.
    std::uint64_t first_open(const Slot& slot) const;
    void tell_changes(Slot& slot, std::uint64_t next = 0) const;

    Machine& machine_;
    std::vector<std::unique_ptr<Stream>> streams_;
    std::vector<Running> running_;
    std::uint64_t launches_ = 0;
};

}  // namespace ironbird::host
