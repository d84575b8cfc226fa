// Plans of boards, a line each: what `plan` prints, and what a model that does not fit is told.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan.hpp"

namespace qwen3::commands {

// A board, planned or refused with a reason.
struct PlanLine {
    const Board* board;
    Mesh mesh;
    std::optional<BoardPlan> plan;
    std::string refusal;
};

// Of all boards, or of the one that is named, whose refusal is then an error. Without a mesh each
// has its own.
std::vector<PlanLine> plan_boards(const Config& config, const Workload& workload,
                                  std::string_view board = {}, std::string_view mesh = {});

std::string plan_table(const std::vector<PlanLine>& lines);

}  // namespace qwen3::commands
