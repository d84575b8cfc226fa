// Messages between the processes of one machine. The only implementation is in a module of its own,
// so that nothing else needs MPI.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ironbird::ranks {

using Bytes = std::vector<std::uint8_t>;

class Link {
 public:
    virtual ~Link() = default;  // after leave()

    virtual std::uint32_t rank() const = 0;
    virtual std::uint32_t size() const = 0;
    // Ranks on this machine, which share its cores.
    virtual std::uint32_t beside() const = 0;

    // Between rank 0 and another one; messages of one sender arrive in order.
    virtual void send(std::uint32_t to, std::span<const std::uint8_t> message) = 0;
    virtual Bytes receive(std::uint32_t from) = 0;

    // Every rank gives every other one a message: both are by rank, the own place stays as it is.
    virtual void exchange(std::span<const Bytes> out, std::span<Bytes> in) = 0;

    // The last call of every rank; waits for the others.
    virtual void leave() = 0;
};

// Joins the ranks that mpirun has started. Throws usage where there is no OpenMPI.
std::unique_ptr<Link> open_link();

// What the module shows.
inline constexpr const char* kOpenLink = "ironbird_open_link";
using OpenLink = Link* (*)();

}  // namespace ironbird::ranks
