// Entry of `ironbird moe`: turns errors into exit codes, as docs/exit_codes.md has them.
#include <fmt/format.h>

#include <new>

#include "command.hpp"
#include "error.hpp"

namespace qwen3::commands {
namespace {

constexpr int kCouldNotStart = 4, kNotModelled = 5;

int run(int argc, char** argv) {
    CLI::App app("Qwen3 mixture-of-experts models: checkpoints, generation, planning.",
                 "ironbird moe");
    app.require_subcommand(1);
    for (const auto add : {add_generate, add_bench, add_plan, add_tokenize, add_make_checkpoint})
        add(app);
    try {
        app.parse(argc, argv);
        return 0;
    } catch (const CLI::ParseError& e) {
        if (e.get_exit_code() == 0) return app.exit(e);  // somebody asked for help
        fmt::print(stderr, "ironbird moe: {}\n  do: see ironbird moe --help\n", e.what());
        return kCouldNotStart;
    } catch (const NotModelled& e) {
        fmt::print(stderr, "ironbird moe: {}\n", e.what());
        return kNotModelled;
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "ironbird moe: memory is not enough\n");
        return kCouldNotStart;
    } catch (const std::exception& e) {
        fmt::print(stderr, "ironbird moe: {}\n", e.what());
        return kCouldNotStart;
    }
}

}  // namespace

void print_json(const Json& fields) {
    Json out = {{"schema", kJsonSchema}};
    out.update(fields);
    fmt::print("{}\n", out.dump(2, ' ', false, Json::error_handler_t::replace));
}

}  // namespace qwen3::commands

int main(int argc, char** argv) {
    return qwen3::commands::run(argc, argv);
}
