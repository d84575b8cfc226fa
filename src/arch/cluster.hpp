// A cluster is a table: which chips, how they are arranged, which Ethernet channels join them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arch/product.hpp"

namespace ironbird::arch {

// Seen on the mesh with row 0 in the north; the numbers are upstream's.
enum class Direction : std::uint8_t { east, west, north, south };
inline constexpr std::array kDirections{Direction::east, Direction::west, Direction::north,
                                        Direction::south};
Direction opposite(Direction direction);

// One end of a cable: an Ethernet channel of a device.
struct LinkEnd {
    std::uint16_t device;
    std::uint8_t channel;
    friend auto operator<=>(const LinkEnd&, const LinkEnd&) = default;
};

struct Link {
    LinkEnd a, b;
};

// What a cluster is made from: a row of the table, or a descriptor that a user wrote.
struct ClusterPlan {
    std::string_view name;   // "t3000"
    std::string_view title;  // one line for `ironbird devices`
    std::string_view product;
    std::uint32_t rows = 1, columns = 1;
    std::uint32_t links = 1;  // between two neighbours
    bool wrap_rows = false;   // the last device of a row is joined to its first
    bool wrap_columns = false;
    std::array<std::uint8_t, 4> first_channel{};  // by direction; the next ones follow
    std::span<const Link> wiring{};               // in place of first_channel, where published
    std::span<const std::uint16_t> devices{};     // row by row, where it is not 0, 1, 2...
    std::string_view assumed{};                   // what is not documented
};

// The chips of a machine and the cables between them. A value that never changes.
class Cluster {
 public:
    // Throws usage if a channel would be used twice.
    explicit Cluster(const ClusterPlan& plan);

    const std::string& name() const { return name_; }
    const std::string& product() const { return product_; }
    std::uint32_t rows() const { return rows_; }
    std::uint32_t columns() const { return columns_; }
    std::uint32_t devices() const { return rows_ * columns_; }
    std::uint16_t device_at(std::uint32_t row, std::uint32_t column) const {
        return devices_[row * columns_ + column];
    }
    std::uint32_t place_of(std::uint32_t device) const;  // row * columns() + column

    const std::vector<Link>& links() const { return links_; }
    std::optional<LinkEnd> peer(LinkEnd end) const;
    // Who is joined to a device on this side; over the edge where there is a cable for it.
    std::optional<std::uint16_t> neighbour(std::uint32_t device, Direction direction) const;
    // The device's channels to that neighbour, by number of the link.
    std::vector<std::uint8_t> channels(std::uint32_t device, Direction direction) const;
    // All of its channels that lead to another device.
    std::vector<std::uint8_t> channels_between(std::uint32_t device, std::uint32_t other) const;
    bool closed(bool along_rows) const { return along_rows ? wrap_rows_ : wrap_columns_; }

 private:
    void wire(const ClusterPlan& plan);

    std::string name_, product_;
    std::uint32_t rows_, columns_;
    bool wrap_rows_, wrap_columns_;
    std::vector<std::uint16_t> devices_;
    std::vector<Link> links_;
};

std::span<const ClusterPlan> clusters();
// nullptr if unknown.
const ClusterPlan* find_cluster(std::string_view name);
// As find_cluster(); throws usage naming the choices.
const ClusterPlan& selected_cluster(std::string_view name);
// Chips of one product side by side, as nobody sells them: neighbours are joined by two links.
ClusterPlan grid_of(const Product& product, std::uint32_t rows, std::uint32_t columns);

}  // namespace ironbird::arch
