// A DRAM controller on the NoC: memory that answers, with no processor of its own.
#pragma once

#include "device/core/core.hpp"
#include "device/core/memory_request.hpp"

namespace ironbird::device {

// Owned by its ChipModel, and touched by the thread that runs it in this phase. It has no
// processors: it answers requests.
class DramController : public noc::Node {
 public:
    DramController(const ChipShared& chip, noc::NodeId node, std::uint32_t controller,
                   std::uint8_t* memory)
        : chip_(chip), memory_(memory) {
        id = node;
        for (std::uint32_t b = 0; b < chip.product->dram.size(); b++)
            if (chip.product->dram[b].controller == controller)
                banks_.push_back({chip.product->dram[b].offset, b});
    }

    void run_until(Cycles limit) {
        while (events.next_time() < limit) execute(events.pop());
    }
    Cycles next_time() const { return events.next_time(); }

    std::uint64_t read_bytes = 0, written_bytes = 0;

 private:
    void execute(const sim::Event& e) {
        auto& t = *static_cast<noc::Transaction*>(e.subject);
        const bool read = t.kind == noc::Kind::read;
        if (chip_.observer != nullptr) [[unlikely]] {
            if (t.processor == kRouterProcessor)
                chip_.observer->on_fabric(chip_.id, id, t, memory_ + t.address);
            else
                chip_.observer->on_land(id, t, e.time);
        }
        if (read && carries(t, chip_.moves_data)) pool->attach_payload(t, t.size);
        apply_request(t, memory_ + t.address);
        (read ? read_bytes : written_bytes) += t.size;
        const Cycles leaves = chip_.network->timing().answer(t, id, bank_of(t.address), e.time);
        if (read || t.acknowledged)
            send(leaves, t, read ? noc::Leg::data : noc::Leg::ack, t.to);
        else
            pool->release(t);
    }

    struct Bank {
        std::uint64_t offset;
        std::uint32_t index;
    };

    std::uint32_t bank_of(std::uint64_t address) const {
        std::uint32_t found = banks_.front().index;
        for (const Bank& b : banks_)
            if (address >= b.offset) found = b.index;
        return found;
    }

    const ChipShared& chip_;
    std::vector<Bank> banks_;  // in order of their offsets
    std::uint8_t* memory_;
};

}  // namespace ironbird::device
