// Runs all launches of all chips together: core phases on many threads, network phases on one.
#include "device/engine.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/options.hpp"
#include "device/chip.hpp"
#include "device/launch.hpp"
#include "device/print/collector.hpp"
#include "device/report.hpp"
#include "device/signals.hpp"
#include "sim/workers.hpp"

namespace ironbird::device {
namespace {

using Clock = std::chrono::steady_clock;

WindowRule window_rule(const std::string& text) {
    if (text.empty()) return {};
    if (text == "strict") return {.strict = true};
    char* end = nullptr;
    const auto cycles = std::strtoull(text.c_str(), &end, 10);
    if (*end != '\0' || cycles == 0)
        throw Error(Fault::usage, "IRONBIRD_WINDOW=" + text + " is neither a number of cycles nor strict");
    return {.cycles = cycles};
}

std::uint32_t thread_count(const Options& o) {
    return o.threads != 0 ? o.threads : std::max(1u, std::thread::hardware_concurrency());
}

// Below this a phase is not worth waking anybody.
constexpr double kInlineNanoseconds = 6000;
// Rounds between looks at the watch and for livelock.
constexpr std::uint32_t kRoundsPerLook = 256;
// Fruitless queries in a row after which a processor counts as waiting.
constexpr std::uint32_t kSpinsAreWaiting = 1'000'000;

class EngineModel final : public Engine {
 public:
    EngineModel()
        : workers_(thread_count(options())),
          pools_(workers_.count()),
          rule_(window_rule(options().window)),
          delivery_(options().noc_mode(), options().noc_seed()),
          timeout_(options().timeout_seconds) {
        install_fault_signals();
    }

    ~EngineModel() override {
        drop_everything();
        for (auto& chip : chips_) unwatch_memory(*chip);
    }

    Chip& add_chip(const arch::Product& product) override {
        std::uint32_t id = 0;
        while (find(id) != nullptr) id++;
        chips_.push_back(std::make_unique<ChipModel>(product, id, rule_, delivery_));
        chips_.back()->set_prints(prints_.wanted());
        watch_memory(*chips_.back());
        return *chips_.back();
    }

    void remove_chip(std::uint32_t id) override {
        ChipModel* chip = find(id);
        check(chip != nullptr, "a chip that exists is removed");
        for (auto it = launches_.begin(); it != launches_.end();) {
            if ((*it)->chip == chip) {
                for (const std::uint32_t c : (*it)->cores) release_core(chip->core(c), blocks_);
                it = launches_.erase(it);
            } else {
                ++it;
            }
        }
        chip->drop(pools_[0]);
        unwatch_memory(*chip);
        std::erase_if(chips_, [&](const auto& c) { return c.get() == chip; });
    }

    LaunchId start(const Launch& launch) override {
        auto active = std::make_unique<ActiveLaunch>();
        active->id = ++last_id_;
        active->chip = find(launch.chip);
        check(active->chip != nullptr, "a launch names a chip that exists");
        active->name = launch.name;
        active->earliest = launch.earliest;
        active->plans.assign(launch.cores.begin(), launch.cores.end());
        for (const CoreLaunch& c : active->plans) active->cores.push_back(active->chip->plan().core_index(c.core));
        launches_.push_back(std::move(active));
        return last_id_;
    }

    bool busy() const override { return !launches_.empty(); }

    void on_print(std::function<void(const PrintLine&)> sink) override {
        prints_.set_sink(std::move(sink));
        for (auto& chip : chips_) chip->set_prints(prints_.wanted());
    }

    std::vector<Completion> advance() override {
        if (launches_.empty()) return {};
        prepare_thread_for_signals();
        const auto begun = Clock::now();
        try {
            for (std::uint32_t rounds = 0;; rounds++) {
                begin_launches();
                if (auto done = completions(); !done.empty()) {
                    if (prints_.wanted()) prints_.hand_on(running_chips());
                    return done;
                }
                if (!round()) throw hang("nothing can run any more");
                if (rounds % kRoundsPerLook == kRoundsPerLook - 1) look_around(begun);
            }
        } catch (...) {
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

    std::vector<ChipModel*> running_chips() {
        std::vector<ChipModel*> found;
        for (auto& c : chips_) found.push_back(c.get());
        return found;
    }

    // ---- launches

    // In order; a launch waits for the launches before it that hold any of its cores.
    void begin_launches() {
        for (auto& l : launches_) {
            if (l->running) continue;
            const bool free = std::all_of(l->cores.begin(), l->cores.end(), [&](std::uint32_t c) {
                return l->chip->core(c).running == 0 && !held_before(*l, c);
            });
            const bool room = blocks_.taken() == 0 || blocks_.taken() + l->processors() <= Blocks::kMost;
            if (free && room) begin(*l);
        }
    }

    bool held_before(const ActiveLaunch& launch, std::uint32_t core) const {
        for (const auto& l : launches_) {
            if (l.get() == &launch) return false;
            if (l->chip == launch.chip && std::find(l->cores.begin(), l->cores.end(), core) != l->cores.end())
                return true;
        }
        return false;
    }

    void begin(ActiveLaunch& l) {
        l.start = l.earliest.v;
        for (const std::uint32_t c : l.cores) l.start = std::max(l.start, l.chip->core(c).end);
        l.end = l.start;
        l.running = true;
        for (std::size_t i = 0; i < l.cores.size(); i++) {
            prepare_core(*l.chip, l.cores[i], l.plans[i], l.start, blocks_);
            if (l.chip->core(l.cores[i]).running > 0) l.remaining++;
        }
    }

    // Launches whose processors have ended and whose requests have all been delivered.
    std::vector<Completion> completions() {
        std::vector<Completion> done;
        for (auto it = launches_.begin(); it != launches_.end();) {
            ActiveLaunch& l = **it;
            if (!l.running || l.remaining > 0 || !delivered(l)) {
                ++it;
                continue;
            }
            done.push_back({l.id, l.chip->id(), Cycles{l.start}, Cycles{l.end}});
            l.chip->set_now(Cycles{l.end});
            it = launches_.erase(it);
        }
        return done;
    }

    static bool delivered(const ActiveLaunch& l) {
        const std::uint64_t earliest = l.chip->earliest();
        return std::all_of(l.cores.begin(), l.cores.end(), [&](std::uint32_t c) {
            return earliest > l.chip->core(c).quiet_after;
        });
    }

    void collect_ended(ChipModel& chip) {
        for (const noc::TileId tile : chip.active()) {
            if (tile >= chip.cores() || !chip.core(tile).all_ended) continue;
            Core& core = chip.core(tile);
            core.all_ended = false;
            if (prints_.wanted()) prints_.end_of(chip, core);
            for (auto& l : launches_) {
                if (l->chip != &chip || !l->running) continue;
                if (std::find(l->cores.begin(), l->cores.end(), tile) == l->cores.end()) continue;
                l->remaining--;
                l->end = std::max(l->end, core.end);
                break;
            }
            release_core(core, blocks_);
        }
    }

    // ---- one round: a window on each chip

    struct Item {
        ChipModel* chip;
        noc::TileId tile;
    };

    bool round() {
        items_.clear();
        for (auto& chip : chips_) {
            chip->plan_window();
            for (const noc::TileId tile : chip->active()) items_.push_back({chip.get(), tile});
        }
        if (items_.empty()) return false;
        core_phase();
        for (auto& chip : chips_)
            if (!chip->active().empty()) chip->network_phase();
        throw_first_fault();
        if (prints_.wanted()) prints_.collect(running_chips());
        for (auto& chip : chips_) collect_ended(*chip);
        if (prints_.wanted()) prints_.hand_on(running_chips());
        return true;
    }

    void core_phase() {
        const auto task = [](void* self, std::uint32_t item, std::uint32_t worker) {
            auto& engine = *static_cast<EngineModel*>(self);
            const Item& i = engine.items_[item];
            if (worker != 0) prepare_thread_for_signals();
            i.chip->run_tile(i.tile, engine.pools_[worker]);
        };
        const auto n = static_cast<std::uint32_t>(items_.size());
        if (workers_.count() == 1 || n == 1) return sim::Workers::run_inline(n, task, this);
        const auto begun = Clock::now();
        const bool shared = n * item_nanoseconds_ > kInlineNanoseconds;
        if (shared) workers_.run(n, task, this);
        else sim::Workers::run_inline(n, task, this);
        // Only decides who runs what; results do not depend on it.
        const double spent = std::chrono::duration<double, std::nano>(Clock::now() - begun).count();
        const double each = spent / n * (shared ? std::min(workers_.count(), n) : 1);
        item_nanoseconds_ += (std::min(each, 4 * item_nanoseconds_) - item_nanoseconds_) / 8;
        if (shared) level_pools();
    }

    void level_pools() {
        for (std::size_t i = 1; i < pools_.size(); i++) noc::Pool::level(pools_[i - 1], pools_[i]);
    }

    // ---- when things go wrong

    void throw_first_fault() {
        const ChipModel* chip = nullptr;
        const Core* first = nullptr;
        for (const Item& i : items_) {
            if (i.tile >= i.chip->cores()) continue;
            const Core& core = i.chip->core(i.tile);
            if (!core.fault || (first != nullptr && first->fault->cycle <= core.fault->cycle)) continue;
            first = &core;
            chip = i.chip;
        }
        if (first == nullptr) return;
        if (prints_.wanted()) prints_.hand_on_all(running_chips());
        throw describe_fault(*chip, *first);
    }

    Error hang(const std::string& why) {
        if (prints_.wanted()) prints_.hand_on_all(running_chips());
        return describe_hang(running_chips(), why);
    }

    // Now and then: has the user's time limit passed, does anybody still get anywhere?
    void look_around(Clock::time_point begun) {
        if (timeout_ > 0 && std::chrono::duration<double>(Clock::now() - begun).count() > timeout_)
            throw hang("the operation took longer than TT_METAL_OPERATION_TIMEOUT_SECONDS");
        for (const auto& l : launches_) {
            const auto spent = static_cast<double>(l->chip->earliest() - l->start);
            if (timeout_ > 0 && l->running && spent > timeout_ * 1e6 * l->chip->plan().product().clock_mhz)
                throw hang("the operation takes more modelled time than TT_METAL_OPERATION_TIMEOUT_SECONDS");
        }
        if (everybody_spins()) throw hang("all processors wait or repeat a query without an answer");
    }

    bool everybody_spins() {
        bool any = false;
        for (auto& chip : chips_) {
            if (chip->in_flight()) return false;
            for (std::uint32_t c = 0; c < chip->cores(); c++) {
                for (const Processor& p : chip->core(c).processors) {
                    if (p.state != State::ready) continue;
                    if (p.spins < kSpinsAreWaiting) return false;
                    any = true;
                }
            }
        }
        return any;
    }

    void drop_everything() {
        for (auto& l : launches_)
            for (const std::uint32_t c : l->cores) release_core(l->chip->core(c), blocks_);
        launches_.clear();
        prints_.forget(running_chips());
        for (auto& chip : chips_) chip->drop(pools_[0]);
    }

    sim::Workers workers_;
    std::vector<noc::Pool> pools_;
    WindowRule rule_;
    noc::Delivery delivery_;
    double timeout_;
    Blocks blocks_;
    PrintCollector prints_;
    std::vector<std::unique_ptr<ChipModel>> chips_;
    std::vector<std::unique_ptr<ActiveLaunch>> launches_;
    LaunchId last_id_ = 0;
    std::vector<Item> items_;
    double item_nanoseconds_ = 1000;
};

}  // namespace

std::unique_ptr<Engine> make_engine() { return std::make_unique<EngineModel>(); }

}  // namespace ironbird::device
