// Checks sizes, hands the work to a communicator and turns its error codes into exceptions.
#include "tensor/host/ranked_context.hpp"

#include <fmt/format.h>

#include <array>

#include "tensor/require.hpp"

namespace tt::tt_metal::distributed::multihost {

namespace {

using ironbird::ranks::Communicator;
using ironbird::ranks::Pending;
using ironbird::ranks::Received;
using ironbird::tensor::require;
using How = Communicator::Share;
using Fold = Communicator::Reduce;

class RankError final : public DistributedException {
 public:
    RankError(int rank, int code, std::string text, const char* call)
        : rank_(rank),
          code_(code),
          text_(std::move(text)),
          message_(fmt::format("{} on rank {}: {}", call, rank, text_)) {}

    Rank rank() const noexcept override { return rank_; }
    int error_code() const noexcept override { return code_; }
    const std::string& message() const noexcept override { return message_; }
    const std::string& error_string() const noexcept override { return text_; }

 private:
    Rank rank_;
    int code_;
    std::string text_, message_;
};

void check(const Communicator& processes, int code, const char* call) {
    if (code != 0) throw RankError(processes.rank(), code, processes.words(code), call);
}

Status status_of(const Received& r) {
    return {Rank(r.source), Tag(r.tag), r.bytes};
}

class RankRequest final : public Request {
 public:
    RankRequest(std::shared_ptr<Communicator> processes, std::unique_ptr<Pending> pending)
        : processes_(std::move(processes)), pending_(std::move(pending)) {}

    Status wait() override {
        Received r;
        check(*processes_, pending_->wait(r), "wait");
        active_ = false;
        return status_of(r);
    }
    std::optional<Status> test() override {
        std::optional<Received> r;
        check(*processes_, pending_->test(r), "test");
        if (!r) return std::nullopt;
        active_ = false;
        return status_of(*r);
    }
    void cancel() override {
        if (!active_) return;
        check(*processes_, pending_->cancel(), "cancel");
        active_ = false;
    }
    bool active() const override { return active_; }

 private:
    std::shared_ptr<Communicator> processes_;
    std::unique_ptr<Pending> pending_;
    bool active_ = true;
};

std::size_t bytes_of(DType type) {
    constexpr std::array<std::size_t, 14> kBytes{1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 1, 1, 8, 16};
    return kBytes[static_cast<std::size_t>(type)];
}

class RankedContext final : public DistributedContext {
 public:
    explicit RankedContext(std::unique_ptr<Communicator> processes)
        : processes_(std::move(processes)) {
        id_ = generate_unique_id();
    }

    Rank rank() const override { return Rank(processes_->rank()); }
    Size size() const override { return Size(processes_->size()); }
    bool supports_fault_tolerance() const override { return false; }
    void barrier() const override { did(processes_->barrier(), "barrier"); }

    void send(Bytes b, Rank to, Tag tag) const override {
        did(processes_->send(b, *to, *tag, false), "send");
    }
    void ssend(Bytes b, Rank to, Tag tag) const override {
        did(processes_->send(b, *to, *tag, true), "ssend");
    }
    void recv(Bytes b, Rank from, Tag tag) const override {
        did(processes_->receive(b, *from, *tag), "recv");
    }
    RequestPtr isend(Bytes b, Rank to, Tag tag) const override {
        std::unique_ptr<Pending> pending;
        did(processes_->start_send(b, *to, *tag, pending), "isend");
        return std::make_shared<RankRequest>(processes_, std::move(pending));
    }
    RequestPtr irecv(Bytes b, Rank from, Tag tag) const override {
        std::unique_ptr<Pending> pending;
        did(processes_->start_receive(b, *from, *tag, pending), "irecv");
        return std::make_shared<RankRequest>(processes_, std::move(pending));
    }

    void broadcast(Bytes b, Rank root) const override {
        did(processes_->share(How::broadcast, nullptr, b.data(), b.size(), *root), "broadcast");
    }
    void gather(Bytes in, Bytes out, Rank root) const override {
        if (rank() == root) blocks("gather", "receives", out.size(), in.size());
        share(How::gather, in, out, in.size(), root, "gather");
    }
    void scatter(Bytes in, Bytes out, Rank root) const override {
        if (rank() == root) blocks("scatter", "sends", in.size(), out.size());
        share(How::scatter, in, out, out.size(), root, "scatter");
    }
    void all_gather(Bytes in, Bytes out) const override {
        blocks("all_gather", "receives", out.size(), in.size());
        share(How::all_gather, in, out, in.size(), Rank(0), "all_gather");
    }
    void all_to_all(Bytes in, Bytes out) const override {
        const auto ranks = static_cast<std::size_t>(*size());
        require(in.size() == out.size() && in.size() % ranks == 0,
                "all_to_all of {} and {} bytes: both are the same multiple of {} ranks", in.size(),
                out.size(), ranks);
        share(How::all_to_all, in, out, in.size() / ranks, Rank(0), "all_to_all");
    }

    void all_reduce(Bytes in, Bytes out, ReduceOp op, DType type) const override {
        same("all_reduce", in, out);
        reduce(Fold::all, in, out, in.size(), op, type, Rank(0), "all_reduce");
    }
    void reduce(Bytes in, Bytes out, ReduceOp op, DType type, Rank root) const override {
        if (rank() == root) same("reduce", in, out);
        reduce(Fold::to_root, in, out, in.size(), op, type, root, "reduce");
    }
    void reduce_scatter(Bytes in, Bytes out, ReduceOp op, DType type) const override {
        blocks("reduce_scatter", "sends", in.size(), out.size());
        reduce(Fold::scatter, in, out, out.size(), op, type, Rank(0), "reduce_scatter");
    }
    void scan(Bytes in, Bytes out, ReduceOp op, DType type) const override {
        same("scan", in, out);
        reduce(Fold::scan, in, out, in.size(), op, type, Rank(0), "scan");
    }

    ContextPtr duplicate() const override {
        std::unique_ptr<Communicator> fresh;
        did(processes_->duplicate(fresh), "duplicate");
        return make_ranked_context(std::move(fresh));
    }
    ContextPtr split(Color color, Key key) const override {
        std::unique_ptr<Communicator> fresh;
        const std::optional<int> colour =
            *color == SPLIT_COLOR_UNDEFINED ? std::nullopt : std::optional(*color);
        did(processes_->split(colour, *key, fresh), "split");
        return fresh != nullptr ? make_ranked_context(std::move(fresh)) : nullptr;
    }
    ContextPtr create_sub_context(ttsl::Span<int> ranks) const override {
        std::unique_ptr<Communicator> fresh;
        did(processes_->among(ranks, fresh), "create_sub_context");
        require(fresh != nullptr, "create_sub_context: rank {} is none of the ranks",
                processes_->rank());
        return make_ranked_context(std::move(fresh));
    }
    void translate_ranks_to_other_ctx(ttsl::Span<int> ranks, const ContextPtr& other,
                                      ttsl::Span<int> there) const override {
        const auto* context = dynamic_cast<const RankedContext*>(other.get());
        require(context != nullptr && ranks.size() == there.size(),
                "translate_ranks_to_other_ctx: {} ranks into {} of {}", ranks.size(), there.size(),
                context != nullptr ? "the other context" : "a context of another kind");
        did(processes_->translate(ranks, *context->processes_, there),
            "translate_ranks_to_other_ctx");
    }
    void abort(int error_code) const override { processes_->abort(error_code); }
    void revoke_and_shrink() override {
        ironbird::tensor::not_modelled("revoke_and_shrink: OpenMPI is built without ULFM");
    }
    bool is_revoked() override { return false; }
    std::size_t snoop_incoming_msg_size(Rank from, Tag tag) const override {
        std::size_t bytes = 0;
        did(processes_->probe(*from, *tag, bytes), "snoop_incoming_msg_size");
        return bytes;
    }

 private:
    void did(int code, const char* call) const { check(*processes_, code, call); }

    void blocks(const char* call, const char* does, std::size_t all, std::size_t each) const {
        require(all == each * static_cast<std::size_t>(*size()),
                "{} {} {} bytes: {} ranks with {} each have {}", call, does, all, *size(), each,
                each * static_cast<std::size_t>(*size()));
    }
    static void same(const char* call, Bytes in, Bytes out) {
        require(in.size() == out.size(), "{} of {} bytes into {}", call, in.size(), out.size());
    }
    void share(How how, Bytes in, Bytes out, std::size_t each, Rank root, const char* call) const {
        did(processes_->share(how, in.data(), out.data(), each, *root), call);
    }
    void reduce(Fold how, Bytes in, Bytes out, std::size_t bytes, ReduceOp op, DType type,
                Rank root, const char* call) const {
        const std::size_t each = bytes_of(type);
        require(bytes % each == 0, "{}: {} bytes are no whole number of elements of {}", call,
                bytes, each);
        did(processes_->reduce(
                how, in.data(), out.data(),
                {static_cast<std::uint8_t>(op), static_cast<std::uint8_t>(type), bytes / each},
                *root),
            call);
    }

    std::shared_ptr<Communicator> processes_;
};

}  // namespace

ContextPtr make_ranked_context(std::unique_ptr<Communicator> processes) {
    return std::make_shared<RankedContext>(std::move(processes));
}

}  // namespace tt::tt_metal::distributed::multihost
