// A hang as one screen of text, as JSON and as a graph.
#pragma once

#include <string>

#include "check/hang/root.hpp"

namespace ironbird::check {

// "hang HANG-002  core (0,0): ..." and the lines below it; `graph` is where hang.dot lies, or
// empty.
std::string hang_text(const World& world, const Root& root, const std::string& graph);

std::string hang_json(const World& world, const Root& root);

// One node for all processors that stand at the same line for the same reason.
std::string hang_dot(const World& world, const Root& root);

}  // namespace ironbird::check
