// Several processes that work on one input: each takes its share of the batches.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace piper {

class Ranks {
 public:
    virtual ~Ranks() = default;
    virtual unsigned rank() const { return 0; }
    virtual unsigned size() const { return 1; }
    // What every process gave, by rank; returns when all have called it.
    virtual std::vector<std::vector<std::uint64_t>> gather(std::vector<std::uint64_t> words) {
        return {std::move(words)};
    }
    // Ends all processes, when there are others.
    virtual void abort(int) {}

    bool first() const { return rank() == 0; }
};

// Those that mpirun has started together with this one; without it this one alone. Throws Error
// where mpirun was used and MPI is not built in.
std::unique_ptr<Ranks> find_ranks();

}  // namespace piper
