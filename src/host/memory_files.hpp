// Recorders of memory and the files that they leave: memory.json and the events.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "profile/l1_use/memory_recorder.hpp"
#include "profile/memory_events.hpp"
#include "report/text_file.hpp"

namespace ironbird::host {

class Machine;

// memory.json in the folder of the run.
class MemoryFile {
 public:
    explicit MemoryFile(const std::string& run_dir)
        : path_(std::filesystem::path(run_dir) / "memory.json") {}

    profile::MemoryRecorder& recorder() { return recorder_; }
    // The core with the highest mark, for the record of the run.
    profile::WorstCore worst() const;
    // Once; when nothing more will run.
    void write(const Machine& machine);

 private:
    std::filesystem::path path_;
    profile::MemoryRecorder recorder_;
    bool written_ = false;
};

// The file of IRONBIRD_MEMORY_EVENTS; without a path, the program's own log at level debug.
class EventFile {
 public:
    explicit EventFile(std::string path);

    profile::MemoryEvents& events() { return events_; }
    // Writes what is left; at the end of the process.
    void close();

 private:
    void add(std::string_view lines);

    std::string path_;
    std::optional<report::TextFile> file_;
    profile::MemoryEvents events_{[this](std::string_view lines) { add(lines); }};
};

}  // namespace ironbird::host
