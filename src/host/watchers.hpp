// Who watches a run, by the options: checkers, the recorders of a profile and of memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/findings.hpp"
#include "device/engine.hpp"
#include "host/options/options.hpp"
#include "ironbird/call_line.hpp"

namespace ironbird::host {

class Machine;
class MemoryFile;
class Profiler;

// One of each machine; lives as long as it does, since chips may run until then. The lock of the
// machine guards it.
class Watchers {
 public:
    // Throws usage for a group of checks that does not exist.
    explicit Watchers(const Machine& machine);
    ~Watchers();

    // Before the first chip.
    void attach(device::Engine& engine);

    // Whether kernels are to be of the checked flavour.
    bool checks_accesses() const;
    // Whether anybody wants to know of buffers that come and go.
    bool tells_buffers() const;

    Profiler* profiler() const;  // null: nobody asked for a profile or the record of a run
    MemoryFile* memory() const;  // null: nobody asked for memory.json

    // Which line of the program asked for a launch that has ended.
    void note_line(const device::Completion& completion, const CallLine& line);

    // What has been collected so far; its groups are those of IRONBIRD_CHECK.
    const check::Findings& findings() const;
    void add(check::Finding finding);
    // Takes what the watchers have found since the last time.
    void collect();
    // Collects once more, with what can be said only when nothing more will run.
    void close();
    // Writes the files of those that leave some.
    void write_files();

    // Reports named arguments that a kernel about to be compiled never mentions.
    void check_names(const std::string& path, const std::string& text,
                     const std::vector<std::string>& include_dirs,
                     const std::vector<std::string>& names);

    // With a record, the command line shows the findings; without, they go to stderr here.
    void print_findings();

    struct State;

 private:
    std::unique_ptr<State> state_;
};

}  // namespace ironbird::host
