// For tests and benchmarks: programs whose kernels are plain functions of the test itself.
#pragma once

#include <cstring>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "abi/ib_abi.h"
#include "device/chip/chip.hpp"
#include "device/engine.hpp"
#include "noc/address.hpp"

namespace ironbird::device {

// A function of the test as a kernel.
class FunctionKernel final : public abi::Kernel {
 public:
    explicit FunctionKernel(Entry function) {
        entry = function;
        name = source_path = "test.cpp";
    }
    abi::SourceLine locate(std::span<const std::uintptr_t> addresses) const override {
        return {"test.cpp", static_cast<std::uint32_t>(addresses.size()), "kernel"};
    }
};

// How a rig's chip and engine are made.
struct RigOptions {
    const char* chip = "n150";
    std::uint32_t threads = 1;
    WindowRule window{};
    noc::Delivery noc{};
    double timeout_seconds = 0;
    Observer* observer = nullptr;
};

// One chip and one program at a time.
class Rig {
 public:
    static constexpr std::uint32_t kArgs = 40960;  // runtime arguments, 256 B per processor
    static constexpr std::uint32_t kSemaphores = 49152;
    static constexpr std::uint32_t kData = 131072;  // free for the test

    explicit Rig(RigOptions o = {}) {
        engine = make_engine({.threads = o.threads,
                              .window = o.window,
                              .delivery = o.noc,
                              .timeout_seconds = o.timeout_seconds});
        if (o.observer != nullptr) engine->watch(*o.observer);
        chip = &engine->add_chip(*arch::find(o.chip));
    }

    void kernel(Logical core, abi::Processor p, abi::Kernel::Entry function,
                std::vector<std::uint32_t> args = {}) {
        kernels_.emplace_back(function);
        Plan& plan = plans_[core];
        const auto i = static_cast<std::uint32_t>(p);
        plan.launch.kernels[i] = &kernels_.back();
        plan.launch.args[i] = {.rta_base = kArgs + 256 * i,
                               .rta_count = static_cast<std::uint32_t>(args.size())};
        const auto* begin = reinterpret_cast<const std::uint8_t*>(args.data());
        std::vector<std::uint8_t> bytes(begin, begin + args.size() * 4);
        plan.bytes.push_back(std::move(bytes));
        plan.writes.push_back({kArgs + 256 * i, plan.bytes.back()});
    }

    void cb(Logical core, std::uint8_t index, std::uint32_t pages, std::uint32_t page_size,
            std::uint32_t address = kData) {
        plans_[core].cbs.push_back({index, 5, address, pages * page_size, page_size});
    }

    // Starts what was described and forgets it.
    LaunchId start(Cycles earliest = {}, std::uint32_t on_chip = 0) {
        auto& launches = started_.emplace_back();
        for (auto& [core, plan] : plans_) {
            kept_.push_back(std::move(plan));
            Plan& p = kept_.back();
            p.launch.core = p.launch.relative = core;
            p.launch.cbs = p.cbs;
            p.launch.writes = p.writes;
            p.launch.sem_base = kSemaphores;
            p.launch.sem_count = 16;
            launches.push_back(p.launch);
        }
        plans_.clear();
        return engine->start({.chip = on_chip,
                              .name = "test",
                              .program_id = 1,
                              .earliest = earliest,
                              .cores = launches,
                              .program = program});
    }

    Completion run() {
        start(chip->now());
        Completion last;
        while (engine->busy())
            for (const Completion& c : engine->advance()) last = c;
        return last;
    }

    // Runs and returns the error that ends it.
    Error run_to_error() {
        try {
            run();
        } catch (const Error& e) {
            return e;
        }
        return {Fault::internal, "no fault"};
    }

    std::uint32_t& word(Logical core, std::uint32_t address) {
        auto& model = static_cast<ChipModel&>(*chip);
        return *reinterpret_cast<std::uint32_t*>(model.l1(chip->plan().core_index(core)) + address);
    }

    std::unique_ptr<Engine> engine;
    Chip* chip = nullptr;
    std::uint64_t program = 0;  // number of the program that start() starts

 private:
    struct Plan {
        CoreLaunch launch{};
        std::vector<CbSetup> cbs;
        std::vector<CoreLaunch::Write> writes;
        std::deque<std::vector<std::uint8_t>> bytes;
    };
    std::map<Logical, Plan> plans_;
    std::deque<Plan> kept_;
    std::deque<FunctionKernel> kernels_;
    std::deque<std::vector<CoreLaunch>> started_;
};

// Calls visit(core) row by row.
template <class Visit>
void for_each_core(std::uint32_t columns, std::uint32_t rows, Visit visit) {
    for (std::uint32_t y = 0; y < rows; y++)
        for (std::uint32_t x = 0; x < columns; x++) visit(Logical{x, y});
}

// ---- what test kernels use

inline std::uint32_t& l1_word(std::uint32_t address) {
    return *reinterpret_cast<std::uint32_t*>(ib_self()->l1 + address);
}
inline std::uint32_t arg(std::uint32_t i) {
    return l1_word(ib_self()->rta_base + 4 * i);
}
inline std::uint32_t semaphore(std::uint32_t i) {
    return ib_self()->sem_base + 16 * i;
}
inline std::uint64_t own_address(std::uint32_t local) {
    return noc::make_address({ib_self()->noc_x[0], ib_self()->noc_y[0]}, local).v;
}
// Wormhole's Tensix cores begin at (18,18).
inline std::uint64_t core_address(std::uint32_t x, std::uint32_t y, std::uint32_t local) {
    return noc::make_address({static_cast<std::uint8_t>(18 + x), static_cast<std::uint8_t>(18 + y)},
                             local)
        .v;
}
inline std::uint64_t rectangle(std::uint32_t x0, std::uint32_t y0, std::uint32_t x1,
                               std::uint32_t y1, std::uint32_t local) {
    const auto at = [](std::uint32_t x, std::uint32_t y) {
        return noc::Corner{static_cast<std::uint8_t>(18 + x), static_cast<std::uint8_t>(18 + y)};
    };
    return noc::make_rectangle(at(x0, y0), at(x1, y1), local).v;
}
// Bank 0 of Wormhole.
inline std::uint64_t dram_address(std::uint64_t local) {
    return noc::make_address({0, 11}, local).v;
}

inline constexpr ib_noc kNoc0{0, 1, 0, 0, 0}, kNoc1{1, 1, 0, 0, 0};
inline constexpr auto kBrisc = abi::Processor::brisc, kNcrisc = abi::Processor::ncrisc;

}  // namespace ironbird::device
