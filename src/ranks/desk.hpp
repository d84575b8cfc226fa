// Where rank 0 writes what it asks of the others.
#pragma once

#include <vector>

#include "ranks/protocol.hpp"

namespace ironbird::ranks {

// Owned by the engine of rank 0.
class Desk {
 public:
    explicit Desk(Link& link) : link_(link), out_(link.size()), kernels_(link.size()) {}

    // What follows belongs to it. It leaves when the bundle is large, or with flush().
    Out& ask(std::uint32_t rank, Ask what);
    void flush();
    // Sends everything to the rank and waits for what it says; throws if that is an error.
    Bytes answer(std::uint32_t rank);
    // After flush() nothing is sent any more, and answers are not asked for.
    void close();
    bool closed() const { return closed_; }

    // Makes the kernels of a launch known to a rank; their numbers there.
    const KernelNumbers& tell_kernels(std::uint32_t rank, const device::Launch& launch);

 private:
    struct Known {
        KernelNumbers numbers;
        // By object and hash: a kernel may come back at another address.
        std::map<std::pair<std::string, std::uint64_t>, std::uint32_t> places;
    };
    void flush(std::uint32_t rank);

    Link& link_;
    std::vector<Out> out_;        // by rank
    std::vector<Known> kernels_;  // likewise
    bool closed_ = false;
};

}  // namespace ironbird::ranks
