// Round trips between host and device, by size: as this machine does them, and as the card would.
#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "host/configuration.hpp"
#include "host/queue/launch_cost.hpp"
#include "session.hpp"
#include "tables.hpp"
#include "timing.hpp"

namespace ironbird::bench {
namespace {

using examples::Session;
using examples::Words;

constexpr std::uint32_t kTransferPage = 4096;
constexpr std::array<std::uint32_t, 5> kSizes = {4 << 10, 64 << 10, 1 << 20, 16 << 20, 64 << 20};

double modelled_seconds(std::uint32_t bytes) {
    const arch::Product& product = host::product_of(options());
    double cycles = 0;
    for (const host::Direction way : {host::Direction::to_device, host::Direction::from_device})
        cycles += static_cast<double>(host::transfer_cycles(product, bytes, kTransferPage, way).v);
    return cycles / (product.clock_mhz * 1e6);
}

// One word of each page differs every time: what comes back is what was sent just now.
double wall_of_round_trip(Session& session, std::uint32_t bytes) {
    auto buffer = session.dram(bytes, kTransferPage);
    Words data = examples::pattern(bytes / sizeof(std::uint32_t));
    return best(5, [&] {
        for (std::size_t i = 0; i < data.size(); i += kTransferPage / sizeof(std::uint32_t))
            data[i]++;
        Words back;
        const double seconds = wall_seconds([&] {
            session.write(buffer, data);
            back = session.read(buffer);
        });
        if (back != data) throw std::runtime_error("what came back is not what was sent");
        return seconds;
    });
}

}  // namespace

nlohmann::ordered_json transfer_rows() {
    auto rows = nlohmann::ordered_json::array();
    Session session;
    for (const std::uint32_t bytes : kSizes) {
        const double moved = 2.0 * bytes / 1e6;  // there and back
        const double wall = wall_of_round_trip(session, bytes), card = modelled_seconds(bytes);
        rows.push_back({{"bytes", bytes},
                        {"wall_s", wall},
                        {"wall_mb_s", moved / wall},
                        {"modelled_s", card},
                        {"modelled_mb_s", moved / card}});
    }
    session.close();
    return rows;
}

std::string transfer_text(const nlohmann::ordered_json& rows) {
    std::string text = fmt::format("{:>10} {:>12} {:>12} {:>14} {:>14}\n", "bytes", "wall us",
                                   "wall MB/s", "modelled us", "modelled MB/s");
    for (const auto& r : rows)
        text += fmt::format("{:>10} {:>12.1f} {:>12.0f} {:>14.1f} {:>14.0f}\n",
                            r["bytes"].get<std::uint64_t>(), r["wall_s"].get<double>() * 1e6,
                            r["wall_mb_s"].get<double>(), r["modelled_s"].get<double>() * 1e6,
                            r["modelled_mb_s"].get<double>());
    return text;
}

}  // namespace ironbird::bench
