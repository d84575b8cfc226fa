// `ironbird piper`: hands over to the program that preprocesses tables.
#include "cli/hand_over.hpp"

namespace ironbird::cli {

void add_piper(CLI::App& app, Action& chosen, const ProgramWords& program) {
    add_handed(app, chosen, program,
               {.command = "piper",
                .summary = "Preprocess tables for recommenders",
                .commands = "run, plan, generate, bench, sweep, budget, model, apply, check, "
                            "monitor, smi, hugepages",
                .packages = "packages-piper.txt"});
}

}  // namespace ironbird::cli
