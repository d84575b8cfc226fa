// Boards, meshes and data types by their names.
#include "on_device.hpp"

#include <algorithm>
#include <cstdlib>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/host_api.hpp>

#include "error.hpp"
#include "plan_table.hpp"

namespace qwen3::commands {
namespace {

// The smallest with so many chips of this kind.
const Board& board_with(std::int64_t chips, std::string_view arch) {
    const auto holds = [&](const Board& board) {
        return board.chip->arch == arch && board.chips >= chips;
    };
    const auto found = std::ranges::find_if(boards(), holds);
    if (found == boards().end())
        fail("no board has {} chips of {}: give one with --board", chips, arch);
    return *found;
}

bool environment_names_machine() {
    constexpr const char* kNames[] = {"IRONBIRD_CHIP", "IRONBIRD_CLUSTER", "IRONBIRD_MESH",
                                      "TT_MESH_GRAPH_DESC_PATH"};
    return std::ranges::any_of(kNames, [](const char* name) { return std::getenv(name); });
}

// What this process sees; by its name where that is a board's, since some are alike.
const Board& board_seen() {
    for (const char* name : {"IRONBIRD_CLUSTER", "IRONBIRD_CHIP"}) {
        const char* text = std::getenv(name);
        if (text == nullptr) continue;
        const auto found = std::ranges::find(boards(), std::string_view(text), &Board::name);
        if (found != boards().end()) return *found;
    }
    const auto chips = static_cast<std::int64_t>(tt::tt_metal::GetNumAvailableDevices());
    return board_with(chips, tt::tt_metal::hal::get_arch_name());
}

std::filesystem::path weight_cache(const DeviceWanted& w) {
    if (!w.weight_cache.empty()) return w.weight_cache;
    const char* asked = std::getenv("GENERATE_MODEL_CACHE");
    if (asked == nullptr || std::string_view(asked) != "1") return {};
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0')
        fail("GENERATE_MODEL_CACHE=1 needs HOME; --weight-cache names another folder");
    return std::filesystem::path(home) / ".cache" / "ttnn-weights";
}

device::ExpertMatmul matmul_of(const DeviceWanted& w) {
    if (!w.matmul.empty()) return device::parse_expert_matmul(w.matmul);
    const char* asked = std::getenv("MOE_MATMUL_IMPL");
    return asked == nullptr ? device::ExpertMatmul::moe_bmm : device::parse_expert_matmul(asked);
}

}  // namespace

void add_device_options(CLI::App& sub, DeviceWanted& w) {
    sub.add_option("--board", w.board, "n150, n300, t3000, galaxy, p150, …: as `plan` lists them");
    sub.add_option("--mesh", w.mesh,
                   "ROWSxCOLUMNS of the board's chips; TT_MESHDEVICE_SHAPE comes first");
    sub.add_option("--experts", w.experts, "Way through the experts: v1, v2 or v3")
        ->capture_default_str();
    sub.add_option("--matmul", w.matmul,
                   "Of v3: moe_bmm, or ttnn.matmul of all rows (default: MOE_MATMUL_IMPL, else "
                   "moe_bmm)");
    sub.add_option("--weights", w.weights, "Of projections and experts: bf16 or bf8")
        ->check(CLI::IsMember({"bf16", "bf8"}))
        ->capture_default_str();
    sub.add_option("--weight-cache", w.weight_cache,
                   "Folder that keeps weights as the chips have them, for the next start "
                   "(GENERATE_MODEL_CACHE=1: ~/.cache/ttnn-weights)");
    sub.add_flag("--trace", w.trace, "Capture a decode step and replay it");
}

Machine machine_of(const DeviceWanted& w) {
    std::optional<Mesh> mesh = device::mesh_of_environment();
    if (!mesh && !w.mesh.empty()) mesh = parse_mesh(w.mesh);
    const bool seen = w.board.empty() && (environment_names_machine() || !mesh);
    const Board& board = seen              ? board_seen()
                         : w.board.empty() ? board_with(mesh->chips(), "wormhole_b0")
                                           : find_board(w.board);
    const auto chips =
        seen ? static_cast<std::int64_t>(tt::tt_metal::GetNumAvailableDevices()) : board.chips;
    const Machine machine{&board, mesh.value_or(device::mesh_for(chips))};
    if (machine.mesh.chips() > chips)
        fail("mesh {} has {} chips, {} has {}", text_of(machine.mesh), machine.mesh.chips(),
             board.name, chips);
    return machine;
}

device::DeviceOptions options_of(const DeviceWanted& w) {
    const auto dtype = parse_weight_format(w.weights) == WeightFormat::bf8
                           ? device::DataType::BFLOAT8_B
                           : device::DataType::BFLOAT16;
    return {.experts = {.generation = device::parse_generation(w.experts),
                        .matmul = matmul_of(w),
                        .weights = dtype},
            .attention = dtype,
            .trace = w.trace,
            .weight_cache = weight_cache(w)};
}

void check_fits(const Machine& machine, const Config& config, const Workload& workload) {
    const BoardPlan plan = plan_board(config, *machine.board, machine.mesh, workload);
    if (plan.fits()) return;
    constexpr double kGb = 1e9;
    fail(
        "the model does not fit {} as {}: a chip needs {:.2f} GB (experts {:.2f}, attention "
        "{:.2f}, embedding {:.2f}, lm_head {:.2f}, cache {:.2f}) and has {:.2f} GB. Of all boards, "
        "batch {}, context {}:\n\n{}",
        machine.board->name, text_of(machine.mesh), plan.bytes.sum() / kGb,
        plan.bytes.experts / kGb, plan.bytes.attention / kGb, plan.bytes.embedding / kGb,
        plan.bytes.head / kGb, plan.bytes.kv_cache / kGb, plan.available / kGb, workload.batch,
        workload.context, plan_table(plan_boards(config, workload)));
}

std::unique_ptr<device::Chips> open_chips(const Machine& machine) {
    const std::string name(machine.board->name);
    if (std::getenv("IRONBIRD_CLUSTER") == nullptr && std::getenv("IRONBIRD_MESH") == nullptr)
        setenv(machine.board->chips > 1 ? "IRONBIRD_CLUSTER" : "IRONBIRD_CHIP", name.c_str(), 0);
    return std::make_unique<device::Chips>(machine.mesh);
}

}  // namespace qwen3::commands
