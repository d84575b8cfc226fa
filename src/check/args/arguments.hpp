// Watches runtime arguments: which are read, which are missing, which have gone stale.
#pragma once

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "check/findings.hpp"
#include "device/fault/lines.hpp"
#include "device/observer.hpp"

namespace ironbird::check {

// Owned by the host's watchers. Keeps what it learns by core: threads that run different cores do
// not meet in it.
class ArgumentChecker final : public device::Observer {
 public:
    // What was found so far; on the host's stack.
    void report(Findings& to);
    // And what can be said only when nothing more will run: what was never read.
    void report_unread(Findings& to) const;

    void on_chip(const arch::Floorplan& plan, std::uint32_t chip) override;
    void on_buffer(std::uint32_t chip, const device::BufferView& buffer, bool live) override;
    void on_launch(const device::LaunchView& launch) override;
    void on_complete(const device::Completion& done) override;
    void on_access(const device::Actor& who, const device::Access& access) override;
    void on_window() override;

 private:
    struct Buffer {
        std::uint64_t id, bytes, page;
        bool dram;
        bool like(const Buffer& o) const {
            return bytes == o.bytes && page == o.page && dram == o.dram;
        }
    };
    // An argument that once was the address of a buffer.
    struct Pointer {
        std::uint32_t value = 0;
        std::optional<Buffer> to{};
    };
    // The arguments of one processor in the launch that it runs.
    struct Block {
        std::uint32_t base = 0, count = 0;
        std::vector<std::uint8_t> read, stale;
    };
    struct Slot {
        const abi::Kernel* kernel = nullptr;
        std::array<Block, 2> blocks;  // own, common
    };
    // A stale argument that was read, not yet in words.
    struct Note {
        device::Actor who;
        const abi::Kernel* kernel;
        std::uintptr_t site;
        std::uint32_t index;
        bool common;
    };
    struct CoreState {
        std::array<Slot, abi::kProcessors> slots;
        std::vector<Note> notes;
    };
    struct Chip {
        const arch::Floorplan* plan = nullptr;
        std::vector<CoreState> cores;
        std::map<std::uint64_t, Buffer> live;  // by address
        std::set<std::uint64_t> traced;        // freed in a capture: replays use what is there
    };
    using Counts = std::map<std::uint32_t, Logical>;  // of arguments, and a core that has so many
    // Of one launch: cores that run the same kernel on the same processor.
    using Lengths = std::map<std::pair<const abi::Kernel*, std::uint32_t>, Counts>;
    // What all cores together have read of the arguments of one source.
    struct Use {
        std::array<std::vector<std::uint8_t>, 2> read;
        Counts uneven;  // of a launch that gives its cores different numbers
    };

    void begin(Chip& chip, const device::LaunchView& launch, std::size_t which, Lengths& lengths);
    void find_stale(const Chip& chip, const device::LaunchView& launch, std::size_t which,
                    std::uint32_t processor, Slot& slot);
    Finding describe(const Note& note);

    std::map<std::uint32_t, Chip> chips_;
    std::map<std::string, Use> uses_;  // by source
    std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t>,
             std::vector<Pointer>>
        pointers_;  // by program's number, chip and core, processor, own or common
    std::map<device::LaunchId, std::vector<std::uint32_t>> running_;
    std::vector<Finding> pending_;
    std::atomic<bool> fresh_ = false;  // there are notes
    device::Lines lines_;
};

// Names among `names` that neither the kernel nor a file that it includes mentions in quotes.
std::vector<std::string> unasked_names(const std::string& path, const std::string& text,
                                       const std::vector<std::string>& include_dirs,
                                       const std::vector<std::string>& names);

}  // namespace ironbird::check
