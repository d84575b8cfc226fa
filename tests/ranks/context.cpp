// Every call of DistributedContext, under mpirun; returns 1 and says so if an answer is wrong.
#include <fmt/format.h>

#include <functional>
#include <numeric>
#include <tt-metalium/distributed_context.hpp>
#include <vector>

using namespace tt::tt_metal::distributed::multihost;

namespace {

int wrong = 0;

void expect(bool right, const char* what, int rank) {
    if (right) return;
    fmt::print("rank {}: {} is wrong\n", rank, what);
    wrong = 1;
}

template <class T>
ttsl::Span<std::byte> bytes(std::vector<T>& v) {
    return std::as_writable_bytes(ttsl::Span<T>(v.data(), v.size()));
}

// To the next rank, from the one before.
void between_two(const DistributedContext& world, int me, int ranks) {
    const Rank next((me + 1) % ranks), before((me + ranks - 1) % ranks);
    std::vector<int> mine{me, 100 + me}, got(2);
    const RequestPtr sent = world.isend(bytes(mine), next, Tag(3));
    expect(world.snoop_incoming_msg_size(before, Tag(3)) == 8, "snoop_incoming_msg_size", me);
    const RequestPtr coming = world.irecv(bytes(got), before, Tag(3));
    const Status status = coming->wait();
    (void)sent->wait();
    expect(got[0] == *before && got[1] == 100 + *before, "irecv", me);
    expect(status.count == 8 && status.source == before && !coming->active(), "its status", me);
    if (me == 0) world.ssend(bytes(mine), Rank(1), Tag(4));
    if (me == 1) world.recv(bytes(got), Rank(0), Tag(4));
    if (me == 1) expect(got[1] == 100, "recv", me);
}

void among_all(const DistributedContext& world, int me, int ranks) {
    std::vector<int> one{me + 1}, all(static_cast<std::size_t>(ranks)), sum(1);
    world.all_gather(bytes(one), bytes(all));
    std::vector<int> want(all.size());
    std::iota(want.begin(), want.end(), 1);
    expect(all == want, "all_gather", me);
    world.all_reduce(ttsl::Span<int>(one.data(), 1), ttsl::Span<int>(sum.data(), 1), ReduceOp::SUM);
    expect(sum[0] == ranks * (ranks + 1) / 2, "all_reduce", me);
    world.scan(ttsl::Span<int>(one.data(), 1), ttsl::Span<int>(sum.data(), 1), ReduceOp::MAX);
    expect(sum[0] == me + 1, "scan", me);
    std::vector<int> back(1);
    world.reduce_scatter(ttsl::Span<int>(all.data(), all.size()), ttsl::Span<int>(back.data(), 1),
                         ReduceOp::SUM);
    expect(back[0] == ranks * (me + 1), "reduce_scatter", me);
    std::vector<int> gathered(me == 1 ? all.size() : 0);
    world.gather(bytes(one), bytes(gathered), Rank(1));
    if (me == 1) expect(gathered == want, "gather", me);
    world.scatter(bytes(gathered), bytes(back), Rank(1));
    expect(back[0] == me + 1, "scatter", me);
    world.broadcast(bytes(back), Rank(1));
    expect(back[0] == 2, "broadcast", me);
    world.all_to_all(bytes(want), bytes(all));
    expect(all == std::vector<int>(all.size(), me + 1), "all_to_all", me);
    std::vector<double> real{0.5 * me}, most(1);
    world.reduce(ttsl::Span<double>(real.data(), 1), ttsl::Span<double>(most.data(), 1),
                 ReduceOp::MAX, Rank(0));
    if (me == 0) expect(most[0] == 0.5 * (ranks - 1), "reduce", me);
}

void parts(const ContextPtr& world, int me, int ranks) {
    const ContextPtr half = world->split(Color(me % 2), Key(-me));
    expect(*half->size() == (ranks + 1 - me % 2) / 2, "split", me);
    std::vector<int> here{me}, there(1);
    world->translate_ranks_to_other_ctx(ttsl::Span<int>(here.data(), 1), half,
                                        ttsl::Span<int>(there.data(), 1));
    expect(there[0] == *half->rank(), "translate_ranks_to_other_ctx", me);
    std::vector<int> ends{0, ranks - 1};
    if (me == 0 || me == ranks - 1) {
        const ContextPtr two = world->create_sub_context(ttsl::Span<int>(ends.data(), 2));
        expect(*two->size() == 2, "create_sub_context", me);
        two->barrier();
    }
    expect(world->split(Color(DistributedContext::SPLIT_COLOR_UNDEFINED), Key(0)) == nullptr,
           "a split without colour", me);
    expect(*world->duplicate()->rank() == me && world->duplicate()->id() != world->id(),
           "duplicate", me);
}

void refusals(const DistributedContext& world, int me) {
    std::vector<int> one(1), two(2);
    bool refused = false;
    try {
        world.all_reduce(bytes(one), bytes(two), ReduceOp::SUM, DType::INT32);
    } catch (const std::exception&) {
        refused = true;
    }
    expect(refused, "an all_reduce of different sizes", me);
    try {
        world.send(bytes(one), Rank(1000), Tag(0));
        expect(false, "a send to nobody", me);
    } catch (const DistributedException& e) {
        expect(*e.rank() == me && e.error_code() != 0, "its exception", me);
    }
}

}  // namespace

int main(int argc, char** argv) {
    DistributedContext::create(argc, argv);
    const ContextPtr world = DistributedContext::get_current_world();
    const int me = *world->rank(), ranks = *world->size();
    if (ranks == 1) {
        fmt::print("one process\n");
        return 0;
    }
    between_two(*world, me, ranks);
    among_all(*world, me, ranks);
    parts(world, me, ranks);
    refusals(*world, me);
    world->barrier();
    if (wrong == 0) fmt::print("rank {} of {} is right\n", me, ranks);
    return wrong;
}
