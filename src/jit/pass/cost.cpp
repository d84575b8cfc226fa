// The scoreboard and the walk over a function's blocks.
#include "jit/pass/cost.hpp"

#include <algorithm>
#include <deque>

#include "jit/pass/classify.hpp"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/IntrinsicInst.h"

namespace ironbird::pass {
namespace {

// Time of a straight run of instructions: each waits for its operands, loads for a free slot; in
// the steady state of a loop the ports of the load-store unit bound it from below.
class Scoreboard {
 public:
    void issue(const llvm::Instruction& i) {
        const Charge charge = classify(i);
        const CostRow& row = cost_row(charge.kind);
        for (const auto& operand : i.operands())
            if (const auto it = ready_.find(operand.get()); it != ready_.end())
                now_ = std::max(now_, it->second);
        std::uint32_t start = now_;
        for (std::uint32_t n = 0; n < charge.count; n++) {
            if (charge.kind == Class::l1_load) wait_for_slot();
            start = now_;
            now_ += row.issue;
        }
        if (charge.kind == Class::l1_store) stores_ += charge.count;
        if (row.latency > 1) ready_[&i] = start + row.latency;
    }

    std::uint32_t total() const { return std::max({now_, stores_ * kL1StorePeriod, load_floor()}); }

 private:
    void wait_for_slot() {
        if (flights_.size() == kL1LoadsInFlight) {
            now_ = std::max(now_, flights_.front() + kL1LoadWindow);
            flights_.pop_front();
        }
        flights_.push_back(now_);
        loads_++;
    }

    std::uint32_t load_floor() const { return loads_ * kL1LoadWindow / kL1LoadsInFlight; }

    std::uint32_t now_ = 0, stores_ = 0, loads_ = 0;
    std::deque<std::uint32_t> flights_;
    llvm::DenseMap<const llvm::Value*, std::uint32_t> ready_;
};

bool leaves_block(const llvm::Instruction& i) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
    return call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && !call->isInlineAsm();
}

void charge_block(llvm::BasicBlock& block, Clock& clock, const Roots& roots, bool jumps_back) {
    Scoreboard board;
    std::uint32_t charged = 0;
    for (auto& i : block) {
        if (i.isDebugOrPseudoInst() || llvm::isa<llvm::PHINode>(i)) continue;
        if (roots.is_own(i)) board.issue(i);
        const bool last = i.isTerminator();
        if (!last && !leaves_block(i)) continue;
        std::uint32_t due = board.total() - std::min(charged, board.total());
        if (last && jumps_back && board.total() == 0) due = 1;
        charged = board.total();
        if (due > 0) clock.add(i, due);
    }
}

}  // namespace

void charge_blocks(Clock& clock, const Roots& roots) {
    auto& function = clock.frame().function();
    llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
    llvm::FindFunctionBackedges(function, edges);
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> latches;
    for (const auto& edge : edges) latches.insert(edge.first);
    for (auto& block : function) charge_block(block, clock, roots, latches.contains(&block));
}

}  // namespace ironbird::pass
