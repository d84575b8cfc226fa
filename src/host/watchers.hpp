// Who watches a run, by the options: the checker, the recorder of a profile.
#pragma once

#include "check/findings.hpp"
#include "device/engine.hpp"

namespace ironbird::host {

// Before the first chip.
void attach_watchers(device::Engine& engine);

// Whether kernels are to be of the checked flavour.
bool checks_accesses();

// Whether anybody wants to know of buffers that come and go.
bool tells_buffers();

// Everything that the checks of this process have found; its groups are those of IRONBIRD_CHECK.
check::Findings& findings();

// Adds what can be said only when nothing more will run.
void close_findings();

// Reports named arguments that a kernel about to be compiled never mentions.
void check_names(const std::string& path, const std::string& text,
                 const std::vector<std::string>& include_dirs,
                 const std::vector<std::string>& names);

// With a record, the command line shows the findings; without, they go to stderr here.
void print_findings();

}  // namespace ironbird::host
