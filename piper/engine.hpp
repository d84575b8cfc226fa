// Runs a plan over a source, batch after batch: memory is bounded by the batch, not by the input.
#pragma once

#include <functional>

#include "backend.hpp"
#include "output.hpp"
#include "ranks.hpp"
#include "source.hpp"

namespace piper {

struct Progress {
    std::uint64_t rows = 0;
    std::uint64_t bytes = 0;  // decoded
    std::uint64_t taken = 0;  // of the files
    double seconds = 0;
};

struct RunOptions {
    unsigned threads = 0;  // 0: as many as the machine has
    std::size_t chunk_bytes = std::size_t{1} << 18;
    std::size_t batch_bytes = std::size_t{1} << 24;
    Bad bad = Bad::error;
    bool two_passes = false;  // vocabularies first, then the rows; else both at once
    std::function<void(const Progress&)> progress{};
    Ranks* ranks = nullptr;  // who else works on this input; `output` is one for all
};

struct RunResult {
    Progress total;
    std::uint64_t bytes_out = 0;
    std::uint64_t read = 0, written = 0;  // by operators, in columns
    std::map<std::size_t, Vocabulary> vocabularies{};
};

// Vocabularies that VocabMap needs from elsewhere are given; those of VocabGen come back. Ids do
// not depend on threads, chunks or batches. `output` may be null.
RunResult run(const Plan& plan, Backend& backend, const Inputs& inputs, Output* output,
              const RunOptions& options, std::map<std::size_t, Vocabulary> vocabularies = {});

unsigned thread_count(unsigned wanted);
// fn(index, worker) for each index below `count`; what one throws is thrown here.
void in_parallel(std::size_t count, unsigned threads,
                 const std::function<void(std::size_t, unsigned)>& fn);

}  // namespace piper
