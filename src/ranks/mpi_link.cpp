// Links by OpenMPI.
#include <mpi.h>
#include <sched.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "ranks/link.hpp"

namespace ironbird::ranks {
namespace {

enum Tag : int { kMessage = 1, kRound = 2 };

// Ranks may be more than the machine has cores, and wait for long while a program computes or
// kernels are compiled: who waits gives way, and after a while sleeps.
class Patience {
 public:
    void wait() {
        using namespace std::chrono_literals;
        constexpr std::uint32_t spins = 2000, naps = 4000;
        tries_++;
        if (tries_ < spins)
            sched_yield();
        else
            std::this_thread::sleep_for(tries_ < naps ? 20us : 500us);
    }

 private:
    std::uint32_t tries_ = 0;
};

class MpiLink final : public Link {
 public:
    MpiLink() {
        // Memory faults of kernels are ours to explain.
        setenv("OMPI_MCA_opal_signal", "", 1);
        int granted = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &granted);
        MPI_Comm_dup(MPI_COMM_WORLD, &all_);
        MPI_Comm_rank(all_, &rank_);
        MPI_Comm_size(all_, &size_);
        MPI_Comm machine;
        MPI_Comm_split_type(all_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
        MPI_Comm_size(machine, &beside_);
        MPI_Comm_free(&machine);
    }

    std::uint32_t rank() const override { return static_cast<std::uint32_t>(rank_); }
    std::uint32_t size() const override { return static_cast<std::uint32_t>(size_); }
    std::uint32_t beside() const override { return static_cast<std::uint32_t>(beside_); }

    void send(std::uint32_t to, std::span<const std::uint8_t> message) override {
        MPI_Request request = start(to, message, kMessage);
        finish(request);
    }

    Bytes receive(std::uint32_t from) override {
        Bytes message;
        for (Patience patience; !take(from, kMessage, message);) patience.wait();
        return message;
    }

    void exchange(std::span<const Bytes> out, std::span<Bytes> in) override {
        requests_.clear();
        missing_.clear();
        for (std::uint32_t r = 0; r < size(); r++) {
            if (r == rank()) continue;
            requests_.push_back(start(r, out[r], kRound));
            missing_.push_back(r);
        }
        for (Patience patience; !missing_.empty();)
            if (std::erase_if(missing_, [&](auto r) { return take(r, kRound, in[r]); }) == 0)
                patience.wait();
        for (MPI_Request& r : requests_) finish(r);
    }

    void leave() override {
        MPI_Comm_free(&all_);
        MPI_Finalize();
    }

 private:
    MPI_Request start(std::uint32_t to, std::span<const std::uint8_t> message, Tag tag) {
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Isend(message.data(), static_cast<int>(message.size()), MPI_BYTE, static_cast<int>(to),
                  tag, all_, &request);
        return request;
    }

    static void finish(MPI_Request& request) {
        int over = 0;
        for (Patience patience;; patience.wait()) {
            MPI_Test(&request, &over, MPI_STATUS_IGNORE);
            if (over != 0) return;
        }
    }

    bool take(std::uint32_t from, Tag tag, Bytes& message) {
        int there = 0, bytes = 0;
        MPI_Message handle;
        MPI_Status status;
        MPI_Improbe(static_cast<int>(from), tag, all_, &there, &handle, &status);
        if (there == 0) return false;
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        message.resize(static_cast<std::size_t>(bytes));
        MPI_Mrecv(message.data(), bytes, MPI_BYTE, &handle, MPI_STATUS_IGNORE);
        return true;
    }

    MPI_Comm all_ = MPI_COMM_NULL;
    int rank_ = 0, size_ = 1, beside_ = 1;
    std::vector<MPI_Request> requests_;
    std::vector<std::uint32_t> missing_;
};

}  // namespace
}  // namespace ironbird::ranks

extern "C" ironbird::ranks::Link* ironbird_open_link() {
    return new ironbird::ranks::MpiLink;
}
