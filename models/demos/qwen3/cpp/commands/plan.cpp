// `ironbird moe plan`: what a model needs, which boards hold it, how fast they would be.
#include "plan.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <vector>

#include "command.hpp"
#include "error.hpp"

namespace qwen3::commands {
namespace {

struct PlanWanted {
    std::string model = "Qwen3-30B-A3B";
    std::string folder, board, mesh;
    Workload workload;
    bool json = false;
};

// A board, planned or refused with a reason.
struct Line {
    const Board* board;
    Mesh mesh;
    std::optional<BoardPlan> plan;
    std::string refusal;
};

std::vector<Line> lines_of(const PlanWanted& w, const Config& config) {
    std::vector<Line> lines;
    for (const Board& board : boards()) {
        if (!w.board.empty() && w.board != board.name) continue;
        Line line{&board, w.mesh.empty() ? board.mesh() : parse_mesh(w.mesh)};
        try {
            line.plan = plan_board(config, board, line.mesh, w.workload);
        } catch (const Error& e) {
            if (!w.board.empty()) throw;
            line.refusal = e.what();
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

Json json_of(const StepTime& time) {
    return {{"seconds", time.sum()},
            {"bound", time.bound()},
            {"dram_seconds", time.dram},
            {"compute_seconds", time.compute},
            {"link_seconds", time.links}};
}

Json json_of(const Line& line) {
    Json out = {{"board", line.board->name}, {"mesh", text_of(line.mesh)}};
    if (!line.plan) {
        out["refused"] = line.refusal;
        return out;
    }
    const ChipBytes& bytes = line.plan->bytes;
    out.update({{"fits", line.plan->fits()},
                {"bytes_per_chip",
                 {{"embedding", bytes.embedding},
                  {"attention", bytes.attention},
                  {"experts", bytes.experts},
                  {"router", bytes.router},
                  {"lm_head", bytes.head},
                  {"norms", bytes.norms},
                  {"kv_cache", bytes.kv_cache},
                  {"sum", bytes.sum()},
                  {"available", line.plan->available}}},
                {"prefill", json_of(line.plan->prefill)},
                {"decode", json_of(line.plan->decode)},
                {"tokens_per_second", line.plan->tokens_per_second}});
    return out;
}

void print_plan(const Line& line) {
    fmt::print("{:<10}{:>6}", line.board->name, text_of(line.mesh));
    if (!line.plan) return fmt::print("  {}\n", line.refusal);
    const BoardPlan& plan = *line.plan;
    fmt::print("{:>9.2f}{:>8.2f}{:>9.2f}  {:<4}", plan.bytes.weights() / 1e9,
               plan.bytes.kv_cache / 1e9, plan.available / 1e9, plan.fits() ? "yes" : "no");
    if (!plan.fits()) return fmt::print("\n");
    fmt::print("{:>11.1f}{:>10.1f}{:>9.3f}  {}\n", plan.prefill.sum() * 1e3, plan.tokens_per_second,
               plan.decode.sum() * 1e3, plan.decode.bound());
}

void print_all(const PlanWanted& w, const Config& config, const std::vector<Line>& lines) {
    const auto count = count_parameters(config);
    const auto prefill = prefill_flops(config, w.workload.batch, w.workload.context);
    const auto decode = decode_flops(config, w.workload.batch, w.workload.context);
    const auto layers = static_cast<double>(config.num_hidden_layers);
    fmt::print("{}: {} parameters, {} active per token ({} attention and {} experts a layer)\n",
               w.folder.empty() ? w.model : w.folder, count.total, count.active, count.attention,
               count.moe);
    fmt::print(
        "batch {}, context {}: prefill {:.2f} GFLOP, decode {:.4f} GFLOP, without lm_head\n\n",
        w.workload.batch, w.workload.context, prefill.sum() * layers / 1e9,
        decode.sum() * layers / 1e9);
    fmt::print("{:<10}{:>6}{:>9}{:>8}{:>9}  {:<4}{:>11}{:>10}{:>9}  {}\n", "board", "mesh",
               "weights", "cache", "DRAM", "fits", "prefill ms", "tokens/s", "ms/step", "bound");
    for (const Line& line : lines) print_plan(line);
    fmt::print(
        "\nGB per chip; expectations from the bandwidths of docs/moe.md, nothing was run.\n");
}

void plan(const PlanWanted& w) {
    const Config config = w.folder.empty()
                              ? known_config(w.model)
                              : read_config(std::filesystem::path(w.folder) / "config.json");
    if (!w.board.empty()) find_board(w.board);
    const auto lines = lines_of(w, config);
    if (!w.json) return print_all(w, config, lines);
    const auto count = count_parameters(config);
    const auto prefill = prefill_flops(config, w.workload.batch, w.workload.context);
    const auto decode = decode_flops(config, w.workload.batch, w.workload.context);
    Json all = Json::array();
    for (const Line& line : lines) all.push_back(json_of(line));
    print_json(
        {{"parameters",
          {{"attention_per_layer", count.attention},
           {"moe_per_layer", count.moe},
           {"total", count.total},
           {"active", count.active}}},
         {"batch", w.workload.batch},
         {"context", w.workload.context},
         {"prefill_flops_per_layer", {{"attention", prefill.attention}, {"moe", prefill.moe}}},
         {"decode_flops_per_layer", {{"attention", decode.attention}, {"moe", decode.moe}}},
         {"boards", all}});
}

}  // namespace

void add_plan(CLI::App& app) {
    auto* sub = app.add_subcommand(
        "plan", "Say what a model needs, where it fits and how fast it could be");
    auto w = std::make_shared<PlanWanted>();
    auto* model = sub->add_option("--model", w->model, "A known model")->capture_default_str();
    sub->add_option("--ckpt-dir", w->folder, "A folder with config.json instead")->excludes(model);
    sub->add_option("--board", w->board, "One board only; without it, all");
    sub->add_option("--mesh", w->mesh, "ROWSxCOLUMNS; without it, the board's own");
    sub->add_option("--batch", w->workload.batch, "Users")
        ->check(CLI::Range(1, 1 << 20))
        ->capture_default_str();
    sub->add_option("--context", w->workload.context, "Tokens of a prompt, and of the cache")
        ->check(CLI::Range(1, 1 << 28))
        ->capture_default_str();
    sub->add_flag("--json", w->json, "Everything as JSON, bytes and seconds");
    sub->callback([w] { plan(*w); });
}

}  // namespace qwen3::commands
