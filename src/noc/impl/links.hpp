// The links of both NoCs of a chip: two tori, each router with a link in x, one in y and a node.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "arch/product.hpp"
#include "noc/queue.hpp"
#include "noc/usage.hpp"

namespace ironbird::noc {

// How many nodes have transfers from or to DRAM on a link: counts those of the current span of
// simulated time and of the one before. Spans are much longer than scheduling windows, so the order
// in which packets are added hardly matters. Part of a Link.
class Sharers {
 public:
    static constexpr std::uint32_t kMost = 64;
    static constexpr Cycles kSpan{4096};

    // A number for a node in a span of time. Nodes that are 64 numbers apart count as one.
    static std::uint64_t key(NodeId whose, Cycles time) {
        return (time / kSpan + 1) * kMost + whose % kMost;  // 0: nobody
    }

    // Adds the node to its span. Returns how many nodes that span and the one before have.
    std::uint16_t count(std::uint64_t key) {
        const auto span = static_cast<std::uint32_t>(key / kMost);
        const std::uint64_t node = std::uint64_t{1} << (key % kMost);
        Span& now = at(span);
        if (now.number != span || (now.nodes & node) == 0) add(span, node);
        return now.count;
    }

 private:
    struct Span {
        std::uint32_t number = 0;
        std::uint16_t count = 0;  // of nodes in this span and in the one before
        std::uint16_t own = 0;    // in this span alone
        std::uint64_t nodes = 0;  // a bit for each
    };

    Span& at(std::uint32_t span) { return spans_[span % spans_.size()]; }

    // Rare: a node comes once in a span.
    void add(std::uint32_t span, std::uint64_t node) {
        Span& now = at(span);
        const Span& before = at(span - 1);
        const bool follows = before.number == span - 1;
        if (now.number != span) begin(now, span, follows ? before.own : 0);
        now.nodes |= node;
        now.own++;
        if (!follows || (before.nodes & node) == 0) now.count++;
        Span& after = at(span + 1);
        if (after.number == span + 1 && (after.nodes & node) == 0) after.count++;
    }

    // A new span in the place of an older one in the ring. The span that followed the older one may
    // still be there: its count is now of its own nodes alone.
    void begin(Span& now, std::uint32_t span, std::uint16_t before) {
        Span& orphan = at(now.number + 1);
        if (orphan.number == now.number + 1) orphan.count = orphan.own;
        now = {.number = span, .count = before};
    }

    // A ring of the last spans and the next ones: packets are not told in order of time.
    std::array<Span, 4> spans_{};
};

// Every packet touches the first cache line, those from and to DRAM the second, multicasts the
// third.
struct alignas(64) Link {
    Queue queue;
    std::uint64_t bytes = 0;
    Cycles busy{};
    std::uint32_t calm = 0;    // Links::calm_ at its last use: an older one means that it is free
    NodeId kept_by = kNoNode;  // the sender of linked multicasts that are not finished
    // The last answer of shared_by() and its key: most often the same node asks again.
    std::uint16_t latest_count = 0;
    std::uint64_t latest_sharer = 0;
    alignas(64) Sharers sharers;
    Queue paths;          // reservations by multicasts
    Cycles kept_until{};  // by linked multicasts

    // Counts a packet of this node. Returns how many nodes share the link around that time.
    std::uint32_t shared_by(NodeId whose, Cycles time) {
        const std::uint64_t sharer = Sharers::key(whose, time);
        if (latest_sharer != sharer) {
            latest_sharer = sharer;
            latest_count = sharers.count(sharer);
        }
        return latest_count;
    }
};
static_assert(sizeof(Link) == 192);

// The links of one route, the node's own at both ends.
class Path {
 public:
    static constexpr std::uint32_t kLongest = 64;

    void add(std::uint32_t link) { links_[size_++] = static_cast<std::uint16_t>(link); }
    void clear() { size_ = 0; }
    std::uint32_t size() const { return size_; }
    std::uint32_t operator[](std::uint32_t i) const { return links_[i]; }
    std::uint32_t back() const { return links_[size_ - 1]; }

 private:
    std::array<std::uint16_t, kLongest> links_;
    std::uint32_t size_ = 0;
};

inline constexpr std::uint32_t kLinksPerRouter = 4;

// Of both NoCs.
inline std::size_t links_of(arch::Grid grid) {
    return std::size_t{grid.x} * grid.y * kLinksPerRouter * 2;
}

// All links of a chip, by number. Owned by the timing model; used by the network phase alone.
class Links {
 public:
    explicit Links(arch::Grid grid) : width_(grid.x), height_(grid.y), links_(links_of(grid)) {}

    Link& operator[](std::uint32_t index) {
        Link& link = links_[index];
        if (link.calm != calm_) {
            link.queue = {};
            link.paths = {};
            link.kept_until = {};
            link.latest_sharer = 0;
            link.sharers = {};
            link.calm = calm_;
        }
        return link;
    }

    // Counts `payload` bytes that occupy the link with this number for `cycles` from `start` on.
    void carry(Link& link, std::uint32_t index, Cycles start, std::uint32_t payload,
               Cycles cycles) {
        link.bytes += payload;
        link.busy += cycles;
        if (!histories_.empty()) [[unlikely]]
            histories_[index].add(start, cycles, payload);
    }
    void keep_history() { histories_.resize(links_.size()); }

    // All links are free.
    void settle() { calm_++; }

    std::uint32_t at(std::uint32_t noc, Position p, Way way) const {
        return ((noc * height_ + p.y) * width_ + p.x) * kLinksPerRouter +
               static_cast<std::uint32_t>(way);
    }

    // NoC 0 goes up in x, then in y; NoC 1 down in y, then in x.
    void route(Position from, Position to, std::uint32_t noc, Path& path) const {
        path.clear();
        path.add(at(noc, from, Way::inject));
        if (noc == 0) {
            along_x(from, to.x, noc, path);
            along_y(from, to.y, noc, path);
        } else {
            along_y(from, to.y, noc, path);
            along_x(from, to.x, noc, path);
        }
        path.add(at(noc, to, Way::eject));
    }

    // Calls visit(link, distance) for each link of a multicast: along the first axis to the end of
    // the rectangle, and from each of its lines along the second. Returns the farthest distance.
    template <class Visit>
    std::uint32_t visit_tree(Position from, Position first, Position last, std::uint32_t noc,
                             Visit visit) const;

    // The counters stay: what was carried was carried.
    void reset() {
        for (Link& l : links_) l = {.bytes = l.bytes, .busy = l.busy};
        calm_ = 0;
    }
    void report(std::vector<LinkUse>& use) const;

 private:
    std::uint32_t next(std::uint32_t v, std::uint32_t length, std::uint32_t noc) const {
        if (noc == 0) return v + 1 == length ? 0 : v + 1;
        return v == 0 ? length - 1 : v - 1;
    }
    static std::uint32_t ahead(std::uint32_t from, std::uint32_t to, std::uint32_t length,
                               std::uint32_t noc) {
        const std::uint32_t d = noc == 0 ? to + length - from : from + length - to;
        return d >= length ? d - length : d;
    }
    void along_x(Position& at_, std::uint32_t to, std::uint32_t noc, Path& path) const {
        while (at_.x != to) {
            path.add(at(noc, at_, Way::x));
            at_.x = static_cast<std::uint8_t>(next(at_.x, width_, noc));
        }
    }
    void along_y(Position& at_, std::uint32_t to, std::uint32_t noc, Path& path) const {
        while (at_.y != to) {
            path.add(at(noc, at_, Way::y));
            at_.y = static_cast<std::uint8_t>(next(at_.y, height_, noc));
        }
    }

    std::uint32_t width_, height_;
    std::uint32_t calm_ = 0;
    std::vector<Link> links_;
    std::vector<History> histories_;  // beside them, or none
};

template <class Visit>
std::uint32_t Links::visit_tree(Position from, Position first, Position last, std::uint32_t noc,
                                Visit visit) const {
    // On NoC 1 the axes change places; below, `u` is the one that is walked first.
    const bool swap = noc == 1;
    const std::uint32_t u_size = swap ? height_ : width_, v_size = swap ? width_ : height_;
    const std::uint32_t from_u = swap ? from.y : from.x, from_v = swap ? from.x : from.y;
    const std::uint32_t first_u = swap ? first.y : first.x, first_v = swap ? first.x : first.y;
    const std::uint32_t last_u = swap ? last.y : last.x, last_v = swap ? last.x : last.y;
    const std::uint32_t to_u = ahead(from_u, first_u, u_size, noc);
    const std::uint32_t across = ahead(first_u, last_u, u_size, noc);
    const std::uint32_t to_v = ahead(from_v, first_v, v_size, noc);
    const std::uint32_t down = ahead(first_v, last_v, v_size, noc);
    const auto link = [&](std::uint32_t u, std::uint32_t v, bool along_u) {
        const Position p =
            swap ? Position{static_cast<std::uint8_t>(v), static_cast<std::uint8_t>(u)}
                 : Position{static_cast<std::uint8_t>(u), static_cast<std::uint8_t>(v)};
        return at(noc, p, along_u != swap ? Way::x : Way::y);
    };
    // A sender inside its rectangle goes round the ring once at most.
    const std::uint32_t long_u = std::min(to_u + across, u_size - 1);
    const std::uint32_t long_v = std::min(to_v + down, v_size - 1);
    std::uint32_t u = from_u;
    for (std::uint32_t i = 0; i <= long_u; i++) {
        if (ahead(first_u, u, u_size, noc) <= across) {
            std::uint32_t v = from_v;
            for (std::uint32_t k = 0; k < long_v; k++) {
                visit(link(u, v, false), i + k);
                v = next(v, v_size, noc);
            }
        }
        if (i < long_u) visit(link(u, from_v, true), i);
        u = next(u, u_size, noc);
    }
    return to_u + across + to_v + down;
}

}  // namespace ironbird::noc
