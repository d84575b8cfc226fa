// Windows of one chip.
#include "device/chip/chip.hpp"

#include <algorithm>

namespace ironbird::device {
namespace {

// A core that has the chip to itself still comes up for air: the host looks at its watch then.
constexpr std::uint64_t kAlone = std::uint64_t{1} << 20;
// Cores that compute in silence are left alone for up to this many windows.
constexpr std::uint64_t kLongestStretch = 32;
// So far a core's compute processors may run ahead of the other cores: they talk to their own core
// alone, and a core that computes for long keeps its tiles in the host's cache.
constexpr std::uint64_t kComputeWindows = 128;

}  // namespace

ChipModel::ChipModel(const arch::Product& product, std::uint32_t id, const EngineOptions& options)
    : plan_(product),
      l1_(plan_.cores(), product.memory.l1_bytes),
      dram_(product),
      network_(plan_, options.delivery, options.timing),
      strict_(options.window.strict) {
    const WindowRule rule = options.window;
    if (options.keep_history) network_.timing().keep_history();
    for (std::uint32_t c = 0; c < dram_.controllers(); c++)
        dram_bytes_.push_back(dram_.controller_bytes(c));
    shared_ = {.plan = &plan_,
               .product = &product,
               .network = &network_,
               .id = id,
               .window = rule.strict ? network_.timing().lookahead() : rule.cycles,
               .compute_window =
                   rule.strict ? network_.timing().lookahead() : rule.cycles * kComputeWindows,
               .allow_misaligned = options.allow_misaligned,
               .exact_math = options.exact_math,
               .moves_data = options.moves_data,
               .dram_bytes = dram_bytes_.data()};
    for (std::uint32_t i = 0; i < plan_.cores(); i++) {
        cores_.push_back(std::make_unique<Core>(shared_, static_cast<noc::NodeId>(i), l1_.of(i)));
        tiles_.push_back(cores_.back().get());
    }
    for (std::uint32_t c = 0; c < dram_.controllers(); c++) {
        controllers_.push_back(std::make_unique<DramController>(
            shared_, static_cast<noc::NodeId>(plan_.cores() + c), c, dram_.controller(c)));
        tiles_.push_back(controllers_.back().get());
    }
    agenda_.resize(static_cast<std::uint32_t>(tiles_.size()));
    network_.attach(tiles_, agenda_);
}

void ChipModel::write_dram(std::uint32_t bank, std::uint64_t address,
                           std::span<const std::uint8_t> bytes) {
    std::copy(bytes.begin(), bytes.end(), dram_.at(bank, address));
    if (shared_.observer != nullptr)
        shared_.observer->on_host({shared_.id, true, bank, address, bytes.size(), true});
}

void ChipModel::read_dram(std::uint32_t bank, std::uint64_t address,
                          std::span<std::uint8_t> bytes) {
    std::copy_n(dram_.at(bank, address), bytes.size(), bytes.begin());
    if (shared_.observer != nullptr)
        shared_.observer->on_host({shared_.id, true, bank, address, bytes.size(), false});
}

void ChipModel::tell_buffer(const BufferView& buffer, bool live) {
    if (shared_.observer != nullptr) shared_.observer->on_buffer(shared_.id, buffer, live);
}

void ChipModel::tell_l1(std::uint32_t core, std::uint32_t address, std::uint64_t size, bool write) {
    if (shared_.observer != nullptr)
        shared_.observer->on_host({shared_.id, false, core, address, size, write});
}

void ChipModel::tell_queued(int launches) {
    if (shared_.observer != nullptr) shared_.observer->on_queued(shared_.id, launches);
}

Traffic ChipModel::traffic() const {
    Traffic t;
    for (const auto& core : cores_) {
        for (int noc = 0; noc < 2; noc++) t.noc_bytes[noc] += core->traffic.bytes[noc];
        t.noc_transactions += core->traffic.transactions;
        t.misaligned += core->traffic.misaligned;
    }
    for (const auto& c : controllers_) {
        t.dram_read_bytes += c->read_bytes;
        t.dram_write_bytes += c->written_bytes;
    }
    return t;
}

void ChipModel::plan_window() {
    active_.clear();
    const std::uint64_t start = earliest();
    if (start == sim::kNever) return;
    soft_ = start + shared_.window;
    limit_ = start + shared_.window * stretch_;
    ahead_ = start + shared_.compute_window;
    std::uint32_t pending = 0;
    agenda_.for_each([&](noc::NodeId tile, std::uint64_t time) {
        pending++;
        if (time < (tile < cores_.size() ? limit_ : soft_)) active_.push_back(tile);
    });
    // Sending anything shortens this again, see Core::depart_until.
    if (pending == 1 && active_[0] < cores_.size()) limit_ = soft_ = ahead_ = start + kAlone;
}

void ChipModel::run_tile(noc::NodeId tile, noc::Pool& pool) {
    tiles_[tile]->pool = &pool;
    if (tile < cores_.size()) {
        Core& core = *cores_[tile];
        core.run_until(limit_, soft_, ahead_);
        core.next = core.next_time();
        core.ahead.due = core.can_run_ahead();
    } else {
        DramController& controller = *controllers_[tile - cores_.size()];
        controller.run_until(soft_);
        controller.next = controller.next_time();
    }
}

void ChipModel::lead_tile(noc::NodeId tile, noc::Pool& pool) {
    tiles_[tile]->pool = &pool;
    cores_[tile]->run_ahead();
}

void ChipModel::network_phase(noc::Pool& pool) {
    for (const noc::NodeId tile : active_) agenda_.set(tile, tiles_[tile]->next);
    const std::uint64_t before = network_.packets();
    network_.move(active_, pool);
    const bool silent = network_.packets() == before;
    stretch_ = silent && !strict_ ? std::min(stretch_ * 2, kLongestStretch) : 1;
}

bool ChipModel::in_flight() const {
    return std::any_of(tiles_.begin(), tiles_.end(),
                       [](const noc::Node* t) { return !t->events.empty(); });
}

void ChipModel::drop(noc::Pool& pool) {
    for (noc::Node* tile : tiles_) {
        for (const sim::Event& e : tile->events.take_all())
            pool.release(*static_cast<noc::Transaction*>(e.subject));
        for (const noc::Packet& p : tile->outbox) pool.release(*p.subject);
        tile->outbox.clear();
    }
    for (auto& core : cores_) core->drop(pool);
    agenda_.resize(static_cast<std::uint32_t>(tiles_.size()));
    network_.drop(pool);
}

}  // namespace ironbird::device
