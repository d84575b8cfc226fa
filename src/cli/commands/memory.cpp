// `ironbird memory`: what fills L1, before, during and after a run.
#include "cli/commands/memory.hpp"

namespace ironbird::cli {

void add_memory(CLI::App& app, Action& chosen) {
    auto* memory =
        app.add_subcommand("memory", "L1 and circular buffers: plans, sources, runs, logs");
    memory->require_subcommand(1);
    for (auto add :
         {add_memory_plan, add_memory_code, add_memory_run, add_memory_log, add_memory_all})
        add(*memory, chosen);
}

}  // namespace ironbird::cli
