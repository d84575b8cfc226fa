// What commands that run on chips have in common: options, and the chips that they mean.
#pragma once

#include <memory>
#include <string>

#include "command.hpp"
#include "plan.hpp"
#include "tt/qwen3_moe.hpp"

namespace qwen3::commands {

struct DeviceWanted {
    std::string board, mesh;
    std::string experts = "v3", weights = "bf16";
    std::string matmul, weight_cache;
    bool trace = false;

    bool any() const { return !board.empty() || !mesh.empty() || !weight_cache.empty() || trace; }
};

void add_device_options(CLI::App& sub, DeviceWanted& w);

// A board and a part of it: one is told by the other.
struct Machine {
    const Board* board;
    Mesh mesh;
};
Machine machine_of(const DeviceWanted& w);
device::DeviceOptions options_of(const DeviceWanted& w);

// An error with the plan's figures when the model does not fit.
void check_fits(const Machine& machine, const Config& config, const Workload& workload);

// The process sees this board from here on, unless the environment names a machine.
std::unique_ptr<device::Chips> open_chips(const Machine& machine);

}  // namespace qwen3::commands
