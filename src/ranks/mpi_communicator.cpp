// Communicators by OpenMPI.
#include <mpi.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <vector>

#include "ranks/communicator.hpp"

namespace ironbird::ranks {
namespace {

MPI_Op operation(std::uint8_t number) {
    const std::array all{MPI_SUM, MPI_MAX, MPI_MIN, MPI_PROD, MPI_LAND, MPI_LOR, MPI_BAND, MPI_BOR};
    return all.at(number);
}
MPI_Datatype type(std::uint8_t number) {
    const std::array all{MPI_INT8_T,          MPI_UINT8_T,         MPI_INT16_T, MPI_UINT16_T,
                         MPI_INT32_T,         MPI_UINT32_T,        MPI_INT64_T, MPI_UINT64_T,
                         MPI_FLOAT,           MPI_DOUBLE,          MPI_C_BOOL,  MPI_BYTE,
                         MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX};
    return all.at(number);
}

// MPI counts in ints.
bool fits(std::size_t n) {
    return n <= static_cast<std::size_t>(INT_MAX);
}
int count(std::size_t n) {
    return static_cast<int>(n);
}

Received received(const MPI_Status& status) {
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    return {status.MPI_SOURCE, status.MPI_TAG, bytes};
}

class MpiPending final : public Pending {
 public:
    explicit MpiPending(MPI_Request request) : request_(request) {}

    int wait(Received& status) override {
        MPI_Status s{};
        const int error = MPI_Wait(&request_, &s);
        status = received(s);
        return error;
    }
    int test(std::optional<Received>& status) override {
        MPI_Status s{};
        int over = 0;
        const int error = MPI_Test(&request_, &over, &s);
        if (over != 0) status = received(s);
        return error;
    }
    int cancel() override {
        if (const int error = MPI_Cancel(&request_); error != MPI_SUCCESS) return error;
        return MPI_Request_free(&request_);
    }

 private:
    MPI_Request request_;
};

class MpiCommunicator final : public Communicator {
 public:
    explicit MpiCommunicator(MPI_Comm comm) : comm_(comm) {
        MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &size_);
    }
    ~MpiCommunicator() override {
        int over = 0;
        MPI_Finalized(&over);
        if (over == 0 && comm_ != MPI_COMM_WORLD) MPI_Comm_free(&comm_);
    }
    MpiCommunicator(const MpiCommunicator&) = delete;
    MpiCommunicator& operator=(const MpiCommunicator&) = delete;

    int rank() const override { return rank_; }
    int size() const override { return size_; }
    std::string words(int error) const override {
        char text[MPI_MAX_ERROR_STRING];
        int length = 0;
        MPI_Error_string(error, text, &length);
        return {text, static_cast<std::size_t>(length)};
    }

    int barrier() override { return MPI_Barrier(comm_); }

    int send(std::span<const std::byte> bytes, int to, int tag, bool until_taken) override {
        if (!fits(bytes.size())) return MPI_ERR_COUNT;
        const auto call = until_taken ? MPI_Ssend : MPI_Send;
        return call(bytes.data(), count(bytes.size()), MPI_BYTE, to, tag, comm_);
    }
    int receive(std::span<std::byte> bytes, int from, int tag) override {
        if (!fits(bytes.size())) return MPI_ERR_COUNT;
        return MPI_Recv(bytes.data(), count(bytes.size()), MPI_BYTE, from, tag, comm_,
                        MPI_STATUS_IGNORE);
    }
    int start_send(std::span<const std::byte> bytes, int to, int tag,
                   std::unique_ptr<Pending>& pending) override {
        if (!fits(bytes.size())) return MPI_ERR_COUNT;
        MPI_Request request = MPI_REQUEST_NULL;
        const int error =
            MPI_Isend(bytes.data(), count(bytes.size()), MPI_BYTE, to, tag, comm_, &request);
        pending = std::make_unique<MpiPending>(request);
        return error;
    }
    int start_receive(std::span<std::byte> bytes, int from, int tag,
                      std::unique_ptr<Pending>& pending) override {
        if (!fits(bytes.size())) return MPI_ERR_COUNT;
        MPI_Request request = MPI_REQUEST_NULL;
        const int error =
            MPI_Irecv(bytes.data(), count(bytes.size()), MPI_BYTE, from, tag, comm_, &request);
        pending = std::make_unique<MpiPending>(request);
        return error;
    }
    int probe(int from, int tag, std::size_t& bytes) override {
        MPI_Status status{};
        const int error = MPI_Probe(from, tag, comm_, &status);
        bytes = static_cast<std::size_t>(received(status).bytes);
        return error;
    }

    int share(Share how, const std::byte* in, std::byte* out, std::size_t each, int root) override {
        if (!fits(each)) return MPI_ERR_COUNT;
        const int n = count(each);
        const void* from = in == out ? MPI_IN_PLACE : static_cast<const void*>(in);
        switch (how) {
            case Share::broadcast:
                return MPI_Bcast(out, n, MPI_BYTE, root, comm_);
            case Share::gather:
                return MPI_Gather(in, n, MPI_BYTE, out, n, MPI_BYTE, root, comm_);
            case Share::scatter:
                return MPI_Scatter(in, n, MPI_BYTE, out, n, MPI_BYTE, root, comm_);
            case Share::all_gather:
                return MPI_Allgather(from, n, MPI_BYTE, out, n, MPI_BYTE, comm_);
            case Share::all_to_all:
                return MPI_Alltoall(from, n, MPI_BYTE, out, n, MPI_BYTE, comm_);
        }
        return MPI_ERR_ARG;
    }

    int reduce(Reduce how, const std::byte* in, std::byte* out, const Reduction& what,
               int root) override {
        if (!fits(what.elements)) return MPI_ERR_COUNT;
        const int n = count(what.elements);
        const MPI_Datatype t = type(what.type);
        const MPI_Op op = operation(what.operation);
        const void* from = in == out ? MPI_IN_PLACE : static_cast<const void*>(in);
        switch (how) {
            case Reduce::all:
                return MPI_Allreduce(from, out, n, t, op, comm_);
            case Reduce::to_root:
                // In place is the root's alone.
                return MPI_Reduce(rank_ == root ? from : in, out, n, t, op, root, comm_);
            case Reduce::scatter:
                return MPI_Reduce_scatter_block(from, out, n, t, op, comm_);
            case Reduce::scan:
                return MPI_Scan(from, out, n, t, op, comm_);
        }
        return MPI_ERR_ARG;
    }

    int duplicate(std::unique_ptr<Communicator>& fresh) override {
        MPI_Comm comm = MPI_COMM_NULL;
        const int error = MPI_Comm_dup(comm_, &comm);
        return taken(error, comm, fresh);
    }
    int split(std::optional<int> colour, int key, std::unique_ptr<Communicator>& fresh) override {
        MPI_Comm comm = MPI_COMM_NULL;
        const int error = MPI_Comm_split(comm_, colour.value_or(MPI_UNDEFINED), key, &comm);
        return taken(error, comm, fresh);
    }
    int among(std::span<const int> ranks, std::unique_ptr<Communicator>& fresh) override {
        MPI_Comm comm = MPI_COMM_NULL;
        const Group all(comm_);
        Group some;
        int error = MPI_Group_incl(all.group, count(ranks.size()), ranks.data(), &some.group);
        if (error == MPI_SUCCESS) error = MPI_Comm_create_group(comm_, some.group, 0, &comm);
        return taken(error, comm, fresh);
    }
    int translate(std::span<const int> ranks, const Communicator& other,
                  std::span<int> there) override {
        const Group mine(comm_), its(static_cast<const MpiCommunicator&>(other).comm_);
        return MPI_Group_translate_ranks(mine.group, count(ranks.size()), ranks.data(), its.group,
                                         there.data());
    }
    void abort(int code) override { MPI_Abort(comm_, code); }

 private:
    struct Group {
        Group() = default;
        explicit Group(MPI_Comm comm) { MPI_Comm_group(comm, &group); }
        ~Group() {
            if (group != MPI_GROUP_NULL) MPI_Group_free(&group);
        }
        Group(const Group&) = delete;
        Group& operator=(const Group&) = delete;
        MPI_Group group = MPI_GROUP_NULL;
    };

    static int taken(int error, MPI_Comm comm, std::unique_ptr<Communicator>& fresh) {
        if (error == MPI_SUCCESS && comm != MPI_COMM_NULL)
            fresh = std::make_unique<MpiCommunicator>(comm);
        return error;
    }

    MPI_Comm comm_;
    int rank_ = 0, size_ = 1;
};

}  // namespace
}  // namespace ironbird::ranks

// A program that has started MPI by itself ends it by itself, too.
extern "C" ironbird::ranks::Communicator* ironbird_open_world() {
    int started = 0, granted = 0;
    MPI_Initialized(&started);
    if (started == 0) {
        setenv("OMPI_MCA_opal_signal", "", 1);  // memory faults of kernels are ours to explain
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &granted);
        std::atexit([] { MPI_Finalize(); });
    }
    return new ironbird::ranks::MpiCommunicator(MPI_COMM_WORLD);
}
