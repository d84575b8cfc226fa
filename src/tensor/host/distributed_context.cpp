// The one process that there is, or those of mpirun.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <tt-metalium/distributed_context.hpp>

#include "host/options/options.hpp"
#include "tensor/host/ranked_context.hpp"
#include "tensor/require.hpp"

namespace tt::tt_metal::distributed::multihost {

namespace {

[[noreturn]] void unsupported(const char* method) {
    ironbird::tensor::not_modelled("method {} is unsupported for single-host distributed contexts.",
                                   method);
}

class SingleHost final : public DistributedContext {
 public:
    SingleHost() { id_ = generate_unique_id(); }

    Rank rank() const override { return Rank(0); }
    Size size() const override { return Size(1); }
    bool supports_fault_tolerance() const override { return false; }
    void barrier() const override {}

    void send(Bytes, Rank, Tag) const override { unsupported("send"); }
    void ssend(Bytes, Rank, Tag) const override { unsupported("ssend"); }
    void recv(Bytes, Rank, Tag) const override { unsupported("recv"); }
    RequestPtr isend(Bytes, Rank, Tag) const override { unsupported("isend"); }
    RequestPtr irecv(Bytes, Rank, Tag) const override { unsupported("irecv"); }
    void broadcast(Bytes, Rank) const override { unsupported("broadcast"); }
    void gather(Bytes, Bytes, Rank) const override { unsupported("gather"); }
    void scatter(Bytes, Bytes, Rank) const override { unsupported("scatter"); }
    void all_to_all(Bytes, Bytes) const override { unsupported("all_to_all"); }
    void all_reduce(Bytes, Bytes, ReduceOp, DType) const override { unsupported("all_reduce"); }
    void reduce(Bytes, Bytes, ReduceOp, DType, Rank) const override { unsupported("reduce"); }
    void reduce_scatter(Bytes, Bytes, ReduceOp, DType) const override {
        unsupported("reduce_scatter");
    }
    void scan(Bytes, Bytes, ReduceOp, DType) const override { unsupported("scan"); }
    void all_gather(Bytes send_buf, Bytes recv_buf) const override {
        ironbird::tensor::require(send_buf.size() == recv_buf.size(),
                                  "all_gather of one process needs buffers of one size, not {} and "
                                  "{} bytes",
                                  send_buf.size(), recv_buf.size());
        std::ranges::copy(send_buf, recv_buf.begin());
    }

    ContextPtr duplicate() const override { unsupported("duplicate"); }
    ContextPtr split(Color, Key) const override { return get_current_world(); }
    ContextPtr create_sub_context(ttsl::Span<int>) const override {
        unsupported("create_sub_context");
    }
    void translate_ranks_to_other_ctx(ttsl::Span<int>, const ContextPtr&,
                                      ttsl::Span<int>) const override {
        unsupported("translate_ranks_to_other_ctx");
    }
    void abort(int error_code) const override { std::exit(error_code); }
    void revoke_and_shrink() override { unsupported("revoke_and_shrink"); }
    bool is_revoked() override { return false; }
    std::size_t snoop_incoming_msg_size(Rank, Tag) const override {
        unsupported("snoop_incoming_msg_size");
    }
};

// Upstream's interface is static, so that there is one world in a process.
struct World {
    std::mutex mutex;
    ContextPtr whole, current;

    void make(bool ranked) {
        if (current != nullptr) return;
        whole = ranked ? make_ranked_context(ironbird::ranks::open_world())
                       : std::make_shared<SingleHost>();
        current = ranked ? whole->duplicate() : whole;
    }
};

World& world() {
    static World one;
    return one;
}

}  // namespace

// Programs whose chips are spread over the ranks are one process.
void DistributedContext::create(int, char**) {
    World& w = world();
    const std::lock_guard lock(w.mutex);
    w.make(ironbird::ranks::started_by_mpirun().size > 1 && ironbird::options().ranks.empty());
}

const ContextPtr& DistributedContext::get_current_world() {
    World& w = world();
    const std::lock_guard lock(w.mutex);
    w.make(false);
    return w.current;
}

ContextPtr DistributedContext::get_world_context() {
    World& w = world();
    const std::lock_guard lock(w.mutex);
    w.make(false);
    return w.whole;
}

void DistributedContext::set_current_world(const ContextPtr& ctx) {
    ironbird::tensor::require(ctx != nullptr, "a world needs a context");
    World& w = world();
    const std::lock_guard lock(w.mutex);
    if (w.whole == nullptr) w.whole = ctx;
    w.current = ctx;
}

bool DistributedContext::is_initialized() {
    World& w = world();
    const std::lock_guard lock(w.mutex);
    return w.current != nullptr;
}

DistributedContextId DistributedContext::id() const {
    return id_;
}

Size DistributedContext::subcontext_size(SubcontextId) const {
    return size();
}
ttsl::Span<const int> DistributedContext::subcontext_sizes() const {
    return {};
}
Rank DistributedContext::local_to_world_rank(SubcontextId, Rank local_rank) const {
    return local_rank;
}

DistributedContextId DistributedContext::generate_unique_id() {
    static std::atomic<int> next = 0;
    return DistributedContextId(next++);
}

}  // namespace tt::tt_metal::distributed::multihost
