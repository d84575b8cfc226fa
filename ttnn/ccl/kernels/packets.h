// Pages that go as one packet because they lie behind one another in a bank of DRAM: every page of
// an interleaved tensor has the next one of its bank as many pages further on as there are banks.
#pragma once

#include <cstdint>

namespace ttnn_ccl {

// Pages from one to before another.
struct Range {
    uint32_t begin, end;
};

struct Packet {
    uint32_t first, pages;  // the others follow at distances of all banks
};

// All pages from `begin` to `end`, of which runs of `inner` are in a row in the tensor that they go
// to. Banks take turns, the first one is `start`.
class Packets {
 public:
    Packets(uint32_t begin, uint32_t end, uint32_t inner, uint32_t banks, uint32_t most,
            uint32_t start)
        : at_(begin),
          group_(begin),
          end_(end),
          inner_(inner),
          banks_(banks),
          most_(most),
          start_(start),
          turn_(banks) {}

    bool next(Packet& packet) {
        for (;;) {
            if (turn_ == banks_) {
                if (group_ >= end_) return false;
                at_ = group_;
                const uint32_t run = at_ + inner_ - at_ % inner_;
                group_ = at_ + banks_ * most_;
                if (group_ > run) group_ = run;
                if (group_ > end_) group_ = end_;
                turn_ = 0;
            }
            const uint32_t bank = (turn_++ + start_) % banks_;
            if (at_ + bank >= group_) continue;
            packet = {at_ + bank, (group_ - at_ - bank + banks_ - 1) / banks_};
            return true;
        }
    }

 private:
    uint32_t at_, group_;  // of a group of packets: its first page and the next one's
    const uint32_t end_, inner_, banks_, most_, start_;
    uint32_t turn_;
};

}  // namespace ttnn_ccl
