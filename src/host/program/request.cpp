// Requests to the JIT: defines that stay and the prologue that changes.
#include "host/program/request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "base/fault.hpp"
#include "host/buffer/memory_reporter.hpp"
#include "host/configuration.hpp"
#include "host/device/device_state.hpp"
#include "host/fabric/fabric.hpp"
#include "host/program/chip_words.hpp"
#include "host/program/register_formats.hpp"
#include "host/tooling.hpp"
#include "host/watchers.hpp"
#include "jit/jit.hpp"

namespace ironbird::host {
namespace {

using namespace tt::tt_metal;
namespace fs = std::filesystem;
using tt::DataFormat;

const std::vector<std::string>& processor_defines(abi::Processor p) {
    static const std::vector<std::string> kRows[] = {
        {"COMPILE_FOR_BRISC", "PROCESSOR_INDEX=0"},
        {"COMPILE_FOR_NCRISC", "PROCESSOR_INDEX=1"},
        {"COMPILE_FOR_TRISC=0", "TRISC_UNPACK", "UCK_CHLKC_UNPACK", "PROCESSOR_INDEX=2"},
        {"COMPILE_FOR_TRISC=1", "TRISC_MATH", "UCK_CHLKC_MATH", "PROCESSOR_INDEX=3"},
        {"COMPILE_FOR_TRISC=2", "TRISC_PACK", "UCK_CHLKC_PACK", "PROCESSOR_INDEX=4"},
    };
    return kRows[static_cast<int>(p)];
}

constexpr const char* kOptLevels[] = {"-O1", "-O2", "-O3", "-O0", "-Os", "-Ofast", "-Oz"};

std::string absolute_folder(const fs::path& p) {
    std::error_code ignored;
    if (!fs::is_directory(p, ignored))
        throw Error(Fault::kernel_file, fmt::format("include folder \"{}\" not found", p.string()),
                    {}, "named in a kernel's compiler_include_paths");
    return fs::absolute(p).lexically_normal().string();
}

// A column of values over the CB indices, cut behind the last one that is set.
struct CbTables {
    std::vector<DataFormat> given;
    std::vector<std::uint32_t> formats, bytes, rows, columns, face_rows, faces;

    void set(std::size_t index, DataFormat format, const Tile& tile,
             const std::optional<FaceGeometry>& geometry) {
        if (formats.size() <= index) {
            given.resize(index + 1, DataFormat::Invalid);
            formats.resize(index + 1, 255);
            bytes.resize(index + 1, 0);
            rows.resize(index + 1, 32);
            columns.resize(index + 1, 32);
            face_rows.resize(index + 1, 16);
            faces.resize(index + 1, 4);
        }
        given[index] = format;
        formats[index] = static_cast<std::uint32_t>(format_in_l1(format));
        bytes[index] = format == DataFormat::Invalid ? 0 : tile.get_tile_size(format);
        rows[index] = tile.get_height();
        columns[index] = tile.get_width();
        face_rows[index] = geometry ? geometry->face_r_dim : tile.get_face_shape()[0];
        faces[index] = geometry ? geometry->num_faces : tile.get_num_faces();
    }
};

CbTables cb_tables(const ProgramState& program, const CoreMask& cores) {
    CbTables t;
    for (const auto& cb : program.cbs) {
        if ((cb->mask & cores).none()) continue;
        for (std::uint8_t i : cb->config.buffer_indices())
            t.set(i, cb->config.data_formats()[i].value_or(DataFormat::Invalid),
                  cb->config.tiles()[i].value_or(Tile()), cb->config.unpack_face_geometry()[i]);
    }
    return t;
}

std::vector<std::uint32_t> codes(const std::vector<DataFormat>& formats) {
    std::vector<std::uint32_t> out;
    for (const DataFormat f : formats) out.push_back(static_cast<std::uint32_t>(f));
    return out;
}

// A CB as the units see it; those that the program does not create have whole tiles and no format.
ib_operand operand(std::size_t cb, const CbTables& t, const std::vector<DataFormat>& inside) {
    ib_operand op{.cb = static_cast<std::uint8_t>(cb),
                  .l1_format = 255,
                  .reg_format = 255,
                  .face_rows = 16,
                  .faces_down = 2,
                  .faces_across = 2,
                  .rows = 0,
                  .reserved = 0};
    if (cb >= t.formats.size()) return op;
    const std::uint32_t across = t.columns[cb] > 16 ? 2 : 1, faces = t.faces[cb];
    op.l1_format = static_cast<std::uint8_t>(t.formats[cb]);
    op.reg_format = static_cast<std::uint8_t>(inside[cb]);
    op.face_rows = static_cast<std::uint8_t>(t.face_rows[cb]);
    op.faces_down = static_cast<std::uint8_t>(std::max(faces / across, 1U));
    op.faces_across = static_cast<std::uint8_t>(std::min(faces, across));
    return op;
}

void check_dst_width(const arch::Product& product, const ComputeConfig& config) {
    const arch::FamilyTraits& family = arch::traits(product.family);
    if (config.fp32_dest_acc_en && !family.dst_32_bits)
        throw Error(
            Fault::dst_width,
            fmt::format("fp32_dest_acc_en is set, but Dst of {} is 16 bits wide", family.title));
}

}  // namespace

std::vector<abi::Processor> processors_of(KernelClass kernel_class) {
    using enum abi::Processor;
    switch (kernel_class) {
        case KernelClass::brisc:
        case KernelClass::erisc:
            return {brisc};
        case KernelClass::ncrisc:
        case KernelClass::second_erisc:
            return {ncrisc};
        default:
            return {unpack, math, pack};
    }
}

namespace {

std::vector<std::string> processor_options(const Options& options, std::uint32_t noc,
                                           std::uint32_t noc_mode) {
    std::vector<std::string> out{"KERNEL_BUILD", fmt::format("NOC_INDEX={}", noc),
                                 fmt::format("NOC_MODE={}", noc_mode)};
    if (options.kernel_asserts) out.emplace_back("IB_ASSERTS");
    if (options.watcher) out.emplace_back("IB_WATCHER");
    return out;
}

void add_words(std::vector<std::string>& to, const std::vector<std::string>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

// Of one chip: its Ethernet tiles are another's.
std::vector<std::string> ethernet_defines(const Options& options, const ChipLayout& chip,
                                          abi::Processor processor, const EthernetConfig& config) {
    const arch::Ethernet& tiles = chip.product().ethernet;
    std::vector<std::string> out{
        config.eth_mode == Eth::IDLE ? "COMPILE_FOR_IDLE_ERISC" : "COMPILE_FOR_ERISC",
        fmt::format("PROCESSOR_INDEX={}", static_cast<int>(processor)),
        fmt::format("IB_ERISC_INFO_BASE={}", tiles.info_base)};
    add_words(out, processor_options(options, config.noc, 0));
    add_words(out, chip_defines(chip, tiles.l1_bytes));
    return out;
}

void add_chip(jit::Request& r, const Options& options, const ChipLayout& chip) {
    r.chip_defines = chip_defines(chip, chip.product().memory.l1_bytes);
    // The vector unit's multiply-add. It belongs to one processor: the others' kernels are those of
    // the fast mode.
    if (options.exact_math && r.processor == abi::Processor::math)
        r.chip_defines.emplace_back("IB_EXACT");
}

}  // namespace

std::vector<std::string> stable_defines(const Options& options, abi::Processor processor,
                                        std::uint32_t noc, std::uint32_t noc_mode) {
    std::vector<std::string> out = processor_defines(processor);
    add_words(out, processor_options(options, noc, noc_mode));
    return out;
}

std::string argument_prologue(const PrologueArgs& args) {
    std::string text =
        fmt::format("#define KERNEL_COMPILE_TIME_ARGS {}\n", fmt::join(args.positional, ","));
    if (!args.named.empty()) {
        text += "#define KERNEL_COMPILE_TIME_ARG_MAP ";
        for (const auto& [name, value] : args.named)
            text += fmt::format("{{\"{}\",{}}},", name, value);
        text += "\n";
    }
    for (const auto& [name, value] : args.defines)
        text += fmt::format("#define {} {}\n", name, value);
    return text;
}

std::string cb_prologue(const ProgramState& program, const CoreMask& cores) {
    const CbTables t = cb_tables(program, cores);
    if (t.formats.empty()) return {};
    return fmt::format(
        "#define IB_CB_FORMATS {}\n#define IB_CB_TILE_BYTES {}\n#define IB_CB_TILE_ROWS {}\n"
        "#define IB_CB_TILE_COLUMNS {}\n#define IB_CB_FACE_ROWS {}\n#define IB_CB_FACES {}\n",
        fmt::join(t.formats, ","), fmt::join(t.bytes, ","), fmt::join(t.rows, ","),
        fmt::join(t.columns, ","), fmt::join(t.face_rows, ","), fmt::join(t.faces, ","));
}

std::string compute_prologue(const ComputeConfig& config) {
    return fmt::format(
        "#define IB_FP32_DEST_ACC {}\n#define IB_DST_FULL_SYNC {}\n#define IB_MATH_FIDELITY {}\n"
        "#define IB_MATH_APPROX {}\n",
        int{config.fp32_dest_acc_en}, int{config.dst_full_sync_en},
        static_cast<int>(config.math_fidelity), int{config.math_approx_mode});
}

std::string register_prologue(const ProgramState& program, const CoreMask& cores,
                              const ComputeConfig& config) {
    const CbTables t = cb_tables(program, cores);
    if (t.formats.empty()) return {};
    const RegisterFormats inside = register_formats(t.given, config);
    return fmt::format("#define IB_UNPACK_DST_FORMATS {}\n#define IB_PACK_SRC_FORMATS {}\n",
                       fmt::join(codes(inside.unpack_dst), ","),
                       fmt::join(codes(inside.pack_src), ","));
}

ib_compute_tables compute_tables(const ProgramState& program, const CoreMask& cores,
                                 const ComputeConfig& config) {
    const CbTables t = cb_tables(program, cores);
    const RegisterFormats inside = register_formats(t.given, config);
    ib_compute_tables tables{};
    for (std::size_t cb = 0; cb < IB_MAX_CBS; cb++) {
        tables.inputs[cb] = operand(cb, t, inside.unpack_dst);
        tables.outputs[cb] = operand(cb, t, inside.pack_src);
    }
    tables.settings = {.fp32_dest = config.fp32_dest_acc_en,
                       .full_sync = config.dst_full_sync_en,
                       .fidelity = static_cast<std::uint8_t>(config.math_fidelity),
                       .approx = config.math_approx_mode,
                       .exact = 0,
                       .reserved = {}};
    return tables;
}

std::vector<std::string> include_dirs(const Options& options, const std::string& kernel_path,
                                      const std::vector<fs::path>& configured) {
    std::vector<std::string> dirs;
    if (!kernel_path.empty()) dirs.push_back(fs::path(kernel_path).parent_path().string());
    for (const fs::path& p : configured) dirs.push_back(absolute_folder(p));
    std::error_code ignored;
    for (const std::string& root : {options.home, options.runtime_root})
        for (const char* below : {"", "ttnn", "ttnn/cpp"})
            if (!root.empty() && fs::is_directory(fs::path(root) / below, ignored))
                dirs.push_back((fs::path(root) / below).lexically_normal().string());
    return dirs;
}

jit::Request request_for(const ProgramState& program, const KernelRecord& kernel,
                         abi::Processor processor, const DeviceState& device) {
    const ChipLayout& chip = device.chip();
    Machine& machine = device.machine();
    const auto* dm = std::get_if<DataMovementConfig>(&kernel.config);
    const auto* ethernet = std::get_if<EthernetConfig>(&kernel.config);
    const Options& options = machine.options();
    jit::Request r;
    r.source_path = kernel.path;
    r.source_text = kernel.text;
    if (options.null_kernels) {
        r.source_path.clear();
        r.source_text = "void kernel_main() {}\n";
    }
    r.processor = processor;
    r.flavour = machine.watchers().checks_accesses() ? jit::Flavour::checked : jit::Flavour::plain;
    r.chip = chip.product().name;
    r.chip_tables = chip_tables(chip);
    if (ethernet != nullptr) {
        r.stable_defines = ethernet_defines(options, chip, processor, *ethernet);
    } else {
        r.stable_defines =
            stable_defines(options, processor, dm ? dm->noc : 0, dm ? dm->noc_mode : 0);
        add_chip(r, options, chip);
    }
    std::visit(
        [&](const auto& config) {
            PrologueArgs args{config.compile_args,
                              {config.named_compile_args.begin(), config.named_compile_args.end()},
                              {config.defines.begin(), config.defines.end()}};
            std::sort(args.named.begin(), args.named.end());
            r.prologue = argument_prologue(args);
            r.opt_level = kOptLevels[static_cast<int>(config.opt_level)];
            r.include_dirs = include_dirs(options, kernel.path, config.compiler_include_paths);
            std::vector<std::string> names;
            for (const auto& [name, value] : args.named) names.push_back(name);
            machine.watchers().check_names(kernel.path, kernel.text, r.include_dirs, names);
        },
        kernel.config);
    r.prologue += cb_prologue(program, kernel.mask);
    r.prologue += FabricHost::get().prologue();
    if (const auto* compute = std::get_if<ComputeConfig>(&kernel.config)) {
        check_dst_width(chip.product(), *compute);
        r.prologue += register_prologue(program, kernel.mask, *compute);
        r.prologue += compute_prologue(*compute);
        r.tables = compute_tables(program, kernel.mask, *compute);
    }
    return r;
}

jit::Request kernel_request(const Options& options, const KernelBuild& build) {
    const bool ncrisc = build.processor == abi::Processor::ncrisc;
    const bool compute =
        static_cast<int>(build.processor) > static_cast<int>(abi::Processor::ncrisc);
    const ChipLayout chip(*build.product, usable_grid(options, *build.product));
    jit::Request r;
    r.source_path = fs::absolute(build.path).lexically_normal().string();
    r.processor = build.processor;
    r.chip = build.product->name;
    r.stable_defines = stable_defines(options, build.processor, ncrisc ? 1 : 0, 0);
    r.chip_tables = chip_tables(chip);
    add_chip(r, options, chip);
    r.prologue = argument_prologue({build.compile_args,
                                    {build.named_args.begin(), build.named_args.end()},
                                    {build.defines.begin(), build.defines.end()}});
    if (compute) r.prologue += compute_prologue({});
    r.opt_level = compute ? "-O3" : "-O2";
    r.include_dirs = include_dirs(options, r.source_path, {});
    return r;
}

const CompiledProgram& compile(ProgramState& program, const DeviceState& device) {
    const ChipLayout& chip = device.chip();
    for (const CompiledProgram& known : program.compiled)
        if (known.product == &chip.product()) return known;
    std::vector<jit::Request> requests;
    for (const auto& k : program.kernels)
        for (abi::Processor p : processors_of(k->kernel_class))
            requests.push_back(request_for(program, *k, p, device));
    const auto loaded = device.machine().jit().load(requests);
    CompiledProgram fresh{&chip.product(), {}};
    auto next = loaded.begin();
    for (const auto& k : program.kernels) {
        const auto end = next + static_cast<std::ptrdiff_t>(processors_of(k->kernel_class).size());
        fresh.code.emplace_back(std::exchange(next, end), end);
    }
    program.compiled.push_back(std::move(fresh));
    report_program(program.id, device);
    return program.compiled.back();
}

}  // namespace ironbird::host
