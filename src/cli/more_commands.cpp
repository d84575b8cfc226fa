// The commands of libironbird_more.so, each in the file of its name in commands/.
#include "cli/more.hpp"

namespace ironbird::cli {

void add_accuracy(CLI::App& app, Action& chosen);
void add_bench(CLI::App& app, Action& chosen);
void add_diff(CLI::App& app, Action& chosen);
void add_explain(CLI::App& app, Action& chosen);
void add_memory(CLI::App& app, Action& chosen);
void add_new_op(CLI::App& app, Action& chosen);
void add_report(CLI::App& app, Action& chosen);

}  // namespace ironbird::cli

void ib_add_commands(CLI::App& app, ironbird::cli::Action& chosen) {
    using namespace ironbird::cli;
    for (const auto add :
         {add_diff, add_accuracy, add_bench, add_explain, add_memory, add_new_op, add_report})
        add(app, chosen);
}
