// Kernels: which file, which processor, which NoC.
#include <fmt/format.h>

#include <filesystem>
#include <tt-metalium/host_api.hpp>

#include "base/require.hpp"
#include "host/program/chip_checks.hpp"

namespace tt::tt_metal {

using namespace ironbird;
using namespace ironbird::host;

namespace {

using AnyConfig = std::variant<DataMovementConfig, ComputeConfig, EthernetConfig>;

KernelClass class_of(const KernelConfig& config, const std::string& name) {
    if (const auto* ethernet = std::get_if<EthernetConfig>(&config))
        return ethernet->processor == DataMovementProcessor::RISCV_0 ? KernelClass::erisc
                                                                     : KernelClass::second_erisc;
    const auto* dm = std::get_if<DataMovementConfig>(&config);
    if (dm == nullptr) return KernelClass::compute;
    if (dm->processor == DataMovementProcessor::RISCV_0) return KernelClass::brisc;
    if (dm->processor == DataMovementProcessor::RISCV_1) return KernelClass::ncrisc;
    throw Error(Fault::not_modelled,
                fmt::format("kernel {} asks for RISCV_{}", name, static_cast<int>(dm->processor)),
                {}, "the modelled chips have RISCV_0 and RISCV_1");
}

constexpr const char* kClassNames[] = {"BRISC", "NCRISC", "the compute processors", "ERISC",
                                       "the second ERISC"};

Logical first_core(const CoreMask& mask) {
    return core_at(mask._Find_first());
}

void check_free(const ProgramState& program, const KernelRecord& k) {
    for (const auto& other : program.kernels) {
        const CoreMask both = other->mask & k.mask;
        if (other->kernel_class != k.kernel_class || both.none()) continue;
        const Logical core = first_core(both);
        throw Error(Fault::processor_taken,
                    fmt::format("{} of core ({},{}) already has a kernel",
                                kClassNames[static_cast<int>(k.kernel_class)], core.x, core.y),
                    {}, fmt::format("{} is there, {} was to be added", other->name, k.name));
    }
}

// Two data-movement kernels that use one NoC in the dedicated mode count each other's transactions.
void check_noc(const ProgramState& program, const KernelRecord& k) {
    const auto* mine = std::get_if<DataMovementConfig>(&k.config);
    if (mine == nullptr) return;
    for (const auto& other : program.kernels) {
        const auto* theirs = std::get_if<DataMovementConfig>(&other->config);
        if (theirs == nullptr || (other->mask & k.mask).none()) continue;
        require(mine->noc_mode == theirs->noc_mode, Fault::noc_clash,
                "{} and {} share a core but not the NoC mode", k.name, other->name);
        require(mine->noc_mode == NOC_MODE::DM_DYNAMIC_NOC || mine->noc != theirs->noc,
                Fault::noc_clash, "{} and {} share a core and NoC {}: on the card both would hang",
                k.name, other->name, static_cast<int>(mine->noc));
    }
}

KernelHandle add(Program& program, std::shared_ptr<KernelRecord> k, const CoreSpec& core_spec,
                 const AnyConfig& config) {
    Lock lock;
    ProgramState& p = program.state();
    k->config = config;
    k->kernel_class = class_of(k->config, k->name);
    k->cores = cores_of(core_spec);
    k->mask = is_ethernet(k->kernel_class) ? need_on_ethernet(k->cores, "kernel " + k->name)
                                           : need_on_grid(k->cores, "kernel " + k->name);
    check_early([&](const ChipLayout& chip) { check_processor(chip, *k); });
    check_free(p, *k);
    check_noc(p, *k);
    p.kernels.push_back(std::move(k));
    p.compiled.clear();
    return static_cast<KernelHandle>(p.kernels.size() - 1);
}

// A data-movement kernel on a NoC of its own; `rest` as in DataMovementConfig.
template <class... Rest>
DataMovementConfig mover(DataMovementProcessor processor, NOC noc, Rest&&... rest) {
    return {processor, noc, NOC_MODE::DM_DEDICATED_NOC, std::forward<Rest>(rest)...};
}

}  // namespace

ReaderDataMovementConfig::ReaderDataMovementConfig(
    std::vector<uint32_t> compile_args, std::map<std::string, std::string> defines,
    std::unordered_map<std::string, uint32_t> named_compile_args, KernelBuildOptLevel opt_level,
    std::vector<std::filesystem::path> include_paths)
    : DataMovementConfig(mover(DataMovementProcessor::RISCV_1, NOC::NOC_0, std::move(compile_args),
                               std::move(defines), std::move(named_compile_args), opt_level,
                               std::move(include_paths))) {}

WriterDataMovementConfig::WriterDataMovementConfig(
    std::vector<uint32_t> compile_args, std::map<std::string, std::string> defines,
    std::unordered_map<std::string, uint32_t> named_compile_args, KernelBuildOptLevel opt_level,
    std::vector<std::filesystem::path> include_paths)
    : DataMovementConfig(mover(DataMovementProcessor::RISCV_0, NOC::NOC_1, std::move(compile_args),
                               std::move(defines), std::move(named_compile_args), opt_level,
                               std::move(include_paths))) {}

KernelHandle CreateKernel(Program& program, const std::string& file_name, const CoreSpec& core_spec,
                          const AnyConfig& config) {
    auto k = std::make_shared<KernelRecord>();
    k->path = find_kernel_file(file_name, Machine::get().options());
    k->name = std::filesystem::path(file_name).filename().string();
    return add(program, std::move(k), core_spec, config);
}

KernelHandle CreateKernelFromString(Program& program, const std::string& source,
                                    const CoreSpec& core_spec, const AnyConfig& config) {
    auto k = std::make_shared<KernelRecord>();
    k->text = source;
    k->name = "<string>";
    return add(program, std::move(k), core_spec, config);
}

}  // namespace tt::tt_metal
