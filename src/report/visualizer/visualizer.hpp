// The memory report folder that ttnn-visualizer opens, made of what a run has left.
#pragma once

#include <filesystem>

namespace ironbird::report {

// Writes db.sqlite and config.json into `folder`, in place of earlier ones, from run.json and
// memory.json of the run. Launches become operations, circular buffers go into their captured
// graphs, findings and faults become errors. Throws usage when the run holds no memory.json or the
// folder cannot be written.
void write_visualizer(const std::filesystem::path& run, const std::filesystem::path& folder);

}  // namespace ironbird::report
