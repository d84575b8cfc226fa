// What every format of a profile's files implements, and the table of them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "arch/product.hpp"
#include "profile/recorder.hpp"

namespace ironbird::report {

// Where a profile's files go and which of the optional ones are wanted.
struct ExportPlan {
    const arch::Product& product;
    std::filesystem::path root;        // the profiler's folder
    std::filesystem::path logs;        // below it: what device tools read
    std::filesystem::path results;     // the table of operations, in a folder of this run's own
    std::filesystem::path noc_traces;  // empty: none are wanted
    bool cpp_report = false;
};

// One format. Owned by ProfileFiles and called under the machine's lock, from one thread at a time.
// A file that cannot be written never ends a run: complaint() tells of it.
class Exporter {
 public:
    Exporter() = default;
    Exporter(const Exporter&) = delete;
    Exporter& operator=(const Exporter&) = delete;
    virtual ~Exporter() = default;

    // Adds the launches that have completed since the last call; the recorder forgets them then.
    virtual void write(const profile::Recorder& recorder) = 0;
    // Nothing follows: completes the files and copies them to wherever tools look for them.
    virtual void close(std::size_t /*chips*/) {}
    // What the user should know of these files; empty when there is nothing to say.
    virtual std::string complaint() const = 0;
};

struct ExportRow {
    std::string_view format;
    std::unique_ptr<Exporter> (*make)(const ExportPlan&);  // answers null when not wanted
};

std::span<const ExportRow> export_rows();

// Calls `f` with the number of each chip that has been recorded.
template <class F>
void for_each_chip(const profile::Recorder& recorder, F&& f) {
    for (std::uint32_t chip = 0; chip < recorder.chips().size(); chip++)
        if (recorder.chips()[chip] != nullptr) f(chip);
}

// The usual complaint of a file; empty when all of it was written.
std::string unless_written(bool ok, const std::filesystem::path& file);

}  // namespace ironbird::report
