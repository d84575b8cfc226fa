// Boards, meshes and data types by their names.
#include "on_device.hpp"

#include <algorithm>
#include <cstdlib>

#include "error.hpp"

namespace qwen3::commands {
namespace {

const Board& board_with(std::int64_t chips) {
    const auto found = std::ranges::find(boards(), chips, &Board::chips);
    if (found == boards().end()) fail("no board has {} chips: give one with --board", chips);
    return *found;
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

}  // namespace

void add_device_options(CLI::App& sub, DeviceWanted& w) {
    sub.add_option("--board", w.board, "n150, n300, t3000, galaxy, p150, …: as `plan` lists them");
    sub.add_option("--mesh", w.mesh, "ROWSxCOLUMNS of the board's chips");
    sub.add_option("--experts", w.experts, "Way through the experts: v1, v2 or v3")
        ->capture_default_str();
    sub.add_option("--weights", w.weights, "Of projections and experts: bf16 or bf8")
        ->check(CLI::IsMember({"bf16", "bf8"}))
        ->capture_default_str();
    sub.add_option("--weight-cache", w.weight_cache,
                   "Folder that keeps weights as the chips have them, for the next start "
                   "(GENERATE_MODEL_CACHE=1: ~/.cache/ttnn-weights)");
    sub.add_flag("--trace", w.trace, "Capture a decode step and replay it");
}

Machine machine_of(const DeviceWanted& w) {
    if (w.board.empty()) {
        const Mesh mesh = w.mesh.empty() ? Mesh{} : parse_mesh(w.mesh);
        return {&board_with(mesh.chips()), mesh};
    }
    const Board& board = find_board(w.board);
    return {&board, w.mesh.empty() ? device::mesh_for(board.chips) : parse_mesh(w.mesh)};
}

device::DeviceOptions options_of(const DeviceWanted& w) {
    const auto dtype =
        w.weights == "bf8" ? device::DataType::BFLOAT8_B : device::DataType::BFLOAT16;
    return {.experts = {.generation = device::parse_generation(w.experts), .weights = dtype},
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
        "{:.2f}, "
        "embedding {:.2f}, lm_head {:.2f}, cache {:.2f}) and has {:.2f} GB; `ironbird moe plan` "
        "shows all boards",
        machine.board->name, text_of(machine.mesh), plan.bytes.sum() / kGb,
        plan.bytes.experts / kGb, plan.bytes.attention / kGb, plan.bytes.embedding / kGb,
        plan.bytes.head / kGb, plan.bytes.kv_cache / kGb, plan.available / kGb);
}

std::unique_ptr<device::Chips> open_chips(const Machine& machine) {
    const std::string name(machine.board->name);
    if (std::getenv("IRONBIRD_CLUSTER") == nullptr && std::getenv("IRONBIRD_MESH") == nullptr)
        setenv(machine.board->chips > 1 ? "IRONBIRD_CLUSTER" : "IRONBIRD_CHIP", name.c_str(), 0);
    return std::make_unique<device::Chips>(machine.mesh);
}

}  // namespace qwen3::commands
