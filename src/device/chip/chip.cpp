// Windows of one chip.
#include "device/chip/chip.hpp"

#include <algorithm>

namespace ironbird::device {
namespace {

// A core that has the chip to itself still comes up for air: the host looks at its watch then.
constexpr Cycles kAlone{1 << 20};
// Cores that compute in silence are left alone for up to this many windows.
constexpr std::uint64_t kLongestStretch = 32;
// So far a core's compute processors may run ahead of the other cores: they talk to their own core
// alone, and a core that computes for long keeps its tiles in the host's cache.
constexpr std::uint64_t kComputeWindows = 128;

std::vector<std::uint32_t> l1_sizes(const arch::Floorplan& plan) {
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t core = 0; core < plan.cores(); core++) sizes.push_back(plan.l1_bytes(core));
    return sizes;
}

FarFrame far_frame(Engine::End to, const EthernetPort::Frame& frame) {
    const noc::Transaction& t = *frame.subject;
    return {.to = to,
            .arrives = frame.arrives,
            .order = t.order,
            .address = t.address,
            .size = t.size,
            .value = t.value,
            .kind = t.kind,
            .processor = t.processor,
            .byte_enable = t.byte_enable,
            .payload = {t.payload, t.payload != nullptr ? t.size : 0}};
}

}  // namespace

ChipModel::ChipModel(const arch::Product& product, std::uint32_t id, const EngineOptions& options)
    : plan_(product),
      l1_(l1_sizes(plan_)),
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
        cores_.push_back(std::make_unique<Core>(shared_, noc::NodeId(i), l1_.of(i)));
        if (options.keep_history && cores_.back()->ethernet)
            cores_.back()->ethernet->keep_history();
        nodes_.push_back(cores_.back().get());
    }
    for (std::uint32_t c = 0; c < dram_.controllers(); c++) {
        controllers_.push_back(std::make_unique<DramController>(
            shared_, noc::NodeId(plan_.cores() + c), c, dram_.controller(c)));
        nodes_.push_back(controllers_.back().get());
    }
    agenda_.resize(plan_.cores(), dram_.controllers());
    network_.attach(nodes_, agenda_);
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

void ChipModel::write_l1(std::uint32_t core, std::uint32_t address,
                         std::span<const std::uint8_t> bytes) {
    std::copy(bytes.begin(), bytes.end(), l1(core) + address);
    if (shared_.observer != nullptr)
        shared_.observer->on_host({shared_.id, false, core, address, bytes.size(), true});
}

void ChipModel::read_l1(std::uint32_t core, std::uint32_t address, std::span<std::uint8_t> bytes) {
    std::copy_n(l1(core) + address, bytes.size(), bytes.begin());
    if (shared_.observer != nullptr)
        shared_.observer->on_host({shared_.id, false, core, address, bytes.size(), false});
}

void ChipModel::clear_l1() {
    for (std::uint32_t core = 0; core < plan_.cores(); core++)
        std::fill_n(l1(core), plan_.l1_bytes(core), std::uint8_t{0});
}

void ChipModel::tell_dropped() {
    if (shared_.observer != nullptr) shared_.observer->on_dropped(shared_.id);
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

void ChipModel::plan_window(Cycles bound) {
    active_.clear();
    const Cycles start = earliest();
    if (start >= bound) return;
    soft_ = std::min(bound, start + shared_.window);
    limit_ = std::min(bound, start + shared_.window * stretch_);
    dram_limit_ = std::min(soft_, network_.dram_limit());
    ahead_ = start + shared_.compute_window;
    std::uint32_t pending = 0;
    agenda_.for_each([&](noc::NodeId node, Cycles time) {
        pending++;
        if (time < (node < cores_.size() ? limit_ : soft_)) active_.push_back(node);
    });
    // Sending anything shortens this again, see Core::depart_until.
    if (pending == 1 && active_[0] < cores_.size() && bound == kNever)
        limit_ = soft_ = ahead_ = start + kAlone;
}

void ChipModel::plug_in(const Cable& cable) {
    std::erase_if(cables_, [&](const Cable& c) { return c.core == cable.core; });
    cables_.push_back(cable);
}

void ChipModel::connect(std::uint32_t channel, ChipModel* other, std::uint32_t other_channel) {
    plug_in({plan_.tensix_cores() + channel,
             other,
             other->plan_.tensix_cores() + other_channel,
             {other->id(), other_channel}});
}

void ChipModel::connect(std::uint32_t channel, Peers& peers, Engine::End far) {
    plug_in({plan_.tensix_cores() + channel, nullptr, 0, far, &peers});
}

void ChipModel::disconnect(std::uint32_t other) {
    std::erase_if(cables_, [&](const Cable& c) { return c.far.chip == other; });
}

// What is sent into an empty socket is lost.
void ChipModel::move_frames(noc::Pool& pool) {
    for (const noc::NodeId core : active_) {  // nobody else has sent anything
        if (core < plan_.tensix_cores() || core >= cores_.size()) continue;
        auto& sent = cores_[core]->ethernet->sent;
        if (sent.empty()) continue;
        const auto cable = std::ranges::find(cables_, core, &Cable::core);
        for (const EthernetPort::Frame& f : sent) {
            if (cable != cables_.end() && cable->other != nullptr) {
                cable->other->receive(cable->other_core, f);
                continue;
            }
            if (cable != cables_.end()) cable->peers->send(far_frame(cable->far, f));
            pool.release(*f.subject);
        }
        sent.clear();
    }
}

void ChipModel::receive(const FarFrame& frame, noc::Pool& pool) {
    noc::Transaction& t = *pool.take();
    t.holders.store(1, std::memory_order_relaxed);
    t.kind = frame.kind;
    t.processor = frame.processor;
    t.byte_enable = frame.byte_enable;
    t.order = frame.order;
    t.address = frame.address;
    t.size = frame.size;
    t.value = frame.value;
    t.flags = 0;
    t.site = 0;
    t.tag = nullptr;
    if (!frame.payload.empty()) {
        t.shared = &pool.share(frame.size, 0);
        t.payload = t.shared->data;
        std::ranges::copy(frame.payload, t.payload);
    }
    receive(plan_.tensix_cores() + frame.to.channel, {frame.arrives, &t});
}

void ChipModel::receive(std::uint32_t core, const EthernetPort::Frame& f) {
    cores_[core]->events.push(
        {f.arrives, f.subject->order, f.subject, static_cast<std::uint32_t>(noc::Leg::frame), 0});
    core_changed(core);
}

void ChipModel::start_routers(std::span<const RouterSetup> routers) {
    for (const RouterSetup& r : routers) {
        Core& core = *cores_[plan_.tensix_cores() + r.channel];
        core.ethernet->router = std::make_unique<RouterOfCore>(core, r.plan);
    }
    shared_.routers = !routers.empty();
}

// What routers still have under way goes with them: a count of theirs that lands later would be
// taken for one of the next fabric.
void ChipModel::stop_routers(noc::Pool& pool) {
    if (!shared_.routers) return;
    const auto routed = [](const sim::Event& e) {
        return e.subject == nullptr ||
               static_cast<noc::Transaction*>(e.subject)->processor == kRouterProcessor;
    };
    for (std::uint32_t core = plan_.tensix_cores(); core < cores_.size(); core++) {
        EthernetPort& port = *cores_[core]->ethernet;
        if (port.router == nullptr) continue;
        for (const EthernetPort::Frame& f : port.sent) pool.release(*f.subject);
        port.sent.clear();
        port.router->forget_packets(pool);
        port.end_router();
        cores_[core]->drop(pool);
    }
    for (noc::Node* node : nodes_) {
        for (const sim::Event& e : node->events.take_all())
            if (!routed(e))
                node->events.push(e);
            else if (e.subject != nullptr)
                pool.release(*static_cast<noc::Transaction*>(e.subject));
        agenda_.set(node->id, node->id < cores_.size() ? cores_[node->id]->next_time()
                                                       : node->events.next_time());
    }
    network_.forget(kRouterProcessor, pool);
    shared_.routers = false;
}

Cycles ChipModel::oldest_packet() const {
    Cycles first = kNever;
    if (shared_.routers)
        for (std::uint32_t core = plan_.tensix_cores(); core < cores_.size(); core++)
            if (const auto& r = cores_[core]->ethernet->router)
                first = std::min(first, r->router.oldest());
    return first;
}

std::uint64_t ChipModel::packets_of_workers() const {
    std::uint64_t all = 0;
    if (shared_.routers)
        for (std::uint32_t core = plan_.tensix_cores(); core < cores_.size(); core++)
            if (const auto& r = cores_[core]->ethernet->router) all += r->router.taken();
    return all;
}

LinkTraffic ChipModel::link_traffic(std::uint32_t channel) const {
    const EthernetPort& port = *cores_[plan_.tensix_cores() + channel]->ethernet;
    const fabric::Router::Counts routed = port.packets();
    return {.bytes = port.bytes,
            .frames = port.frames,
            .packets = routed.packets,
            .payload_bytes = routed.payload_bytes,
            .busy = port.busy()};
}

noc::History ChipModel::link_history(std::uint32_t channel) const {
    return cores_[plan_.tensix_cores() + channel]->ethernet->history();
}

void ChipModel::run_node(noc::NodeId node, noc::Pool& pool) {
    nodes_[node]->pool = &pool;
    if (node < cores_.size()) {
        Core& core = *cores_[node];
        core.run_until(limit_, soft_, ahead_);
        core.next = core.next_time();
        core.ahead.due = core.can_run_ahead();
    } else {
        DramController& controller = *controllers_[node - cores_.size()];
        controller.run_until(dram_limit_);
        controller.next = controller.next_time();
    }
}

void ChipModel::lead_node(noc::NodeId node, noc::Pool& pool) {
    nodes_[node]->pool = &pool;
    cores_[node]->run_ahead();
}

void ChipModel::network_phase(noc::Pool& pool) {
    for (const noc::NodeId node : active_) agenda_.set(node, nodes_[node]->next);
    const std::uint64_t before = network_.packets();
    network_.move(active_, pool);
    const bool silent = network_.packets() == before && !network_.has_waiting();
    stretch_ = silent && !strict_ ? std::min(stretch_ * 2, kLongestStretch) : 1;
}

bool ChipModel::in_flight() const {
    return network_.has_waiting() ||
           std::any_of(nodes_.begin(), nodes_.end(),
                       [](const noc::Node* t) { return !t->events.empty(); });
}

void ChipModel::drop(noc::Pool& pool) {
    for (noc::Node* node : nodes_) {
        for (const sim::Event& e : node->events.take_all())
            if (e.subject != nullptr) pool.release(*static_cast<noc::Transaction*>(e.subject));
        for (const noc::Packet& p : node->outbox) pool.release(*p.subject);
        node->outbox.clear();
    }
    for (auto& core : cores_) {
        if (core->ethernet != nullptr) {
            for (const EthernetPort::Frame& f : core->ethernet->sent) pool.release(*f.subject);
            core->ethernet->sent.clear();
        }
        core->drop(pool);
    }
    agenda_.resize(plan_.cores(), dram_.controllers());
    network_.drop(pool);
}

}  // namespace ironbird::device
