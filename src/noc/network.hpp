// The network phase: takes what the tiles sent in a window and puts it into the queues of others.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "noc/agenda.hpp"
#include "noc/delivery.hpp"
#include "noc/i_timing.hpp"
#include "noc/map.hpp"
#include "noc/tile.hpp"

namespace ironbird::noc {

class Network {
 public:
    Network(const arch::Floorplan& plan, Delivery delivery);

    const Map& map() const { return map_; }
    Timing& timing() { return *timing_; }
    const Delivery& delivery() const { return delivery_; }

    // All tiles of the chip, by id, and where to note what happens on them.
    void attach(std::span<Tile* const> tiles, Agenda& agenda);

    // Moves the packets of these tiles. Sorted first, so the result does not depend on the order
    // in which the tiles ran.
    void move(std::span<const TileId> senders);

    std::uint64_t packets() const { return packets_; }
    void reset();

 private:
    void deliver(const Packet& p);
    void request(const Packet& p);
    void multicast(const Packet& p);
    void answer(const Packet& p);
    void post(TileId to, TileId source, const sim::Event& e);

    Map map_;
    std::unique_ptr<Timing> timing_;
    Delivery delivery_;
    OrderClamp clamp_;
    std::span<Tile* const> tiles_;
    Agenda* agenda_ = nullptr;
    std::vector<Packet> moving_;
    std::uint64_t packets_ = 0;
};

}  // namespace ironbird::noc
