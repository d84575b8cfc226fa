// Runs all launches of all chips together: core phases on many threads, network phases on one.
#include "device/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>
#include <tuple>

#include "device/chip/chip.hpp"
#include "device/chip/crew.hpp"
#include "device/fault/fault_text.hpp"
#include "device/fault/setup_text.hpp"
#include "device/fault/signals.hpp"
#include "device/hang.hpp"
#include "device/joint.hpp"
#include "device/launch/launch_queue.hpp"
#include "device/print/collector.hpp"

namespace ironbird::device {
namespace {

using Clock = std::chrono::steady_clock;

std::uint32_t thread_count(const EngineOptions& o) {
    return o.threads != 0 ? o.threads : std::max(1u, std::thread::hardware_concurrency());
}

// Rounds between looks at the watch and for livelock.
constexpr std::uint32_t kRoundsPerLook = 256;

class EngineModel final : public Engine {
 public:
    EngineModel(const EngineOptions& options, Peers* peers)
        : options_(options), joint_(peers), crew_(thread_count(options)) {
        install_fault_signals();
    }

    ~EngineModel() override {
        drop_everything();
        for (auto& chip : chips_) unwatch_memory(*chip);
    }

    Chip& add_chip(const arch::Product& product, std::optional<std::uint32_t> wanted) override {
        std::uint32_t id = wanted.value_or(0);
        while (!wanted && find(id) != nullptr) id++;
        const auto at = std::ranges::find_if(chips_, [&](const auto& c) { return c->id() > id; });
        ChipModel& chip = **chips_.insert(at, std::make_unique<ChipModel>(product, id, options_));
        chip.set_prints(prints_.wanted());
        if (!observers_.empty()) {
            chip.set_observer(&observers_);
            observers_.on_chip(chip.plan(), id);
        }
        watch_memory(chip);
        list_chips();
        return chip;
    }

    void remove_chip(std::uint32_t id) override {
        ChipModel* chip = find(id);
        for (ChipModel* other : all_) other->disconnect(id);
        if (chip == nullptr && !joint_.alone()) return;
        invariant(chip != nullptr, "a chip that exists is removed");
        launches_.drop(chip);
        chip->drop(crew_.pool());
        unwatch_memory(*chip);
        std::erase_if(chips_, [&](const auto& c) { return c.get() == chip; });
        list_chips();
    }

    void connect(End a, End b) override {
        ChipModel *one = find(a.chip), *other = find(b.chip);
        invariant(!joint_.alone() || (one != nullptr && other != nullptr),
                  "a cable joins chips that exist");
        plug_in(one, a, other, b);
        plug_in(other, b, one, a);
    }

    void set_routers(std::uint32_t id, std::span<const RouterSetup> routers) override {
        ChipModel* chip = find(id);
        invariant(chip != nullptr, "a router is on a chip that exists");
        chip->stop_routers(crew_.pool());
        if (!routers.empty()) chip->start_routers(routers);
        list_chips();
    }

    LaunchId start(const Launch& launch) override {
        ChipModel* chip = find(launch.chip);
        invariant(chip != nullptr, "a launch names a chip that exists");
        return launches_.add(launch, *chip);
    }

    bool busy() const override { return !launches_.empty(); }

    void on_hang(std::function<void(const Hang&)> explain) override {
        explain_ = std::move(explain);
    }

    void on_print(std::function<void(const PrintLine&)> sink) override {
        prints_.set_sink(std::move(sink));
        for (auto& chip : chips_) chip->set_prints(prints_.wanted());
    }

    void watch(Observer& observer) override {
        invariant(chips_.empty(), "observers come before chips");
        observers_.add(observer);
    }

    std::span<const std::string> warnings() const override { return warnings_; }
    std::span<const UnitWarning> unit_warnings() const override { return unit_warnings_; }

    std::vector<Completion> advance() override {
        if (launches_.empty() && joint_.alone()) return {};
        joint_.begin();
        prepare_thread_for_signals();
        const auto begun = Clock::now();
        try {
            meet();
            for (std::uint32_t rounds = 1;; rounds++) {
                launches_.begin_ready(links_in_use() ? reached_ : Cycles{});
                if (joint_.all().changed) meet();
                if (auto done = launches_.take_completed(oldest_packet()); anybody(!done.empty())) {
                    crew_.finish();
                    return done;
                }
                if (!round()) hang(Hang::Cause::nothing_runs);
                if (rounds % kRoundsPerLook == 0) look_around(begun);
                if (stop_was_asked())
                    throw Error(Fault::interrupted, "the run was interrupted", {},
                                "what was enqueued is dropped");
                if (dump_was_asked()) {
                    crew_.finish();
                    dump_processors(all_);
                }
            }
        } catch (...) {
            joint_.leave(all_);
            drop_everything();
            throw;
        }
    }

 private:
    ChipModel* find(std::uint32_t id) {
        for (auto& c : chips_)
            if (c->id() == id) return c.get();
        return nullptr;
    }

    void list_chips() {
        all_.clear();
        routers_ = false;
        for (auto& c : chips_) {
            all_.push_back(c.get());
            routers_ = routers_ || c->has_routers();
        }
    }

    void plug_in(ChipModel* chip, End near, ChipModel* other, End far) {
        if (chip == nullptr) return;
        if (other != nullptr)
            chip->connect(near.channel, other, far.channel);
        else
            chip->connect(near.channel, *joint_.peers(), far);
    }

    // ---- other processes; nothing happens where there are none

    void meet(Standing own = {}) {
        if (joint_.alone()) return;
        own.changed = launches_.changed();
        own.ended = launches_.any_ended();
        own.links = routers_ || launches_.use_links();
        joint_.meet(own, all_, crew_.pool());
    }

    bool anybody(bool done) {
        if (joint_.all().ended) meet({.done = done});
        return done || joint_.all().done;
    }

    // A fabric runs, or a kernel on an Ethernet core.
    bool links_in_use() const { return routers_ || launches_.use_links() || joint_.all().links; }

    // Asked for when a launch may be over.
    Cycles oldest_packet() const {
        Cycles first = joint_.all().oldest_packet;
        if (routers_ && launches_.any_ended())
            for (const ChipModel* chip : all_) first = std::min(first, chip->oldest_packet());
        return first;
    }

    // ---- one round: a window on each chip

    // How far chips that are joined may go: what another one sends from now on arrives no sooner.
    // While no kernel runs on an Ethernet core, and no fabric, nothing is sent.
    Cycles bound() const {
        if (!links_in_use()) return kNever;
        Cycles earliest = joint_.all().linked, lookahead = joint_.all().lookahead;
        for (const ChipModel* chip : all_) {
            if (!chip->linked()) continue;
            earliest = std::min(earliest, chip->earliest());
            lookahead = std::min(lookahead, Cycles{chip->plan().product().ethernet.latency_cycles});
        }
        return earliest == kNever ? kNever : earliest + lookahead;
    }

    // False when there is nothing to do anywhere.
    bool round() {
        items_.clear();
        const Cycles limit = bound();
        if (limit != kNever) reached_ = limit;
        for (ChipModel* chip : all_) {
            chip->plan_window(chip->linked() ? limit : kNever);
            for (const noc::NodeId node : chip->active()) items_.push_back({chip, node});
        }
        if (items_.empty() && joint_.all().earliest == kNever) return false;
        crew_.run(items_, !observers_.empty());
        for (ChipModel* chip : all_)
            if (!chip->active().empty()) chip->network_phase(crew_.pool());
        if (links_in_use())
            for (ChipModel* chip : all_) chip->move_frames(crew_.pool());
        rounds_++;
        const Core* faulty = first_fault();
        if (faulty == nullptr) {
            if (prints_.wanted()) prints_.collect(all_);
            collect_ended();
        }
        hear_of_others(faulty);
        if (faulty != nullptr) throw_fault(*faulty);
        if (prints_.wanted()) prints_.hand_on(all_);
        observers_.on_window();
        return true;
    }

    // Leaves in `faulty` the first fault of all processes, if it is of this one.
    void hear_of_others(const Core*& faulty) {
        if (joint_.alone()) return;
        if (prints_.wanted()) prints_.hand_on_ready();
        if (faulty != nullptr)
            meet({.faulty = faulty->chip.id, .fault = faulty->fault->cycle});
        else
            meet();
        if (joint_.all().fault == kNever) return;
        joint_.agree();
        if (faulty != nullptr && faulty->chip.id == joint_.all().faulty) return;
        end_findings_and_prints();
        throw EndedElsewhere{};
    }

    void collect_ended() {
        for (const Item& i : items_) {
            if (i.node >= i.chip->cores()) continue;
            Core& core = i.chip->core(i.node);
            if (core.ahead.due || !core.all_ended) continue;
            core.all_ended = false;
            collect_findings(*i.chip, core);
            if (prints_.wanted()) prints_.end_of(*i.chip, core);
            launches_.core_ended(*i.chip, i.node);
        }
    }

    void warn(UnitWarning w, const Core& core, std::uint64_t key) {
        w.round = rounds_;
        w.node = core.id;
        w.key = key;
        warnings_.push_back(line_of(w));
        unit_warnings_.push_back(std::move(w));
    }

    void collect_findings(const ChipModel& chip, const Core& core) {
        if (core.tensix == nullptr) return;
        for (const FormatFinding& f : core.tensix->findings)
            if (found_.emplace(core.processors[f.processor].kernel, f.unit, f.cb).second)
                warn(describe_finding(chip, core, f), core,
                     key_of(core.processors[f.processor], f));
        core.tensix->findings.clear();
        for (const SetupFinding& f : core.tensix->setup_findings)
            if (misused_
                    .emplace(core.processors[f.processor].kernel, f.fault, f.by.site,
                             f.trace.address)
                    .second)
                warn(describe_setup(chip, core, f), core, key_of(core.processors[f.processor], f));
        core.tensix->setup_findings.clear();
    }

    // Of a run that does not come to its end.
    void collect_all_findings() {
        for (ChipModel* chip : all_)
            for (std::uint32_t c = 0; c < chip->cores(); c++)
                collect_findings(*chip, chip->core(c));
    }

    // ---- when things go wrong

    const Core* first_fault() {
        const Core* first = nullptr;
        for (const Item& i : items_) {
            if (i.node >= i.chip->cores()) continue;
            const Core& core = i.chip->core(i.node);
            if (core.ahead.due || !core.fault ||
                (first != nullptr && first->fault->cycle <= core.fault->cycle))
                continue;
            first = &core;
        }
        return first;
    }

    void end_findings_and_prints() {
        collect_all_findings();
        if (prints_.wanted()) prints_.hand_on_all(all_);
    }

    [[noreturn]] void throw_fault(const Core& core) {
        end_findings_and_prints();
        throw describe_fault(core);
    }

    [[noreturn]] void hang(Hang::Cause cause) {
        joint_.agree();
        end_findings_and_prints();
        if (explain_)
            explain_({cause, options_.timeout_seconds, all_, launches_.views(true),
                      launches_.views(false)});
        constexpr const char* kWhy[] = {
            "nothing can run any more", "all processors wait or repeat a query without an answer",
            "the operation took longer than TT_METAL_OPERATION_TIMEOUT_SECONDS",
            "the operation takes more modelled time than TT_METAL_OPERATION_TIMEOUT_SECONDS"};
        throw describe_hang(all_, kWhy[static_cast<int>(cause)]);
    }

    // Now and then: has the user's time limit passed, does anybody still get anywhere?
    void look_around(Clock::time_point begun) {
        crew_.finish();
        const double wall = std::chrono::duration<double>(Clock::now() - begun).count();
        const double limit = options_.timeout_seconds;
        Standing now{.late = limit > 0 && wall > limit,
                     .overdue = limit > 0 && launches_.longest_seconds() > limit};
        look_for_spins(all_, now);
        meet(now);
        now.join(joint_.all());
        if (now.late) hang(Hang::Cause::wall_limit);
        if (now.overdue) hang(Hang::Cause::modelled_limit);
        if (now.repeats && !now.gets_on) hang(Hang::Cause::nobody_gets_on);
    }

    void drop_everything() {
        crew_.finish();
        launches_.drop();
        prints_.forget(all_);
        for (ChipModel* chip : all_) chip->drop(crew_.pool());
    }

    const EngineOptions options_;
    PrintCollector prints_;
    Observers observers_;
    std::function<void(const Hang&)> explain_;
    std::vector<std::unique_ptr<ChipModel>> chips_;
    std::vector<ChipModel*> all_;  // the same, for handing round
    bool routers_ = false;         // on any of them
    Joint joint_;
    std::uint64_t rounds_ = 0;
    Cycles reached_{};  // by chips that are joined: a launch begins no sooner
    LaunchQueue launches_;
    std::vector<Item> items_;
    std::set<std::tuple<const abi::Kernel*, std::uint8_t, std::uint8_t>> found_;  // unit, CB
    std::vector<std::string> warnings_;
    std::set<
        std::tuple<const abi::Kernel*, UnitFault, std::uintptr_t, std::array<std::uintptr_t, 32>>>
        misused_;  // by the set-up's place and the operation's
    std::vector<UnitWarning> unit_warnings_;
    Crew crew_;  // goes before the chips that its threads run
};

}  // namespace

std::unique_ptr<Engine> make_engine(const EngineOptions& options, Peers* peers) {
    return std::make_unique<EngineModel>(options, peers);
}

}  // namespace ironbird::device
