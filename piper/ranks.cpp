// By MPI where it is built in.
#include "ranks.hpp"

#include <cstdlib>

#include "error.hpp"
#ifdef PIPER_MPI
#include <mpi.h>
#endif

namespace piper {
namespace {

bool was_started_by_mpirun() {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
        if (std::getenv(name) != nullptr) return true;
    return false;
}

#ifdef PIPER_MPI
class MpiRanks : public Ranks {
 public:
    MpiRanks() {
        MPI_Init(nullptr, nullptr);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
    }
    MpiRanks(const MpiRanks&) = delete;
    MpiRanks& operator=(const MpiRanks&) = delete;
    ~MpiRanks() override { MPI_Finalize(); }

    unsigned rank() const override { return static_cast<unsigned>(rank_); }
    unsigned size() const override { return static_cast<unsigned>(size_); }

    std::vector<std::vector<std::uint64_t>> gather(std::vector<std::uint64_t> words) override {
        const auto own = static_cast<int>(words.size());
        std::vector<int> counts(size()), places(size());
        MPI_Allgather(&own, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
        int total = 0;
        for (unsigned r = 0; r < size(); ++r) {
            places[r] = total;
            total += counts[r];
        }
        std::vector<std::uint64_t> all(static_cast<std::size_t>(total));
        MPI_Allgatherv(words.data(), own, MPI_UINT64_T, all.data(), counts.data(), places.data(),
                       MPI_UINT64_T, MPI_COMM_WORLD);
        std::vector<std::vector<std::uint64_t>> by_rank;
        for (unsigned r = 0; r < size(); ++r)
            by_rank.emplace_back(all.begin() + places[r], all.begin() + places[r] + counts[r]);
        return by_rank;
    }
    void abort(int code) override {
        if (size_ > 1) MPI_Abort(MPI_COMM_WORLD, code);
    }

 private:
    int rank_ = 0, size_ = 1;
};
#endif

}  // namespace

std::unique_ptr<Ranks> find_ranks() {
    if (!was_started_by_mpirun()) return std::make_unique<Ranks>();
#ifdef PIPER_MPI
    return std::make_unique<MpiRanks>();
#else
    throw Error(Exit::could_not_start, "PIPER is built without MPI",
                "install libopenmpi-dev and build it again, or start it without mpirun");
#endif
}

}  // namespace piper
