// The table of plans.
#include "plan_table.hpp"

#include <fmt/format.h>

#include "error.hpp"

namespace qwen3::commands {
namespace {

std::string text_of(const PlanLine& line) {
    const std::string name =
        fmt::format("{:<10}{:>6}", line.board->name, qwen3::text_of(line.mesh));
    if (!line.plan) return fmt::format("{}  {}\n", name, line.refusal);
    const BoardPlan& plan = *line.plan;
    const std::string bytes =
        fmt::format("{:>9.2f}{:>8.2f}{:>9.2f}  {:<4}", plan.bytes.weights() / 1e9,
                    plan.bytes.kv_cache / 1e9, plan.available / 1e9, plan.fits() ? "yes" : "no");
    if (!plan.fits()) return name + bytes + '\n';
    return fmt::format("{}{}{:>11.1f}{:>10.1f}{:>9.3f}  {}\n", name, bytes,
                       plan.prefill.sum() * 1e3, plan.tokens_per_second, plan.decode.sum() * 1e3,
                       plan.decode.bound());
}

}  // namespace

std::vector<PlanLine> plan_boards(const Config& config, const Workload& workload,
                                  std::string_view board, std::string_view mesh) {
    std::vector<PlanLine> lines;
    for (const Board& each : boards()) {
        if (!board.empty() && board != each.name) continue;
        PlanLine line{&each, mesh.empty() ? each.mesh() : parse_mesh(mesh), std::nullopt, {}};
        try {
            line.plan = plan_board(config, each, line.mesh, workload);
        } catch (const Error& e) {
            if (!board.empty()) throw;
            line.refusal = e.what();
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::string plan_table(const std::vector<PlanLine>& lines) {
    std::string out = fmt::format("{:<10}{:>6}{:>9}{:>8}{:>9}  {:<4}{:>11}{:>10}{:>9}  {}\n",
                                  "board", "mesh", "weights", "cache", "DRAM", "fits", "prefill ms",
                                  "tokens/s", "ms/step", "bound");
    for (const PlanLine& line : lines) out += text_of(line);
    return out;
}

}  // namespace qwen3::commands
