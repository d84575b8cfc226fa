// `ironbird moe`: hands over to the program of the Qwen3-MoE models.
#include "cli/hand_over.hpp"

namespace ironbird::cli {

void add_moe(CLI::App& app, Action& chosen, const ProgramWords& program) {
    add_handed(app, chosen, program,
               {.command = "moe",
                .summary = "Qwen3 mixture-of-experts models: generate and plan",
                .commands = "generate, bench, plan, tokenize, make-checkpoint",
                .packages = "packages-moe.txt"});
}

}  // namespace ironbird::cli
