// A core as a launch finds and leaves it.
#include "device/core/core.hpp"

#include "device/tensix/tensix.hpp"

namespace ironbird::device {

Core::Core(const ChipShared& shared, noc::NodeId node, std::uint8_t* memory)
    : chip(shared),
      l1(memory),
      calls(shared.product->calls),
      issuing(shared.product->noc.issue),
      position(shared.network->map().core_position(node)),
      cb_count(shared.product->limits.cbs) {
    id = node;
    if (shared.plan->is_ethernet(node))
        ethernet = std::make_unique<EthernetPort>(shared.product->ethernet);
    ready_.fill(kNever);
    for (std::uint32_t i = 0; i < kProcessors; i++) {
        processors[i].core = this;
        processors[i].index = static_cast<std::uint8_t>(i);
    }
}

Core::~Core() = default;

void Core::own_tiles() {
    tensix->src.own();
    tiles_lent_ = false;
}

// When the last compute processor ends, the registers must be as they were: the next kernel would
// hang or take what was left.
void Core::check_balance(Processor& last) {
    for (std::uint32_t i = kFirstCompute; i < kProcessors; i++)
        if (processors[i].state != State::ended && processors[i].state != State::idle) return;
    if (const char* left = tensix->dst.left_behind())
        fail(last, Fault::dst_order, [left] {
            return FaultText{"the compute kernel ends before Dst has gone round", left};
        });
    if (!tensix->src.empty())
        fail(last, Fault::src_order, [] {
            return FaultText{"the compute kernel ends with operands in SrcA and SrcB",
                             "unpack supplied more than math has taken"};
        });
}

}  // namespace ironbird::device
