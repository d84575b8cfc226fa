// `ironbird moe plan`: what a model needs, which boards hold it, how fast they would be.
#include <fmt/format.h>

#include <memory>

#include "command.hpp"
#include "error.hpp"
#include "plan_table.hpp"

namespace qwen3::commands {
namespace {

struct PlanWanted {
    std::string model = "Qwen3-30B-A3B";
    std::string folder, board, mesh, weights = "bf8";
    Workload workload;
    bool json = false;
};

Json json_of(const StepTime& time) {
    return {{"seconds", time.sum()},
            {"bound", time.bound()},
            {"dram_seconds", time.dram},
            {"compute_seconds", time.compute},
            {"link_seconds", time.links}};
}

// Of one chip, but links, which are between neighbours, and operations, which all chips do.
Json json_of(const Board& board) {
    const Chip& chip = *board.chip;
    Json tflops;
    constexpr const char* kFidelities[] = {"LoFi", "HiFi2", "HiFi3", "HiFi4"};
    for (int passes = 1; passes <= 4; ++passes)
        tflops[kFidelities[passes - 1]] =
            static_cast<double>(board.chips) * chip.flops(passes) / 1e12;
    return {{"arch", chip.arch},
            {"chips", board.chips},
            {"cores", chip.cores},
            {"clock_ghz", chip.clock_ghz},
            {"l1_bytes", chip.l1_bytes},
            {"dram_bytes", chip.dram_bytes},
            {"dram_gb_per_s", chip.dram_gb_per_s},
            {"links", board.links},
            {"link_gb_per_s", chip.link_gb_per_s},
            {"tflops", tflops}};
}

Json json_of(const PlanLine& line) {
    Json out = {{"board", line.board->name},
                {"mesh", text_of(line.mesh)},
                {"hardware", json_of(*line.board)}};
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

void print_all(const PlanWanted& w, const Config& config, const std::vector<PlanLine>& lines) {
    const auto count = count_parameters(config);
    const auto prefill = prefill_flops(config, w.workload.batch, w.workload.context);
    const auto decode = decode_flops(config, w.workload.batch, w.workload.context);
    const auto layers = static_cast<double>(config.num_hidden_layers);
    fmt::print("{}: {} parameters, {} active per token ({} attention and {} experts a layer)\n",
               w.folder.empty() ? w.model : w.folder, count.total, count.active, count.attention,
               count.moe);
    fmt::print(
        "batch {}, context {}, {}: prefill {:.2f} GFLOP, decode {:.4f} GFLOP, without lm_head\n\n",
        w.workload.batch, w.workload.context, w.weights, prefill.sum() * layers / 1e9,
        decode.sum() * layers / 1e9);
    fmt::print(
        "{}\nGB per chip; expectations from the bandwidths of docs/moe.md, nothing was run.\n",
        plan_table(lines));
}

void plan(PlanWanted& w) {
    w.workload.weights = parse_weight_format(w.weights);
    const Config config = w.folder.empty()
                              ? known_config(w.model)
                              : read_config(std::filesystem::path(w.folder) / "config.json");
    if (!w.board.empty()) find_board(w.board);
    const auto lines = plan_boards(config, w.workload, w.board, w.mesh);
    if (!w.json) return print_all(w, config, lines);
    const auto count = count_parameters(config);
    const auto prefill = prefill_flops(config, w.workload.batch, w.workload.context);
    const auto decode = decode_flops(config, w.workload.batch, w.workload.context);
    Json all = Json::array();
    for (const PlanLine& line : lines) all.push_back(json_of(line));
    print_json(
        {{"parameters",
          {{"attention_per_layer", count.attention},
           {"moe_per_layer", count.moe},
           {"total", count.total},
           {"active", count.active}}},
         {"batch", w.workload.batch},
         {"weights", w.weights},
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
    sub->add_option("--weights", w->weights, "Of projections and experts: bf16 or bf8")
        ->check(CLI::IsMember({"bf16", "bf8"}))
        ->capture_default_str();
    sub->add_flag("--json", w->json, "Everything as JSON, bytes and seconds");
    sub->callback([w] { plan(*w); });
}

}  // namespace qwen3::commands
