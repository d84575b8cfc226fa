// A chip that another rank runs.
#pragma once

#include <algorithm>

#include "ranks/desk.hpp"

namespace ironbird::ranks {

// Owned by the engine of rank 0. After the end it is a chip at rest whose memory is empty.
class RemoteChip final : public device::Chip {
 public:
    RemoteChip(Desk& desk, std::uint32_t rank, const arch::Product& product, std::uint32_t id)
        : desk_(desk), rank_(rank), plan_(product), id_(id) {}

    const arch::Floorplan& plan() const override { return plan_; }
    std::uint32_t id() const override { return id_; }

    void write_l1(std::uint32_t core, std::uint32_t address,
                  std::span<const std::uint8_t> bytes) override {
        (ask(Ask::write_l1) << core << address).put(bytes);
    }
    void clear_l1() override { ask(Ask::clear_l1); }
    void write_dram(std::uint32_t bank, std::uint64_t address,
                    std::span<const std::uint8_t> bytes) override {
        (ask(Ask::write_dram) << bank << address).put(bytes);
    }
    void read_l1(std::uint32_t core, std::uint32_t address,
                 std::span<std::uint8_t> bytes) override {
        ask(Ask::read_l1) << core << address << bytes.size();
        read_into(bytes);
    }
    void read_dram(std::uint32_t bank, std::uint64_t address,
                   std::span<std::uint8_t> bytes) override {
        ask(Ask::read_dram) << bank << address << bytes.size();
        read_into(bytes);
    }

    Cycles now() const override { return now_; }
    void set_now(Cycles now) { now_ = std::max(now_, now); }

    device::Traffic traffic() const override { return counted().traffic; }
    noc::Usage usage() const override { return counted().usage; }
    device::LinkTraffic link_traffic(std::uint32_t channel) const override {
        if (desk_.closed()) return {};
        ask(Ask::link_traffic) << channel;
        const Bytes message = desk_.answer(rank_);
        return In(message).next<device::LinkTraffic>();
    }
    noc::History link_history(std::uint32_t) const override { return {}; }  // stays with its rank

 private:
    struct Counted {
        device::Traffic traffic;
        noc::Usage usage;
    };

    Out& ask(Ask what) const { return desk_.ask(rank_, what) << id_; }

    void read_into(std::span<std::uint8_t> bytes) {
        if (desk_.closed()) {
            std::ranges::fill(bytes, std::uint8_t{0});
            return;
        }
        const Bytes message = desk_.answer(rank_);
        std::ranges::copy(In(message).bytes(), bytes.begin());
    }

    Counted counted() const {
        Counted c;
        if (desk_.closed()) return c;
        ask(Ask::traffic);
        const Bytes message = desk_.answer(rank_);
        In in(message);
        in >> c.traffic >> c.usage;
        return c;
    }

    Desk& desk_;
    const std::uint32_t rank_;
    const arch::Floorplan plan_;
    const std::uint32_t id_;
    Cycles now_{};
};

}  // namespace ironbird::ranks
