// The operation behind collectives whose pages go to one device each.
#include "ccl/routed.hpp"

#include <tt-metalium/mesh_device.hpp>
#include <tt_stl/assert.hpp>

#include "ccl/exchange.hpp"
#include "core/program.hpp"

namespace ttnn::ccl {

using namespace tt::tt_metal;

namespace {

constexpr std::uint8_t kRouted = 0, kRecords = 1, kScratch = 2;
constexpr std::uint32_t kRecordBytes = 16;
constexpr std::uint32_t kMostTold = 4;      // of ccl/kernels/records.h
constexpr std::uint32_t kIndices = 256;     // rows that a reader has at a time
constexpr std::uint32_t kMostDevices = 32;  // bits of a record

struct RoutedOp {
    static constexpr std::string_view name = "ccl_route";
    struct Args {
        Routed kind;
        int in_dim, out_dim, line_dim;
        bool reduced;
        std::optional<uint32_t> axis;
        std::optional<Topology> topology;
        std::optional<uint32_t> links;
        MemoryConfig memory;
        tt::tt_fabric::FabricConfig fabric;
        Place cores;
    };

    static Lines lines(const Args& args, Inputs in) {
        return {name, *in[0].device(), args.axis, args.topology, args.links};
    }
    static void validate(const Args&, Inputs in) {
        for (std::size_t i = 0; i < in.size(); i++)
            TT_FATAL(!in[i].is_sharded(), "{}: input {} is sharded, interleaved is allowed", name,
                     i);
    }

    static TensorSpec like(const Args& args, const Tensor& in, const Shape& shape) {
        return {shape, TensorLayout(in.dtype(), PageConfig(in.layout()), args.memory)};
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        const std::uint32_t length = lines(args, in).length();
        const Shape& s = in[0].logical_shape();
        if (args.kind == Routed::parts) {
            Shape shape = s;
            shape[args.in_dim] *= length;
            shape[args.out_dim] /= length;
            return {like(args, in[0], shape)};
        }
        Shape shape = args.kind == Routed::dispatch
                          ? Shape({1, s[0], s[1] * s[2], s[3]})
                          : Shape({in[1].logical_shape()[3], s[1], s[2], s[3]});
        if (args.kind == Routed::dispatch)
            shape[args.line_dim] *= length;
        else
            shape[args.line_dim] /= length;
        std::vector<TensorSpec> all{like(args, in[0], shape)};
        if (args.kind == Routed::dispatch) {
            shape[3] = in[1].logical_shape()[3];
            all.push_back(like(args, in[1], shape));
        }
        return all;
    }

    // What the kernels of a device are made from.
    struct Plan {
        const Args& args;
        Inputs in;
        const Tensor& out;
        const Tensor& told;  // dispatch: the indices of all; otherwise `out`
        const Lines& lines;
        const MeshCoordinate& at;
        program::Split split;
        std::uint32_t place() const { return lines.place(at); }
    };

    static std::uint32_t page_bytes(const Tensor& t) {
        return static_cast<std::uint32_t>(t.buffer()->page_size());
    }
    static std::uint32_t stride(const Tensor& t) {
        return static_cast<std::uint32_t>(t.buffer()->aligned_page_size());
    }
    // A part of the tensor that all_to_all moves.
    static TensorSpec part(const Args& args, const Tensor& in, std::uint32_t length) {
        Shape shape = in.logical_shape();
        shape[args.out_dim] /= length;
        return like(args, in, shape);
    }
    static std::uint32_t units(const Args& args, Inputs in, std::uint32_t length) {
        if (args.kind == Routed::parts) {
            const Cut cut = cut_of(name, in[0], part(args, in[0], length), args.out_dim, length);
            return in[0].buffer()->num_pages() / (cut.offset != 0 ? 1 : length);
        }
        return in[1].buffer()->num_pages();  // a row of indices for each token
    }

    static ProgramDescriptor program_at(const Args& args, Inputs in, Outputs out,
                                        const MeshCoordinate& at) {
        const Lines lines = RoutedOp::lines(args, in);
        const CoreRangeSet cores(CoreRange(args.cores.core(0), args.cores.core(lines.links() - 1)));
        const std::uint32_t units = RoutedOp::units(args, in, lines.length());
        Plan plan{args,
                  in,
                  out[0],
                  out[args.kind == Routed::dispatch ? 1 : 0],
                  lines,
                  at,
                  program::split(*in[0].device(), std::max(units, lines.links()), cores)};
        for (program::Share& share : plan.split.shares)
            share.count = share.first >= units ? 0 : std::min(share.count, units - share.first);
        ProgramDescriptor program;
        const Banked way = banked(plan);
        std::uint32_t page = std::max(stride(in[0]), stride(out[0]));
        if (args.kind == Routed::dispatch) page = std::max(page, kMostTold * page_bytes(out[1]));
        program.cbs.push_back(
            program::circular_buffer(kRouted, in[0].dtype(), way.most * page,
                                     way.most > 1 ? kBankedEntries : 2 * program::kBatch, cores));
        program.cbs.push_back(program::circular_buffer(kRecords, DataType::UINT32, kRecordBytes,
                                                       2 * program::kBatch, cores));
        program.kernels.push_back(args.kind == Routed::parts ? parts_reader(plan)
                                                             : token_reader(plan, program));
        for (std::uint32_t link = 0; link < plan.split.shares.size(); link++) {
            const program::Share& share = plan.split.shares[link];
            if (args.kind == Routed::combine)
                program.kernels.back().emplace_runtime_args(share.core, {link, lines.links()});
            else
                program.kernels.back().emplace_runtime_args(share.core, {share.first, share.count});
        }
        program.kernels.push_back(sender(plan));
        add_ways(plan, program);
        return program;
    }

    // all_to_all: packets of pages that lie behind one another at their device.
    static Banked banked(const Plan& plan) {
        if (plan.args.kind != Routed::parts) return {};
        const std::uint32_t length = plan.lines.length();
        const TensorSpec part = RoutedOp::part(plan.args, plan.in[0], length);
        const Cut cut = cut_of(name, plan.in[0], part, plan.args.out_dim, length);
        const Cut put = cut_of(name, plan.in[0], part, plan.args.in_dim, length);
        if (cut.offset != 0 || put.offset != 0) return {};
        return ccl::banked(plan.out, put.inner, page_bytes(plan.in[0]));
    }
    static KernelDescriptor parts_reader(const Plan& plan) {
        const Args& args = plan.args;
        const Tensor& in = plan.in[0];
        const std::uint32_t length = plan.lines.length();
        const TensorSpec part = RoutedOp::part(args, in, length);
        const Cut cut = cut_of(name, in, part, args.out_dim, length);
        const Cut put = cut_of(name, in, part, args.in_dim, length);
        const Banked way = banked(plan);
        const auto shift = [](const Cut& c) { return c.offset != 0 ? 0 : c.inner; };
        KernelDescriptor kernel =
            program::data_mover("ccl/kernels/read_parts.cpp", true, plan.split.cores);
        kernel.compile_time_args = {kRouted, kRecords};
        program::append(kernel, in);
        kernel.emplace_common_runtime_args({in.buffer(), moved_bytes(plan), length, plan.place(),
                                            cut.inner, cut.step, shift(cut), cut.offset, put.inner,
                                            put.step, shift(put), put.offset, way.banks, way.most,
                                            way.most > 1 ? 1u : program::kBatch});
        return kernel;
    }
    // A page of a part: less than a page of either tensor if rows are cut or put together.
    static std::uint32_t moved_bytes(const Plan& plan) {
        return std::min(page_bytes(plan.in[0]), page_bytes(plan.out));
    }

    static std::uint32_t banks(const Tensor& t) {
        return t.device()->allocator()->get_num_banks(t.buffer()->buffer_type());
    }
    // Bytes of so many rows, as many of each bank.
    static std::uint32_t room_for(const Tensor& t, std::uint32_t rows) {
        const std::uint32_t all = banks(t);
        return (rows + all - 1) / all * all * stride(t);
    }
    static KernelDescriptor token_reader(const Plan& plan, ProgramDescriptor& program) {
        const bool back = plan.args.kind == Routed::combine;
        const Tensor &data = plan.in[0], &indices = plan.in[1], &mapping = plan.in[2];
        const Shape& map = mapping.logical_shape();
        const std::uint32_t length = plan.lines.length(), experts = map[2];
        const std::uint32_t chosen = indices.logical_shape()[3];
        // As ccl/kernels/experts.h holds them: places of experts, the mapping, rows of indices.
        const std::uint32_t table = (experts * 2 + 63) / 64 * 64;
        const std::uint32_t of_mapping = room_for(mapping, experts),
                            of_indices = room_for(indices, kIndices);
        program.cbs.push_back(program::circular_buffer(
            kScratch, DataType::UINT16, table + of_mapping + of_indices, 1, plan.split.cores));
        KernelDescriptor kernel = program::data_mover(
            back ? "ccl/kernels/read_combined.cpp" : "ccl/kernels/read_dispatched.cpp", true,
            plan.split.cores);
        kernel.compile_time_args = {kRouted, kRecords, kScratch};
        if (back) kernel.compile_time_args.push_back(plan.args.reduced ? 1 : 0);
        for (const Tensor* t : {&data, &indices, &mapping}) program::append_sized(kernel, *t);
        // Tokens of one device among those of the line.
        const Shape& tokens = (back ? plan.out : indices).logical_shape();
        const std::uint32_t batch = back ? tokens[1] : tokens[0],
                            sequence = back ? tokens[2] : tokens[1] * tokens[2];
        const std::uint32_t inner = plan.args.line_dim == 1 ? batch * sequence : sequence;
        const MeshCoordinate first = plan.lines.device(plan.at, 0);
        const MeshShape& shape = data.device()->shape();
        const bool along_rows = plan.lines.axis() == 1;
        KernelDescriptor::RTArgList common;
        for (const Tensor* t : {&data, &indices, &mapping}) common.push_back(t->buffer());
        common.append({page_bytes(data), plan.place(), inner, inner * length,
                       first[0] * shape[1] + first[1], along_rows ? 1u : shape[1], length, experts,
                       chosen});
        for (const Tensor* t : {&data, &indices, &mapping})
            common.push_back(program::page_bytes(*t));
        common.append({banks(indices), stride(indices), banks(mapping), stride(mapping), table,
                       of_mapping, of_indices});
        if (back) common.push_back(batch * sequence * length);
        kernel.emplace_common_runtime_args(common);
        return kernel;
    }

    static KernelDescriptor sender(const Plan& plan) {
        const Words words = words_of(*plan.in[0].device(),
                                     {plan.lines.axis(), Protocol::routed, 0, plan.args.cores});
        KernelDescriptor kernel =
            program::data_mover("ccl/kernels/send_routed.cpp", false, plan.split.cores);
        kernel.compile_time_args = {kRouted, kRecords};
        program::append_sized(kernel, plan.out);
        program::append_sized(kernel, plan.told);
        kernel.emplace_common_runtime_args(
            {plan.out.buffer(), moved_bytes(plan), words.ready, words.done, plan.lines.heard(),
             plan.lines.length(), plan.place(), program::page_bytes(plan.out), plan.told.buffer(),
             program::page_bytes(plan.told), page_bytes(plan.told)});
        return kernel;
    }

    static void add_ways(const Plan& plan, ProgramDescriptor& program) {
        for (std::uint32_t link = 0; link < plan.split.shares.size(); link++) {
            const CoreCoord& core = plan.split.shares[link].core;
            std::vector<uint32_t> args;
            for (std::uint32_t to = 0; to < plan.lines.length(); to++)
                args.push_back(plan.lines.target(plan.at, to));
            args.push_back((link + plan.place()) % 2);
            for (const bool forwards : {true, false})
                plan.lines.append_way(plan.at, forwards, plan.lines.halves(plan.place(), forwards),
                                      link, program, core, args);
            program.kernels.back().runtime_args.emplace_back(core, std::move(args));
        }
    }
};

void check_rows(std::string_view op, std::string_view what, const Tensor& t, DataType dtype) {
    TT_FATAL(t.storage_type() == StorageType::DEVICE, "{}: {} must be on a device", op, what);
    TT_FATAL(t.layout() == Layout::ROW_MAJOR && t.dtype() == dtype && t.logical_shape().rank() == 4,
             "{}: {} is {} of {} in {}, rank 4 of {} in ROW_MAJOR is allowed", op, what,
             t.logical_shape(), t.dtype(), t.layout(), dtype);
}

void check_tokens(const RoutedCall& call, const Tensor& data, const Tensor& indices,
                  const Tensor& mapping) {
    check_rows(call.op, "the input", data, DataType::BFLOAT16);
    check_rows(call.op, "the tensor of indices", indices, DataType::UINT16);
    check_rows(call.op, "the mapping", mapping, DataType::UINT16);
    const Shape& map = mapping.logical_shape();
    const std::size_t devices = data.device()->num_devices();
    TT_FATAL(map[3] == devices, "{}: the mapping has {} columns, {} devices are in the mesh",
             call.op, map[3], devices);
    TT_FATAL(map[2] % devices == 0, "{}: there are {} experts, a multiple of {} is allowed",
             call.op, map[2], devices);
    TT_FATAL(call.line_dim == 1 || call.line_dim == 2,
             "{}: the dimension that is spread over devices is {}, 1 and 2 are allowed", call.op,
             call.line_dim);
    const Shape &d = data.logical_shape(), &i = indices.logical_shape();
    const bool fits =
        call.kind == Routed::dispatch
            ? d[0] == i[0] && d[1] == i[1] && d[2] == i[2] && (d[1] == 1 || d[2] == 1)
            : d[1] == i[1] && d[2] == i[2] && d[0] == (call.reduced ? d[0] : map[2] / devices);
    TT_FATAL(fits, "{}: an input of {} does not go with indices of {} and {} experts on {} devices",
             call.op, d, i, map[2], devices);
}

void check_parts(const RoutedCall& call, const Tensor& in, std::uint32_t length) {
    TT_FATAL(call.in_dim != call.out_dim, "{}: in_dim and out_dim are both {}", call.op,
             call.in_dim);
    const std::uint32_t size = in.logical_shape()[call.out_dim];
    TT_FATAL(size % length == 0, "{}: dim {} has {} elements, a multiple of {} is allowed", call.op,
             call.out_dim, size, length);
    Shape shape = in.logical_shape();
    shape[call.out_dim] /= length;
    const TensorSpec part(shape,
                          TensorLayout(in.dtype(), PageConfig(in.layout()), in.memory_config()));
    for (const int dim : {call.in_dim, call.out_dim}) cut_of(call.op, in, part, dim, length);
}

}  // namespace

std::vector<Tensor> route(const RoutedCall& call, std::initializer_list<const Tensor*> inputs,
                          const std::optional<Tensor>& output, const std::optional<Tensor>& told) {
    const Tensor& in = **inputs.begin();
    TT_FATAL(in.storage_type() == StorageType::DEVICE, "{}: the input must be on a device",
             call.op);
    const Lines lines(call.op, *in.device(), call.axis, call.topology, call.links);
    TT_FATAL(lines.length() <= kMostDevices, "{}: the line has {} devices, up to {} are allowed",
             call.op, lines.length(), kMostDevices);
    const MemoryConfig memory = call.memory ? *call.memory
                                : output    ? output->memory_config()
                                            : in.memory_config();
    TT_FATAL(!memory.is_sharded(), "{}: memory_config is sharded, interleaved is allowed", call.op);
    if (call.kind == Routed::parts)
        check_parts(call, in, lines.length());
    else
        check_tokens(call, in, *inputs.begin()[1], *inputs.begin()[2]);
    const std::optional<Tensor> given[] = {output, told};
    return run<RoutedOp>(
        {call.kind, call.in_dim, call.out_dim, call.line_dim, call.reduced, call.axis,
         call.topology, call.links, memory, tt::tt_fabric::GetFabricConfig(),
         place_of(call.op, *in.device(), call.cores, lines.links())},
        inputs, std::span(given).first(call.kind == Routed::dispatch ? 2 : 1));
}

}  // namespace ttnn::ccl
