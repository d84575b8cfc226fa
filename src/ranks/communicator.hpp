// Processes of a program that mpirun has started, each with a host program of its own: what
// upstream's DistributedContext needs of MPI, without MPI's names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace ironbird::ranks {

struct Received {
    int source = 0, tag = 0, bytes = 0;
};

// Calls answer with MPI's error code; 0: it went well.
class Pending {
 public:
    virtual ~Pending() = default;
    virtual int wait(Received& status) = 0;
    virtual int test(std::optional<Received>& status) = 0;
    virtual int cancel() = 0;
};

// The numbers are those of upstream's ReduceOp and DType.
struct Reduction {
    std::uint8_t operation, type;
    std::size_t elements;
};

class Communicator {
 public:
    virtual ~Communicator() = default;
    virtual int rank() const = 0;
    virtual int size() const = 0;
    virtual std::string words(int error) const = 0;

    virtual int barrier() = 0;
    virtual int send(std::span<const std::byte> bytes, int to, int tag, bool until_taken) = 0;
    virtual int receive(std::span<std::byte> bytes, int from, int tag) = 0;
    virtual int start_send(std::span<const std::byte> bytes, int to, int tag,
                           std::unique_ptr<Pending>& pending) = 0;
    virtual int start_receive(std::span<std::byte> bytes, int from, int tag,
                              std::unique_ptr<Pending>& pending) = 0;
    virtual int probe(int from, int tag, std::size_t& bytes) = 0;

    // Blocks of `each` bytes, one for a rank; the same place in and out is allowed.
    enum class Share : std::uint8_t { broadcast, gather, scatter, all_gather, all_to_all };
    virtual int share(Share how, const std::byte* in, std::byte* out, std::size_t each,
                      int root) = 0;
    enum class Reduce : std::uint8_t { all, to_root, scatter, scan };
    virtual int reduce(Reduce how, const std::byte* in, std::byte* out, const Reduction& what,
                       int root) = 0;

    // Null where this process is none of them.
    virtual int duplicate(std::unique_ptr<Communicator>& fresh) = 0;
    virtual int split(std::optional<int> colour, int key, std::unique_ptr<Communicator>& fresh) = 0;
    virtual int among(std::span<const int> ranks, std::unique_ptr<Communicator>& fresh) = 0;
    // `other` is one of these, too.
    virtual int translate(std::span<const int> ranks, const Communicator& other,
                          std::span<int> there) = 0;
    virtual void abort(int code) = 0;
};

struct RankOf {
    std::uint32_t rank = 0, size = 1;
};

// This process among those of mpirun; alone, if it was started in another way.
RankOf started_by_mpirun();

// All processes. Throws usage where there is no OpenMPI.
std::unique_ptr<Communicator> open_world();

inline constexpr const char* kOpenWorld = "ironbird_open_world";
using OpenWorld = Communicator* (*)();

}  // namespace ironbird::ranks
