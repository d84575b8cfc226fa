// The operation behind collectives that move data.
#include "ccl/exchange.hpp"

#include <tt-metalium/mesh_device.hpp>
#include <tt_stl/assert.hpp>

#include "core/program.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/copy/copy.hpp"

namespace ttnn::ccl {

using namespace tt::tt_metal;

int normalized(std::string_view op, const Tensor& tensor, int dim) {
    const int rank = static_cast<int>(tensor.logical_shape().rank());
    TT_FATAL(dim >= -rank && dim < rank, "{}: dim is {}, {} to {} are allowed", op, dim, -rank,
             rank - 1);
    return dim < 0 ? dim + rank : dim;
}

Tensor copy_of(const Tensor& input, const std::optional<MemoryConfig>& memory,
               const std::optional<Tensor>& output) {
    return assign(input,
                  output   ? output->memory_config()
                  : memory ? *memory
                           : input.memory_config(),
                  std::nullopt, output);
}

Cut cut_of(std::string_view op, const Tensor& like, const TensorSpec& part, int dim,
           std::uint32_t parts) {
    const Shape& shape = part.logical_shape();
    const int rank = static_cast<int>(shape.rank());
    const bool tiles = like.layout() == Layout::TILE;
    // Pages of the dimensions from the cut one inwards.
    std::uint32_t inner = 1;
    for (int i = dim; i < rank; i++) {
        const std::uint32_t size = shape[i];
        const bool in_tile = tiles && i >= rank - 2;
        if (i == dim && in_tile)
            TT_FATAL(size % 32 == 0,
                     "{}: dim {} has {} elements on a device, a multiple of 32 is allowed in TILE "
                     "layout",
                     op, dim, size);
        inner *= in_tile ? (size + 31) / 32 : !tiles && i == rank - 1 ? 1 : size;
    }
    if (tiles || dim < rank - 1) return {inner, parts * inner, 0};
    const auto bytes = static_cast<std::uint32_t>(shape[dim] * like.element_size());
    TT_FATAL(bytes % 16 == 0,
             "{}: rows of {} bytes on a device, a multiple of 16 is allowed in ROW_MAJOR layout",
             op, bytes);
    return {1, 1, bytes};
}

Banked banked(const Tensor& to, std::uint32_t inner, std::uint32_t bytes) {
    const Buffer& pages = *to.buffer();
    if (to.is_sharded() || pages.buffer_type() != BufferType::DRAM || pages.page_size() != bytes ||
        pages.aligned_page_size() != bytes)
        return {};
    const std::uint32_t banks = to.device()->allocator()->get_num_banks(BufferType::DRAM);
    const auto most =
        static_cast<std::uint32_t>(tt::tt_fabric::get_tt_fabric_max_payload_size_bytes() / bytes);
    constexpr std::uint32_t kNamed = 4;  // pages that a packet can name
    if (most <= kNamed || inner < (kNamed + 1) * banks) return {};
    return {banks, most};
}

namespace {

constexpr std::uint8_t kPages = 0;
constexpr std::uint32_t kReadyArg = 7;  // common argument of the sender

struct ExchangeOp {
    static constexpr std::string_view name = "ccl_exchange";
    struct Args {
        Exchange kind;
        int dim;
        std::uint32_t sender, receiver;        // places on the line
        std::optional<std::uint32_t> on_line;  // one_to_one: the only line that takes part
        std::optional<uint32_t> axis;
        std::optional<Topology> topology;
        std::optional<uint32_t> links;
        MemoryConfig memory;
        tt::tt_fabric::FabricConfig fabric;
        bool barrier, reversed;
        Place cores;
        Live<std::array<std::uint32_t, 2>> words;  // ready, done
    };

    static Lines lines(const Args& args, Inputs in) {
        return {name, *in[0].device(), args.axis, args.topology, args.links};
    }
    static void validate(const Args&, Inputs) {}
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        const std::uint32_t parts = lines(args, in).length();
        Shape shape = in[0].logical_shape();
        if (args.kind == Exchange::gather) shape[args.dim] *= parts;
        const TensorSpec spec(shape,
                              TensorLayout(in[0].dtype(), PageConfig(in[0].layout()), args.memory));
        return std::vector<TensorSpec>(args.kind == Exchange::broadcast ? parts : 1, spec);
    }

    // Of kernels that all devices have.
    static std::vector<DynamicRuntimeArg> live(const Args& args, Inputs, Outputs) {
        if (args.kind == Exchange::one_to_one) return {};
        std::vector<DynamicRuntimeArg> all;
        for (const std::uint32_t i : {0u, 1u})
            all.push_back({.kernel_idx = 1,
                           .arg_idx = kReadyArg + i,
                           .value = args.words.value[i],
                           .is_common = true});
        return all;
    }

    // What a device does.
    struct Part {
        bool announces = true, sends = true, writes = true;
        std::uint32_t awaited = 0, senders = 0;  // counts that it hears
        Lines::Reach ahead, behind;
    };
    static std::optional<Part> part_of(const Args& args, const Lines& lines, std::uint32_t place) {
        if (args.kind == Exchange::one_to_one) return part_of_two(args, place);
        if (args.kind != Exchange::one_to_all)
            return Part{.announces = args.barrier,
                        .awaited = args.barrier ? lines.heard() : 0,
                        .senders = lines.heard(),
                        .ahead = lines.halves(place, true),
                        .behind = lines.halves(place, false)};
        const bool sends = place == args.sender;
        return Part{.sends = sends,
                    .writes = sends,
                    .awaited = lines.length() - 1,
                    .senders = sends ? 0u : 1u,
                    .ahead = lines.whole(place, true),
                    .behind = lines.whole(place, false)};
    }
    static std::optional<Part> part_of_two(const Args& args, std::uint32_t place) {
        if (place != args.sender && place != args.receiver) return std::nullopt;
        if (args.sender == args.receiver) return Part{.announces = false, .sends = false};
        const bool sends = place == args.sender;
        const std::uint32_t other = sends ? args.receiver : args.sender;
        const bool ahead = other > place;
        const Lines::Reach reach{
            .first = ahead ? other - place : place - other, .told = 1, .data = {1, 1}};
        return Part{.announces = !sends,
                    .sends = sends,
                    .writes = false,
                    .awaited = sends ? 1u : 0u,
                    .senders = sends ? 0u : 1u,
                    .ahead = ahead ? reach : Lines::Reach{},
                    .behind = ahead ? Lines::Reach{} : reach};
    }

    static ProgramDescriptor program_at(const Args& args, Inputs in, Outputs out,
                                        const MeshCoordinate& at) {
        const Lines lines = ExchangeOp::lines(args, in);
        const std::uint32_t place = lines.place(at);
        const auto part = part_of(args, lines, place);
        ProgramDescriptor program;
        if (!part || (args.on_line && *args.on_line != lines.across(at))) return program;
        const Buffer& pages = *in[0].buffer();
        const auto page = static_cast<std::uint32_t>(pages.page_size());
        const auto stride = static_cast<std::uint32_t>(pages.aligned_page_size());
        const CoreRangeSet cores(CoreRange(args.cores.core(0), args.cores.core(lines.links() - 1)));
        program::Split split = program::split(
            *in[0].device(), std::max<std::uint32_t>(pages.num_pages(), lines.links()), cores);
        for (program::Share& share : split.shares)
            share.count = !(part->sends || part->writes) || share.first >= pages.num_pages()
                              ? 0
                              : std::min(share.count, pages.num_pages() - share.first);
        const Cut cut = ExchangeOp::cut(args, in, lines);
        const Banked way = part->sends ? banked(out[0], cut.inner, page) : Banked{};
        if (way.most > 1) {
            program.cbs.push_back(program::circular_buffer(kPages, in[0].dtype(), way.most * page,
                                                           kBankedEntries, split.cores));
            program.kernels.push_back(packet_reader(in[0], cut, way, lines, split, place));
        } else {
            program.cbs.push_back(program::circular_buffer(kPages, in[0].dtype(), stride,
                                                           2 * program::kBatch, split.cores));
            program.kernels.push_back(
                program::page_reader(kPages, in[0], stride, program::kBatch, split));
        }
        program.kernels.push_back(
            sender(args, out, lines, at, *part, page, stride, split, cut, way));
        add_ways(lines, at, *part, split, way, program);
        return program;
    }

    static Cut cut(const Args& args, Inputs in, const Lines& lines) {
        if (args.kind == Exchange::gather)
            return cut_of(name, in[0], in[0].tensor_spec(), args.dim, lines.length());
        // As it is.
        return {.inner = std::max<std::uint32_t>(in[0].buffer()->num_pages(), 1)};
    }

    static KernelDescriptor packet_reader(const Tensor& from, const Cut& cut, const Banked& way,
                                          const Lines& lines, const program::Split& split,
                                          std::uint32_t place) {
        KernelDescriptor kernel =
            program::data_mover("ccl/kernels/read_packets.cpp", true, split.cores);
        kernel.compile_time_args = {kPages};
        program::append_sized(kernel, from);
        kernel.emplace_common_runtime_args({from.buffer(), program::page_bytes(from), cut.inner,
                                            way.banks, way.most, place * lines.links()});
        for (std::uint32_t link = 0; link < split.shares.size(); link++) {
            const program::Share& share = split.shares[link];
            kernel.emplace_runtime_args(
                share.core,
                {share.first, share.count, second_half(share.first, share.count, link), link});
        }
        return kernel;
    }

    static KernelDescriptor sender(const Args& args, Outputs out, const Lines& lines,
                                   const MeshCoordinate& at, const Part& part, std::uint32_t page,
                                   std::uint32_t stride, const program::Split& split,
                                   const Cut& cut, const Banked& way) {
        const std::uint32_t own = lines.place(at),
                            place = args.reversed ? lines.length() - 1 - own : own;
        const Tensor& to = out[args.kind == Exchange::broadcast ? own : 0];
        const bool rows = args.kind == Exchange::gather && cut.offset != 0;
        const std::array<std::uint32_t, 2>& words = args.words;
        KernelDescriptor kernel = program::data_mover(
            way.most > 1 ? "ccl/kernels/send_packets.cpp" : "ccl/kernels/send_pages.cpp", false,
            split.cores);
        kernel.compile_time_args = {kPages};
        program::append_sized(kernel, to);
        KernelDescriptor::RTArgList common;
        common.push_back(to.buffer());
        common.append({page, stride, cut.inner, cut.step,
                       args.kind == Exchange::gather && !rows ? place * cut.inner : 0u,
                       rows ? place * cut.offset : 0u, words[0], words[1], part.announces ? 1u : 0u,
                       part.awaited, part.sends ? 1u : 0u, part.senders, part.writes ? 1u : 0u,
                       program::page_bytes(to)});
        if (way.most > 1) common.append({way.banks, way.most, own * lines.links()});
        kernel.emplace_common_runtime_args(common);
        return kernel;
    }

    static void add_ways(const Lines& lines, const MeshCoordinate& at, const Part& part,
                         const program::Split& split, const Banked& banked,
                         ProgramDescriptor& program) {
        for (std::uint32_t link = 0; link < split.shares.size(); link++) {
            const program::Share& share = split.shares[link];
            std::vector<uint32_t> args{share.first, share.count,
                                       second_half(share.first, share.count, link)};
            if (banked.most > 1) args.push_back(link);
            lines.append_way(at, true, part.ahead, link, program, share.core, args);
            lines.append_way(at, false, part.behind, link, program, share.core, args);
            program.kernels.back().runtime_args.emplace_back(share.core, std::move(args));
        }
    }
};

Protocol protocol_of(Exchange kind) {
    switch (kind) {
        case Exchange::gather:
            return Protocol::gather;
        case Exchange::broadcast:
            return Protocol::broadcast;
        case Exchange::one_to_all:
            return Protocol::one_to_all;
        case Exchange::one_to_one:
            break;
    }
    return Protocol::one_to_one;
}

std::uint32_t place_on(const ExchangeCall& call, const Lines& lines,
                       const std::optional<MeshCoordinate>& at) {
    if (!at) return 0;
    TT_FATAL(at->dims() == 2, "{}: a coordinate has {} dimensions, 2 are allowed", call.op,
             at->dims());
    return lines.place(*at);
}

// Shards that cut rows have pages of their own, which nobody else's need be like.
bool cuts_rows(Layout layout, const MemoryConfig& memory) {
    return layout == Layout::ROW_MAJOR && memory.is_sharded() &&
           memory.memory_layout() != TensorMemoryLayout::HEIGHT_SHARDED;
}

// By way of interleaved rows.
std::vector<Tensor> exchange_rows(ExchangeCall call, const Tensor& input,
                                  const MemoryConfig& memory, const std::optional<Tensor>& output) {
    call.memory = DRAM_MEMORY_CONFIG;
    std::vector<Tensor> all = exchange(call, to_memory_config(input, DRAM_MEMORY_CONFIG));
    for (Tensor& one : all) one = to_memory_config(one, memory, std::nullopt, output);
    return all;
}

}  // namespace

std::vector<Tensor> exchange(const ExchangeCall& call, const Tensor& input,
                             const std::optional<Tensor>& output) {
    TT_FATAL(input.storage_type() == StorageType::DEVICE, "{}: the input must be on a device",
             call.op);
    MeshDevice& mesh = *input.device();
    const Lines lines(call.op, mesh, call.axis, call.topology, call.links);
    const MemoryConfig memory = call.memory ? *call.memory
                                : output    ? output->memory_config()
                                            : input.memory_config();
    if (lines.length() == 1) return {copy_of(input, memory, output)};
    const bool alike = call.kind != Exchange::gather && input.memory_config() == memory;
    if (!alike &&
        (cuts_rows(input.layout(), input.memory_config()) || cuts_rows(input.layout(), memory)))
        return exchange_rows(call, input, memory, output);
    if (call.kind == Exchange::gather)
        cut_of(call.op, input, input.tensor_spec(), call.dim, lines.length());
    const std::optional<Tensor> given[] = {output};
    std::optional<std::uint32_t> on_line;
    if (call.kind == Exchange::one_to_one || !call.all_lines) on_line = lines.across(*call.sender);
    const std::uint32_t receiver = place_on(call, lines, call.receiver);
    const Place cores = place_of(call.op, mesh, call.cores, lines.links());
    const Words own = words_of(mesh, {lines.axis(), protocol_of(call.kind), receiver, cores});
    return run<ExchangeOp>(
        {call.kind, call.dim, place_on(call, lines, call.sender), receiver, on_line, call.axis,
         call.topology, call.links, memory, tt::tt_fabric::GetFabricConfig(), call.barrier,
         call.reversed, cores,
         std::array{call.ready.value_or(own.ready), call.done.value_or(own.done)}},
        {&input}, given);
}

}  // namespace ttnn::ccl
