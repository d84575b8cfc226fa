// Cables and the fabric: streams of packets along a line of devices, and packets there and back.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/hal.hpp>

#include "mux.hpp"
#include "row.hpp"
#include "workloads.hpp"

namespace ironbird::accuracy {
namespace {

using namespace tt::tt_fabric;
using distributed::MeshCoordinate;
using distributed::MeshCoordinateRange;
using distributed::MeshDevice;
using distributed::MeshDeviceConfig;
using distributed::MeshShape;

constexpr std::uint32_t kFrom = kBytes, kTo = 0x60000, kWord = 0xa0000;

const std::map<std::string, FabricConfig> kFabrics = {
    {"none", FabricConfig::DISABLED},
    {"neighbours", FabricConfig::FABRIC_1D_NEIGHBOR_EXCHANGE},
    {"line", FabricConfig::FABRIC_1D},
    {"ring", FabricConfig::FABRIC_1D_RING},
    {"mesh", FabricConfig::FABRIC_2D}};

// A worker of a device on a line or ring, that sends forwards or backwards.
struct Place {
    std::uint32_t index, length;
    bool back, closed;
    std::uint32_t ahead() const { return closed ? length - 1 : back ? index : length - 1 - index; }
};

// What devices send: `reach` says to how many devices, 0 for none, and `crossing` how many packets
// cross the busiest boundary one way for each that a device sends.
struct Pattern {
    std::uint32_t (*reach)(const Place&);
    std::uint32_t (*crossing)(std::uint32_t length);
    bool unicast = false;    // to the last of them alone
    bool every_hop = false;  // or to all of them in turn
};

std::uint32_t one(std::uint32_t) {
    return 1;
}
std::uint32_t others(std::uint32_t length) {
    return length - 1;
}
std::uint32_t half(std::uint32_t length) {
    return length / 2;
}
std::uint32_t all_ahead(const Place& p) {
    return p.ahead();
}
// Towards the end that is farther away.
std::uint32_t farther_side(const Place& p) {
    return p.back == (p.index >= p.length / 2) ? p.ahead() : 0;
}
// The one opposite gets it from ahead or from behind, in turn along the ring: upstream goes by the
// number of the chip, and ahead is the other way on the far side of the ring.
std::uint32_t half_of_ring(const Place& p) {
    return (p.length - 1) / 2 + (p.back != (p.index % 2 != 0) ? 1 : 0);
}

// As upstream's tests define them (tests/tt_metal/tt_fabric/test_infra).
const std::map<std::string, Pattern> kPatterns = {
    {"all", {all_ahead, others}},
    {"one_way", {farther_side, half}},
    {"one_to_all",
     {.reach = [](const Place& p) { return p.index != 0 || p.back ? 0 : p.ahead(); },
      .crossing = one,
      .unicast = true,
      .every_hop = true}},
    {"full_ring", {all_ahead, others}},
    {"half_ring", {half_of_ring, half}},
    {"far_end", {.reach = all_ahead, .crossing = others, .unicast = true}},
};

// The longest line of a machine, or its ring.
MeshShape line_of(const std::string& machine, const std::string& fabric) {
    if (machine == "galaxy") return MeshShape(8, 1);
    if (machine == "t3000") return MeshShape(1, fabric == "ring" ? 8 : 4);
    return MeshShape(1, fabric == "ring" ? 4 : 2);
}

// A part of a machine in which a device has as many neighbours as any of the machine's.
MeshShape neighbourhood(const std::string& machine) {
    if (machine == "galaxy") return MeshShape(3, 3);
    return machine == "t3000" ? MeshShape(2, 4) : MeshShape(2, 2);
}

MeshShape shape_of(const std::string& machine) {
    if (machine == "galaxy") return MeshShape(8, 4);
    return machine == "t3000" ? MeshShape(2, 4) : MeshShape(2, 2);
}

bool is_mux(const Fields& f) {
    return f.text("pattern").starts_with("mux ");
}

enum class Direction : std::uint8_t { east, west, north, south };

class FabricReplay final : public Replay {
 public:
    ~FabricReplay() override { close(); }

    double predict(const Row& row) override {
        const Fields& f = row.fields;
        const std::string& pattern = f.text("pattern");
        if (is_mux(f)) {
            open(f.text("fabric"), 0, MeshShape(1, 2));
            return mux_rate(*mesh_, mux_load(f.text("send"), f.count("packet_bytes")));
        }
        const bool mesh = f.text("fabric") == "mesh" && pattern != "ping";
        const bool line = kPatterns.contains(pattern), exchanges = pattern == "exchange";
        open(f.text("fabric"), f.count("most_bytes"),
             mesh        ? shape_of(f.text("machine"))
             : line      ? line_of(f.text("machine"), f.text("fabric"))
             : exchanges ? neighbourhood(f.text("machine"))
                         : MeshShape(1, 2));
        if (mesh) return whole_mesh(f);
        if (line) return stream(f, kPatterns.at(pattern));
        if (exchanges) return exchange(f);
        return pattern == "ping" ? ping(f) : cable(f, pattern);
    }

 private:
    void open(const std::string& fabric, std::uint32_t most, const MeshShape& shape) {
        const std::string key = fmt::format("{} {} {} {}", fabric, most, shape[0], shape[1]);
        if (key == open_) return;
        close();
        FabricRouterConfig router;
        if (most != 0) router.max_packet_payload_size_bytes = most;
        SetFabricConfig(kFabrics.at(fabric), FabricReliabilityMode::STRICT_SYSTEM_HEALTH_SETUP_MODE,
                        std::nullopt, FabricTensixConfig::DISABLED, FabricUDMMode::DISABLED,
                        FabricManagerMode::DEFAULT, router);
        mesh_ = MeshDevice::create(MeshDeviceConfig(shape));
        open_ = key;
    }
    void close() {
        if (mesh_) mesh_->close();
        mesh_.reset();
        open_.clear();
        SetFabricConfig(FabricConfig::DISABLED);
    }

    std::uint32_t length() const { return static_cast<std::uint32_t>(mesh_->num_devices()); }
    MeshCoordinate at(std::uint32_t i) const {
        return mesh_->shape()[0] > 1 ? MeshCoordinate(i, 0) : MeshCoordinate(0, i);
    }
    FabricNodeId node(std::uint32_t i) const { return mesh_->get_fabric_node_id(at(i)); }
    double per_ns() const { return mesh_->get_clock_rate_mhz() / 1000.0; }
    static KernelHandle add(Program& program, const char* file, const CoreCoord& core) {
        return CreateKernel(program, examples::kernel(fmt::format("accuracy/kernels/{}.cpp", file)),
                            core, DataMovementConfig{});
    }
    static std::uint32_t send_of(const Fields& f) {
        return f.text("send") == "write" ? 0 : f.text("send") == "fused" ? 1 : 2;
    }
    void run(distributed::MeshWorkload& work) {
        distributed::EnqueueMeshWorkload(mesh_->mesh_command_queue(), work, false);
        distributed::Finish(mesh_->mesh_command_queue());
    }
    Words result(const MeshCoordinate& device, const CoreCoord& core) {
        Words words;
        tt::tt_metal::detail::ReadFromDeviceL1(mesh_->get_device(device), core, kResult, 8, words);
        return words;
    }

    // ---- streams

    // All of them count: who is slow at first has the way to himself later. Upstream sends 20 000
    // and more: those that fill the slots on the way, up to 200 on a ring, must not matter.
    static std::uint32_t packets(const Fields& f) {
        const bool whole_galaxy = f.text("fabric") == "mesh" && f.text("machine") == "galaxy";
        return f.text("fabric") == "ring" ? 2000 : whole_galaxy ? 200 : 1000;
    }

    // What a worker sends over a link, and to which core of other devices.
    struct Load {
        MeshCoordinate from, towards;
        std::uint32_t link;
        CoreCoord core, to;
        std::uint32_t range, nearest, farthest;  // as the kernel reads them
        std::uint32_t packets;
    };
    void add_sender(Program& program, const Fields& f, const Load& load) {
        const CoreCoord v = mesh_->worker_core_from_logical_core(load.to);
        Words args = {kTo,
                      kWord,
                      kResult,
                      f.count("packet_bytes"),
                      load.packets,
                      send_of(f),
                      load.range,
                      load.nearest,
                      load.farthest,
                      static_cast<std::uint32_t>(v.x),
                      static_cast<std::uint32_t>(v.y)};
        const KernelHandle k = add(program, "fabric_stream", load.core);
        append_fabric_connection_rt_args(mesh_->get_fabric_node_id(load.from),
                                         mesh_->get_fabric_node_id(load.towards), load.link,
                                         program, load.core, args);
        SetRuntimeArgs(program, k, load.core, args);
        senders_.emplace_back(load.from, load.core);
    }

    // A worker for each direction and link; packets are for the worker itself on other devices.
    void add_to_line(Program& program, const Fields& f, const Pattern& p, const Place& place,
                     std::uint32_t link) {
        const std::uint32_t reach = p.reach(place), n = place.length, i = place.index;
        if (reach == 0) return;
        const CoreCoord core{link, place.back ? 1u : 0u};
        add_sender(program, f,
                   {.from = at(i),
                    .towards = at((place.back ? i + n - 1 : i + 1) % n),
                    .link = link,
                    .core = core,
                    .to = core,
                    .range = p.unicast ? 0 : reach,
                    .nearest = p.every_hop ? 1 : reach,
                    .farthest = reach,
                    .packets = packets(f)});
    }

    // Each device sends to all neighbours. As in upstream's test one core of a device gets what
    // comes over the links of one number, from up to four sides: its port may be what is busy.
    double exchange(const Fields& f) {
        senders_.clear();
        distributed::MeshWorkload work;
        for (const MeshCoordinate& from : MeshCoordinateRange(mesh_->shape())) {
            Program program = CreateProgram();
            std::uint32_t number = 0;
            for (const MeshCoordinate& to : MeshCoordinateRange(mesh_->shape())) {
                if (distance(from, to) != 1) continue;
                for (std::uint32_t link = 0; link < f.count("links"); link++, number++)
                    add_sender(program, f,
                               {.from = from,
                                .towards = to,
                                .link = link,
                                .core = {7 - number / 6, 6 - number % 6},
                                .to = {0, link},
                                .range = 0,
                                .nearest = 1,
                                .farthest = 1,
                                .packets = packets(f)});
            }
            work.add_program(MeshCoordinateRange(from), std::move(program));
        }
        run(work);
        return rate(f, 1);
    }
    static std::uint32_t distance(const MeshCoordinate& a, const MeshCoordinate& b) {
        const auto apart = [&](int i) { return a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]; };
        return apart(0) + apart(1);
    }

    // Of the boundary that so many packets cross for each that a worker sends.
    double rate(const Fields& f, std::uint32_t crossing) {
        std::uint32_t slowest = 0;
        for (const auto& [device, core] : senders_)
            slowest = std::max(slowest, result(device, core).at(0));
        const double bytes = static_cast<double>(packets(f)) * f.count("packet_bytes") * crossing;
        return bytes / (slowest / per_ns());
    }

    Place place(const Fields& f, std::uint32_t i, bool back) const {
        return {i, length(), back, f.text("fabric") == "ring"};
    }

    double stream(const Fields& f, const Pattern& p) {
        senders_.clear();
        distributed::MeshWorkload work;
        for (std::uint32_t i = 0; i < length(); i++) {
            Program program = CreateProgram();
            const std::size_t before = senders_.size();
            for (std::uint32_t link = 0; link < f.count("links"); link++)
                for (const bool back : {false, true})
                    add_to_line(program, f, p, place(f, i, back), link);
            if (senders_.size() != before)
                work.add_program(MeshCoordinateRange(at(i)), std::move(program));
        }
        run(work);
        return rate(f, p.crossing(length()));
    }

    // ---- in two dimensions

    // A way that begins on one side, for one core: a multicast or chips that get packets in turn.
    struct Way {
        Direction side;
        std::uint32_t range, nearest, farthest, packets;
    };
    // As upstream's tests divide a multicast to all: lines to the east and west, and spines to the
    // north and south with branches to both sides.
    static std::vector<Way> ways_to_all(const MeshCoordinate& from, const MeshShape& shape,
                                        std::uint32_t packets) {
        const std::uint32_t north = from[0], south = shape[0] - 1 - from[0];
        const std::uint32_t west = from[1], east = shape[1] - 1 - from[1];
        std::vector<Way> ways;
        const auto add = [&](Direction side, std::uint32_t hops, std::uint32_t range) {
            if (hops != 0) ways.push_back({side, range, 0, 0, packets});
        };
        add(Direction::east, east, east);
        add(Direction::west, west, west << 8);
        add(Direction::north, north, east | west << 8 | north << 16);
        add(Direction::south, south, east | west << 8 | south << 24);
        return ways;
    }
    // The first device alone: what is not in its row goes to the south first.
    static std::vector<Way> ways_to_each(const MeshCoordinate& from, const MeshShape& shape,
                                         std::uint32_t packets) {
        if (from[0] + from[1] != 0) return {};
        const std::uint32_t row = shape[1], all = shape[0] * row;
        return {{Direction::south, 0, row, all - 1, packets},
                {Direction::east, 0, 1, row - 1, packets * (row - 1) / (all - row)}};
    }
    static MeshCoordinate beside(const MeshCoordinate& c, Direction side) {
        switch (side) {
            case Direction::east:
                return MeshCoordinate(c[0], c[1] + 1);
            case Direction::west:
                return MeshCoordinate(c[0], c[1] - 1);
            case Direction::north:
                return MeshCoordinate(c[0] - 1, c[1]);
            default:
                return MeshCoordinate(c[0] + 1, c[1]);
        }
    }

    double whole_mesh(const Fields& f) {
        senders_.clear();
        distributed::MeshWorkload work;
        const MeshShape shape = mesh_->shape();
        const bool to_all = f.text("pattern") == "all";
        for (const MeshCoordinate& from : MeshCoordinateRange(shape)) {
            const auto ways = (to_all ? ways_to_all : ways_to_each)(from, shape, packets(f));
            if (ways.empty()) continue;
            Program program = CreateProgram();
            for (std::uint32_t link = 0; link < f.count("links"); link++)
                for (const Way& way : ways) {
                    const CoreCoord core{link, static_cast<std::size_t>(way.side)};
                    add_sender(program, f,
                               {.from = from,
                                .towards = beside(from, way.side),
                                .link = link,
                                .core = core,
                                .to = core,
                                .range = way.range,
                                .nearest = way.nearest,
                                .farthest = way.farthest,
                                .packets = way.packets});
                }
            work.add_program(MeshCoordinateRange(from), std::move(program));
        }
        run(work);
        // To the east of all but the last column: one packet of each device that is west of it.
        const std::uint32_t along_rows = shape[0] * (shape[1] - 1), along_columns = shape[0] - 1;
        return rate(f, to_all ? std::max(along_rows, along_columns) : 1);
    }

    // ---- there and back

    double ping(const Fields& f) {
        constexpr std::uint32_t kTimes = 16;
        const CoreCoord core{0, 0}, v = mesh_->worker_core_from_logical_core(core);
        const Words nothing(f.count("packet_bytes") / 4), zero(4);
        distributed::MeshWorkload work;
        for (std::uint32_t i = 0; i < 2; i++) {
            IDevice* device = mesh_->get_device(at(i));
            Words words = nothing, word = zero;
            tt::tt_metal::detail::WriteToDeviceL1(device, core, kTo, words);
            tt::tt_metal::detail::WriteToDeviceL1(device, core, kWord, word);
            Program program = CreateProgram();
            const KernelHandle k = add(program, "fabric_ping", core);
            Words args = {kFrom,
                          kTo,
                          kWord,
                          kResult,
                          f.count("packet_bytes"),
                          kTimes,
                          send_of(f),
                          i == 0 ? 1u : 0u,
                          static_cast<std::uint32_t>(v.x),
                          static_cast<std::uint32_t>(v.y),
                          node(1 - i).chip_id};
            append_fabric_connection_rt_args(node(i), node(1 - i), 0, program, core, args);
            SetRuntimeArgs(program, k, core, args);
            work.add_program(MeshCoordinateRange(at(i)), std::move(program));
        }
        run(work);
        const double raw = result(at(0), core).at(0), answering = result(at(1), core).at(0);
        return (raw - answering) / kTimes / per_ns() / 2;
    }

    // ---- without a fabric

    double cable(const Fields& f, const std::string& pattern) {
        IDevice* const devices[] = {mesh_->get_device(at(0)), mesh_->get_device(at(1))};
        const CoreCoord here = devices[0]->get_ethernet_sockets(devices[1]->id()).front();
        const CoreCoord there = std::get<1>(devices[0]->get_connected_ethernet_core(here));
        const bool pings = pattern == "cable_ping";
        const std::uint32_t bytes = f.count("packet_bytes"), packets = pings ? 1 : 2048;
        const auto base = static_cast<std::uint32_t>(hal::get_erisc_l1_unreserved_base());
        const std::uint32_t mark = base, slots = base + 64;
        distributed::MeshWorkload work;
        for (std::uint32_t i = 0; i < 2; i++) {
            const bool sends = i == 0 || pattern != "cable", gets = i == 1 || pattern != "cable";
            Program program = CreateProgram();
            const CoreCoord core = i == 0 ? here : there;
            Words nothing(16);
            tt::tt_metal::detail::WriteToDeviceL1(devices[i], core, slots, nothing,
                                                  tt::CoreType::ETH);
            const KernelHandle k =
                CreateKernel(program,
                             examples::kernel(pings ? "accuracy/kernels/cable_ping.cpp"
                                                    : "accuracy/kernels/cable.cpp"),
                             core, EthernetConfig{});
            SetRuntimeArgs(
                program, k, core,
                {slots, bytes, sends ? packets : 0u, gets ? packets : 0u, i == 0 ? 0u : 4u, mark});
            work.add_program(MeshCoordinateRange(at(i)), std::move(program));
        }
        run(work);
        Words cycles;
        tt::tt_metal::detail::ReadFromDeviceL1(devices[0], here, mark, 4, cycles,
                                               tt::CoreType::ETH);
        if (pings) return cycles.at(0) / per_ns() / 16;
        return static_cast<double>(packets) * bytes / (cycles.at(0) / per_ns());
    }

    std::shared_ptr<MeshDevice> mesh_;
    std::string open_;
    std::vector<std::pair<MeshCoordinate, CoreCoord>> senders_;
};

std::string group_of(const Fields& f) {
    if (is_mux(f)) return "mux bandwidth";
    const bool cable = f.text("fabric") == "none";
    if (f.text("unit") == "ns") return cable ? "cable latency" : f.text("fabric") + " latency";
    return cable ? "cable bandwidth" : f.text("fabric") + " bandwidth";
}

}  // namespace

std::vector<Row> fabric_rows() {
    std::vector<Row> rows;
    for (Fields& f : read_table(table_of("fabric.csv"))) {
        const std::string test =
            fmt::format("{} {} {}", f.text("machine"), f.text("fabric"), f.text("pattern"));
        const std::string all = fmt::format("{} {}", test, f.text("send"));
        const std::string sweep = is_mux(f) ? test : all;
        const std::string name =
            fmt::format("{} {} B, most {}, {} links", all, f.count("packet_bytes"),
                        f.count("most_bytes"), f.count("links"));
        const double value = f.number("value");
        rows.push_back({f.text("machine"), group_of(f), sweep, sweep, name, value, std::move(f)});
    }
    return rows;
}

std::unique_ptr<Replay> make_fabric_replay() {
    return std::make_unique<FabricReplay>();
}

}  // namespace ironbird::accuracy
