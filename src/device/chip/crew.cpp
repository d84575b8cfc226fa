// Windows of nodes on many threads.
#include "device/chip/crew.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "device/chip/chip.hpp"
#include "device/fault/signals.hpp"

namespace ironbird::device {
namespace {

// Below this a window is not worth waking anybody.
constexpr double kInlineNanoseconds = 6000;
// Below this compute processors run ahead at once, not when somebody has time.
constexpr double kWorthLeaving = 4000;

using Clock = std::chrono::steady_clock;

double nanoseconds_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

}  // namespace

void Backlog::add(const Entry& e) {
    open_.fetch_add(1, std::memory_order_relaxed);
    const std::lock_guard hold(lock_);
    entries_.push_back(e);
    waiting_.store(entries_.size() - head_);  // seen by who is about to sleep
}

bool Backlog::take(std::uint32_t worker, Item& item) {
    const std::lock_guard hold(lock_);
    const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(head_);
    if (begin == entries_.end()) return false;
    const auto home =
        std::find_if(begin, entries_.end(), [&](const Entry& e) { return e.home == worker; });
    if (home != entries_.end()) std::rotate(begin, home, home + 1);
    item = entries_[head_++].item;
    if (head_ == entries_.size()) {
        entries_.clear();
        head_ = 0;
    }
    waiting_.store(entries_.size() - head_, std::memory_order_relaxed);
    return true;
}

Crew::Crew(std::uint32_t threads) : pools_(threads), workers_(threads, this) {}

void Crew::run(std::span<const Item> items, bool watched) {
    items_ = items;
    watched_ = watched;
    const auto n = static_cast<std::uint32_t>(items.size());
    const bool leads = backlog_.open();
    if (!leads && (workers_.count() == 1 || n == 1)) return run_in_turn();
    const auto begun = Clock::now();
    const bool shared = leads || n * item_nanoseconds_ > kInlineNanoseconds;
    if (shared)
        workers_.run(
            share_out(),
            [](void* self, std::uint32_t item, std::uint32_t worker) {
                auto& crew = *static_cast<Crew*>(self);
                if (worker != 0) prepare_thread_for_signals();
                return crew.run_item(crew.items_[crew.by_home_[item]], worker);
            },
            this);
    else
        run_in_turn();
    const double each = nanoseconds_since(begun) / n * (shared ? std::min(workers_.count(), n) : 1);
    item_nanoseconds_ += (std::min(each, 4 * item_nanoseconds_) - item_nanoseconds_) / 8;
    if (shared && !backlog_.open()) level_pools();
}

// What the next two need is fetched meanwhile.
void Crew::run_in_turn() {
    const auto core = [&](std::size_t n) -> const Core* {
        const bool is_core = n < items_.size() && items_[n].node < items_[n].chip->cores();
        return is_core ? &items_[n].chip->core(items_[n].node) : nullptr;
    };
    for (std::size_t n = 0; n < items_.size(); n++) {
        if (const Core* later = core(n + 2)) later->prefetch();
        if (const Core* next = core(n + 1)) next->prefetch_processors();
        run_item(items_[n], 0);
    }
}

// A core stays with a thread if it can: that thread's cache has its memory.
std::uint32_t Crew::home_of(const Item& i) const {
    if (i.node >= i.chip->cores()) return i.node % workers_.count();
    return i.node * workers_.count() / i.chip->cores();
}

// Lists the items by home; returns where each worker's begin, and their end.
std::span<const std::uint32_t> Crew::share_out() {
    const std::uint32_t workers = workers_.count();
    starts_.assign(workers + 2, 0);
    for (const Item& i : items_) starts_[home_of(i) + 2]++;
    for (std::uint32_t w = 2; w < starts_.size(); w++) starts_[w] += starts_[w - 1];
    by_home_.resize(items_.size());
    for (std::uint32_t i = 0; i < items_.size(); i++)
        by_home_[starts_[home_of(items_[i]) + 1]++] = i;
    return std::span(starts_).first(workers + 1);
}

void Crew::level_pools() {
    for (std::size_t i = 1; i < pools_.size(); i++) noc::Pool::level(pools_[i - 1], pools_[i]);
}

// False: whoever runs the core's compute processors ahead runs its window then.
bool Crew::run_item(const Item& i, std::uint32_t worker) {
    if (i.node < i.chip->cores()) {
        const RunAhead::Turn turn = i.chip->core(i.node).ahead.ask();
        if (turn == RunAhead::Turn::elsewhere) return false;
        if (turn == RunAhead::Turn::ahead_first) {
            run_ahead(i, worker);
            backlog_.close_one();
        }
    }
    run_window(i, worker);
    return true;
}

void Crew::run_window(const Item& i, std::uint32_t worker) {
    i.chip->run_node(i.node, pools_[worker]);
    if (i.node >= i.chip->cores() || !i.chip->core(i.node).ahead.due) return;
    if (workers_.count() == 1) return i.chip->lead_node(i.node, pools_[worker]);
    RunAhead& ahead = i.chip->core(i.node).ahead;
    if (watched_ || ahead.nanoseconds < kWorthLeaving) return run_ahead(i, worker);
    ahead.queue();
    backlog_.add({i, home_of(i)});
    workers_.wake();
}

void Crew::run_ahead(const Item& i, std::uint32_t worker) {
    const auto begun = Clock::now();
    i.chip->lead_node(i.node, pools_[worker]);
    double& usual = i.chip->core(i.node).ahead.nanoseconds;
    usual += (nanoseconds_since(begun) - usual) / 4;
}

bool Crew::run_one(std::uint32_t worker) {
    Item i{};
    if (!backlog_.take(worker, i)) return false;
    RunAhead& ahead = i.chip->core(i.node).ahead;
    if (!ahead.claim()) return true;  // run with its window
    if (worker != 0) prepare_thread_for_signals();
    run_ahead(i, worker);
    const bool wanted = ahead.finish();
    backlog_.close_one();
    if (!wanted) return true;
    run_window(i, worker);
    workers_.item_done();
    return true;
}

void Crew::finish() {
    while (backlog_.open())
        if (!run_one(0)) std::this_thread::yield();
    level_pools();
}

}  // namespace ironbird::device
