// One ASIC: cores, DRAM controllers and the network between them, run window by window.
#pragma once

#include <memory>
#include <vector>

#include "device/chip/dram_controller.hpp"
#include "device/core/core.hpp"
#include "device/engine.hpp"
#include "device/peers.hpp"
#include "mem/dram.hpp"
#include "mem/l1.hpp"

namespace ironbird::device {

// A chip that runs. Owned by the engine, and touched by the thread that runs the engine; run_node
// and lead_node alone come from worker threads, each for a node of its own.
class ChipModel final : public Chip {
 public:
    ChipModel(const arch::Product& product, std::uint32_t id, const EngineOptions& options);

    // ---- Chip
    const arch::Floorplan& plan() const override { return plan_; }
    std::uint32_t id() const override { return shared_.id; }
    void write_l1(std::uint32_t core, std::uint32_t address,
                  std::span<const std::uint8_t> bytes) override;
    void read_l1(std::uint32_t core, std::uint32_t address, std::span<std::uint8_t> bytes) override;
    void clear_l1() override;
    void write_dram(std::uint32_t bank, std::uint64_t address,
                    std::span<const std::uint8_t> bytes) override;
    void read_dram(std::uint32_t bank, std::uint64_t address,
                   std::span<std::uint8_t> bytes) override;
    void tell_buffer(const BufferView& buffer, bool live) override;
    void tell_dropped() override;
    Cycles now() const override { return now_; }
    Traffic traffic() const override;
    noc::Usage usage() const override { return network_.timing().usage(); }
    LinkTraffic link_traffic(std::uint32_t channel) const override;
    noc::History link_history(std::uint32_t channel) const override;

    // ---- the engine's side
    Core& core(std::uint32_t index) { return *cores_[index]; }
    std::uint8_t* l1(std::uint32_t core) { return l1_.of(core); }  // 2 MiB span
    std::uint32_t cores() const { return static_cast<std::uint32_t>(cores_.size()); }
    void set_prints(bool wanted) { shared_.prints = wanted; }
    void set_observer(Hooks* observer) { shared_.observer = observer; }
    Hooks* observer() const { return shared_.observer; }
    void set_now(Cycles now) { now_ = std::max(now_, now); }
    bool owns(const void* address) const { return l1_.contains(address); }

    // The first thing that happens anywhere on the chip; kNever when it is at rest.
    Cycles earliest() const { return agenda_.earliest(); }
    void core_changed(std::uint32_t core) {
        agenda_.set(noc::NodeId(core), cores_[core]->next_time());
    }

    // Frees links and ports of an idle chip: a program does not wait for the traffic of an earlier
    // one.
    void settle() {
        network_.timing().settle();
        stretch_ = 1;
    }

    // ---- cables to other chips
    // From a channel of this chip to one of the other; to none: unplugged.
    void connect(std::uint32_t channel, ChipModel* other, std::uint32_t other_channel);
    // To a chip of another process.
    void connect(std::uint32_t channel, Peers& peers, Engine::End far);
    void disconnect(std::uint32_t other);
    bool linked() const { return !cables_.empty(); }
    // Hands what has been sent in a window to the other ends.
    void move_frames(noc::Pool& pool);
    void receive(const FarFrame& frame, noc::Pool& pool);

    // ---- a fabric over these cables
    void start_routers(std::span<const RouterSetup> routers);
    void stop_routers(noc::Pool& pool);
    bool has_routers() const { return shared_.routers; }
    // As Router::oldest(), of all of them.
    Cycles oldest_packet() const;
    // How many packets workers of this chip have given to routers, since these were made.
    std::uint64_t packets_of_workers() const;
    // The earliest that can happen here or at the other end of a cable.
    Cycles earliest_with_neighbours() const {
        Cycles first = earliest();
        for (const Cable& c : cables_)
            first = std::min(
                first, c.other != nullptr ? c.other->earliest() : c.peers->earliest(c.far.chip));
        return first;
    }

    // Chooses the next window and the nodes that have something to do in it. None of its
    // processors goes beyond `bound`, but for compute, which no other chip can disturb.
    void plan_window(Cycles bound = kNever);
    std::span<const noc::NodeId> active() const { return active_; }
    // Runs one of them; different nodes on different threads at once.
    void run_node(noc::NodeId node, noc::Pool& pool);
    // Lets the compute processors of a core run ahead, also while the network phase runs.
    void lead_node(noc::NodeId node, noc::Pool& pool);
    void network_phase(noc::Pool& pool);

    // Events still pending, fibers aside.
    bool in_flight() const;
    // Forgets all fibers, events and packets.
    void drop(noc::Pool& pool);

 private:
    struct Cable {
        std::uint32_t core;
        ChipModel* other;  // null: it is in another process
        std::uint32_t other_core;
        Engine::End far;
        Peers* peers = nullptr;  // to whom that process belongs
    };
    void plug_in(const Cable& cable);
    void receive(std::uint32_t core, const EthernetPort::Frame& frame);

    arch::Floorplan plan_;
    mem::L1 l1_;
    mem::Dram dram_;
    noc::Network network_;
    ChipShared shared_;
    std::vector<std::uint64_t> dram_bytes_;
    std::vector<std::unique_ptr<Core>> cores_;
    std::vector<std::unique_ptr<DramController>> controllers_;
    std::vector<Cable> cables_;
    std::vector<noc::Node*> nodes_;
    noc::Agenda agenda_;
    std::vector<noc::NodeId> active_;
    // How far this window goes: for data movers, for calls that read what other cores share, for
    // compute processors, for DRAM controllers (all of whose requests are known until then).
    Cycles limit_{}, soft_{}, ahead_{}, dram_limit_{};
    std::uint64_t stretch_ = 1;  // factor of the window's length; doubles while nothing is sent
    bool strict_;
    Cycles now_{};
};

}  // namespace ironbird::device
