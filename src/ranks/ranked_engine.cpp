// Asks the rank of a chip; what needs no answer is sent in bundles.
#include "ranks/ranked_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/require.hpp"
#include "device/fault/setup_text.hpp"
#include "ranks/desk.hpp"
#include "ranks/remote_chip.hpp"

namespace ironbird::ranks {
namespace {

using device::Completion;
using device::LaunchId;

class RankedEngine final : public device::Engine {
 public:
    RankedEngine(std::unique_ptr<Link> link, const device::EngineOptions& options,
                 const Spread& spread)
        : link_(std::move(link)), spread_(spread), desk_(*link_), peers_(*link_, spread) {
        device::EngineOptions own = options;
        if (own.threads == 0) own.threads = threads_beside(*link_);
        local_ = device::make_engine(own, &peers_);
    }

    ~RankedEngine() override { close(); }

    device::Chip& add_chip(const arch::Product& product,
                           std::optional<std::uint32_t> wanted) override {
        std::uint32_t id = wanted.value_or(0);
        while (!wanted && chips_.contains(id)) id++;
        const std::uint32_t rank = spread_.rank_of(id);
        if (rank == 0) return *(chips_[id] = &local_->add_chip(product, id));
        desk_.ask(rank, Ask::add_chip) << id << product.name;
        remote_[id] = std::make_unique<RemoteChip>(desk_, rank, product, id);
        return *(chips_[id] = remote_[id].get());
    }

    void remove_chip(std::uint32_t id) override {
        chips_.erase(id);
        remote_.erase(id);
        local_->remove_chip(id);
        for (std::uint32_t r = 1; r < spread_.ranks; r++) desk_.ask(r, Ask::remove_chip) << id;
    }

    void connect(End a, End b) override {
        std::set<std::uint32_t> ranks = {spread_.rank_of(a.chip), spread_.rank_of(b.chip)};
        for (const std::uint32_t r : ranks)
            if (r == 0)
                local_->connect(a, b);
            else
                desk_.ask(r, Ask::connect) << a << b;
    }

    void set_routers(std::uint32_t chip, std::span<const device::RouterSetup> routers) override {
        if (const std::uint32_t r = spread_.rank_of(chip); r != 0)
            (desk_.ask(r, Ask::set_routers) << chip).put(routers);
        else
            local_->set_routers(chip, routers);
    }

    LaunchId start(const device::Launch& launch) override {
        const LaunchId id{++last_id_};
        open_.insert(id);
        const std::uint32_t rank = spread_.rank_of(launch.chip);
        if (rank == 0) {
            local_ids_[local_->start(launch)] = id;
            return id;
        }
        const KernelNumbers& numbers = desk_.tell_kernels(rank, launch);
        Out described;
        put_launch(described, launch, numbers);
        desk_.ask(rank, Ask::start) << id << described.bytes;
        return id;
    }

    bool busy() const override { return !open_.empty(); }

    std::vector<Completion> advance() override {
        if (open_.empty() || closed_) return {};
        for (std::uint32_t r = 1; r < spread_.ranks; r++) desk_.ask(r, Ask::advance);
        desk_.flush();
        Outcome end;
        advance_here(end);
        for (std::uint32_t r = 1; r < spread_.ranks; r++) hear(r, end);
        sort_warnings(end.warnings);
        if (end.failed) peers_.lines().hand_on(kNever);
        if (end.failed) give_up(end);
        std::ranges::sort(end.done, {}, &Completion::id);
        for (const Completion& c : end.done) {
            open_.erase(c.id);
            if (const auto at = remote_.find(c.chip); at != remote_.end())
                at->second->set_now(c.end);
        }
        return end.done;
    }

    std::span<const std::string> warnings() const override { return warnings_; }
    std::span<const device::UnitWarning> unit_warnings() const override { return unit_warnings_; }

    void watch(device::Observer&) override {
        refuse(Fault::not_modelled, "nobody can watch chips that are spread over ranks");
    }
    // Those who explain need all chips in one process: ranks list what waits on theirs.
    void on_hang(std::function<void(const device::Hang&)>) override {}

    void on_print(std::function<void(const device::PrintLine&)> sink) override {
        const bool wanted = sink != nullptr;
        peers_.lines().set_sink(std::move(sink));
        if (wanted)
            local_->on_print([this](const device::PrintLine& l) { peers_.print(l); });
        else
            local_->on_print(nullptr);
        for (std::uint32_t r = 1; r < spread_.ranks; r++) desk_.ask(r, Ask::prints) << wanted;
    }

    void close() override {
        if (std::exchange(closed_, true)) return;
        for (std::uint32_t r = 1; r < spread_.ranks; r++) desk_.ask(r, Ask::end);
        desk_.close();
        link_->leave();
    }

 private:
    // How one call of advance() ended, over all ranks.
    struct Outcome {
        std::vector<Completion> done;
        std::vector<device::UnitWarning> warnings;
        std::vector<Error> errors;
        std::exception_ptr other;  // of rank 0, when it is no error of ours
        bool failed = false;
    };

    void advance_here(Outcome& end) {
        try {
            for (Completion c : local_->advance()) {
                const auto at = local_ids_.find(c.id);
                c.id = at->second;
                local_ids_.erase(at);
                end.done.push_back(c);
            }
        } catch (const device::EndedElsewhere&) {
            end.failed = true;
        } catch (const Error& e) {
            end.failed = true;
            end.errors.push_back(e);
        } catch (...) {
            end.failed = true;
            end.other = std::current_exception();
        }
        const auto all = local_->unit_warnings();
        for (; told_ < all.size(); told_++) end.warnings.push_back(all[told_]);
    }

    void hear(std::uint32_t rank, Outcome& end) {
        const Bytes message = link_->receive(rank);
        In in(message);
        switch (in.next<Answer>()) {
            case Answer::done:
                for (const Completion& c : in.next<std::vector<Completion>>())
                    end.done.push_back(c);
                break;
            case Answer::failed:
                end.failed = true;
                end.errors.push_back(take_error(in));
                break;
            case Answer::elsewhere:
                end.failed = true;
                break;
        }
        for (auto n = in.next<std::size_t>(); n > 0; n--)
            peers_.lines().add(in.next<device::PrintLine>());
        for (auto n = in.next<std::size_t>(); n > 0; n--)
            end.warnings.push_back(in.next<device::UnitWarning>());
    }

    // As one process finds them.
    void sort_warnings(std::vector<device::UnitWarning>& found) {
        std::ranges::stable_sort(found, {}, [](const device::UnitWarning& w) {
            return std::tuple(w.round, w.place.device, w.node);
        });
        for (device::UnitWarning& w : found) {
            if (!known_.insert(w.key).second) continue;
            warnings_.push_back(line_of(w));
            unit_warnings_.push_back(std::move(w));
        }
    }

    [[noreturn]] void give_up(const Outcome& end) {
        open_.clear();
        local_ids_.clear();
        peers_.lines().forget();
        if (end.other) std::rethrow_exception(end.other);
        invariant(!end.errors.empty(), "a rank says why a run has ended");
        const Error& first = end.errors.front();
        if (end.errors.size() == 1) throw first;
        throw joint_hang(end.errors);
    }

    // All ranks have found the same; each lists what waits on its own chips.
    static Error joint_hang(const std::vector<Error>& errors) {
        std::optional<Place> place;
        std::string detail;
        std::size_t ranks = 0;
        for (const Error& e : errors) {
            if (!place) place = e.place();
            if (e.detail().empty()) continue;
            detail += (detail.empty() ? "" : "\n  ") + e.detail();
            ranks++;
        }
        const std::string& summary = errors.front().summary();
        return {errors.front().fault(),
                fmt::format("{}: processors of {} rank{} wait",
                            summary.substr(0, summary.find(':')), ranks, ranks == 1 ? "" : "s"),
                place, detail};
    }

    std::unique_ptr<Link> link_;
    const Spread spread_;
    Desk desk_;
    RankPeers peers_;
    std::unique_ptr<device::Engine> local_;
    std::map<std::uint32_t, device::Chip*> chips_;
    std::map<std::uint32_t, std::unique_ptr<RemoteChip>> remote_;
    std::uint64_t last_id_ = 0;
    std::set<LaunchId> open_;
    std::map<LaunchId, LaunchId> local_ids_;  // of the local engine: ours
    std::set<std::uint64_t> known_;           // warnings, by key
    std::vector<std::string> warnings_;
    std::vector<device::UnitWarning> unit_warnings_;
    std::size_t told_ = 0;  // of the local engine's
    bool closed_ = false;
};

}  // namespace

std::unique_ptr<device::Engine> make_ranked_engine(const device::EngineOptions& options,
                                                   std::uint32_t chips, const Identity& mine) {
    std::unique_ptr<Link> link = open_link();
    const Spread spread{link->size(), chips};
    Welcome welcome{.refusal = {}, .options = options, .spread = spread};
    if (link->size() > chips) welcome.refusal = too_many(link->size(), chips);
    receive_ranks(*link, mine, welcome);
    return std::make_unique<RankedEngine>(std::move(link), options, spread);
}

}  // namespace ironbird::ranks
