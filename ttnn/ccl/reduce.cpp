// A slice travels to its device from both sides and every device on the way adds its own.
#include "ccl/reduce.hpp"

#include <numeric>
#include <tt-metalium/mesh_device.hpp>
#include <tt_stl/assert.hpp>

#include "ccl/exchange.hpp"
#include "core/program.hpp"

namespace ttnn::ccl {

using namespace tt::tt_metal;

namespace {

constexpr std::uint8_t kOwn = 0, kPartial = 1, kOther = 2, kRaw = 3, kSum = 16;

struct ReduceOp {
    static constexpr std::string_view name = "ccl_reduce";
    struct Args {
        int dim;
        std::optional<uint32_t> axis;
        std::optional<Topology> topology;
        std::optional<uint32_t> links;
        MemoryConfig memory;
        tt::tt_fabric::FabricConfig fabric;
        Place cores;
        Live<Words> words;
    };

    static Lines lines(const Args& args, Inputs in) {
        return {name, *in[0].device(), args.axis, args.topology, args.links};
    }
    static void validate(const Args&, Inputs in) {
        TT_FATAL(!in[0].is_sharded(), "{}: the input is sharded, interleaved is allowed", name);
    }
    // The slice, and partial sums that come from either side.
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        const Shape& whole = in[0].logical_shape();
        Shape shape = whole;
        shape[args.dim] /= lines(args, in).length();
        const auto spec = [&](const Shape& s, const MemoryConfig& memory) {
            return TensorSpec(s, TensorLayout(in[0].dtype(), PageConfig(Layout::TILE), memory));
        };
        return {spec(shape, args.memory), spec(whole, MemoryConfig{}), spec(whole, MemoryConfig{})};
    }

    // Of the reader and of the sender.
    static std::vector<DynamicRuntimeArg> live(const Args& args, Inputs, Outputs) {
        const Words& w = args.words;
        const auto at = [](std::uint32_t kernel, std::uint32_t arg, std::uint32_t value) {
            return DynamicRuntimeArg{
                .kernel_idx = kernel, .arg_idx = arg, .value = value, .is_common = true};
        };
        return {at(0, 4, w.passing), at(0, 5, w.ahead), at(0, 6, w.behind), at(2, 4, w.ready),
                at(2, 5, w.passing), at(2, 6, w.ahead), at(2, 7, w.behind)};
    }

    // The worker of one link in one direction.
    struct Worker {
        CoreCoord core;
        std::uint32_t link;
        bool backwards;
        std::uint32_t first, count, batch;  // pages of a slice
        Lines::Reach reach;
        bool arrives;  // sums from behind, for all that it sends but what it begins itself
        bool left = false, right = false;  // of its own slice, if it puts that together
        std::uint32_t half;

        bool finishes() const { return left || right; }
        std::uint32_t pages(int h) const {
            const std::uint32_t end = first + count, cut = std::clamp(half, first, end);
            return h == 0 ? cut - first : end - cut;
        }
        // Those that it begins are at the far end of a ring, and all at the end of a line.
        std::uint32_t origin(int h, bool ring) const {
            return ring ? reach.data[h] : arrives ? ~0u : 0u;
        }
        std::uint32_t sums(bool ring) const {
            std::uint32_t all = 0;
            for (const int h : {0, 1})
                if (arrives) all += pages(h) * (reach.data[h] - (ring ? 1 : 0));
            return all;
        }
        std::vector<uint32_t> walk(bool ring) const {
            return {backwards ? 1u : 0u, first,           count,           batch, reach.data[0],
                    reach.data[1],       origin(0, ring), origin(1, ring), half};
        }
    };

    // Few pages pass more devices at a time when they come in short batches.
    static std::uint32_t batch_of(std::uint32_t pages) {
        return pages <= 8 * program::kBatch ? program::kBatch / 2 : program::kBatch;
    }

    static std::vector<Worker> workers(const Lines& lines, std::uint32_t place,
                                       const program::Split& split, const Place& cores) {
        std::vector<Worker> all;
        for (std::uint32_t link = 0; link < split.shares.size(); link++)
            for (const bool backwards : {false, true}) {
                const program::Share& share = split.shares[link];
                Worker w{.core = cores.core(link, backwards),
                         .link = link,
                         .backwards = backwards,
                         .first = share.first,
                         .count = share.count,
                         .batch = 1,
                         .reach = lines.halves(place, !backwards),
                         .arrives = lines.halves(place, backwards).told > 0,
                         .half = second_half(share.first, share.count, link)};
                w.reach.told = std::min(w.reach.told, 1u);  // its neighbour
                w.batch = std::gcd(std::gcd(w.pages(0), w.pages(1)), batch_of(w.count));
                if (!backwards) {
                    w.left = w.arrives;
                    w.right = w.reach.told > 0;
                }
                all.push_back(w);
            }
        return all;
    }

    struct Plan {
        const Lines& lines;
        const MeshCoordinate& at;
        const Tensor &in, &out, &ahead, &behind;
        Cut cut;
        CoreRangeSet cores;
        std::vector<Worker> workers;
        Place place_of_cores;
        Words words;
        std::uint32_t page;
        std::uint32_t place() const { return lines.place(at); }
    };

    static ProgramDescriptor program_at(const Args& args, Inputs in, Outputs out,
                                        const MeshCoordinate& at) {
        const Lines lines = ReduceOp::lines(args, in);
        const std::uint32_t pages = out[0].buffer()->num_pages();
        program::Split split = program::split(
            *in[0].device(), std::max(pages, lines.links()),
            CoreRangeSet(CoreRange(args.cores.core(0), args.cores.core(lines.links() - 1))));
        for (program::Share& share : split.shares)
            share.count = share.first >= pages ? 0 : std::min(share.count, pages - share.first);
        const Plan plan{
            lines,
            at,
            in[0],
            out[0],
            out[1],
            out[2],
            cut_of(name, in[0], out[0].tensor_spec(), args.dim, lines.length()),
            CoreRangeSet(CoreRange(args.cores.core(0), args.cores.core(lines.links() - 1, true))),
            workers(lines, lines.place(at), split, args.cores),
            args.cores,
            args.words,
            static_cast<std::uint32_t>(in[0].buffer()->page_size())};
        ProgramDescriptor program;
        for (const std::uint8_t cb : {kOwn, kPartial, kOther, kRaw, kSum})
            program.cbs.push_back(program::tile_buffer(cb, in[0].dtype(), plan.cores));
        program.kernels.push_back(reader(plan));
        program.kernels.push_back(adder(plan));
        program.kernels.push_back(sender(plan));
        add_ways(plan, program);
        return program;
    }

    static KernelDescriptor reader(const Plan& plan) {
        KernelDescriptor kernel =
            program::data_mover("ccl/kernels/read_partials.cpp", true, plan.cores);
        program::append(kernel, plan.in);
        program::append(kernel, plan.ahead);
        kernel.emplace_common_runtime_args(
            {plan.in.buffer(), plan.ahead.buffer(), plan.behind.buffer(), plan.page,
             plan.words.passing, plan.words.ahead, plan.words.behind, plan.lines.length(),
             plan.place(), plan.cut.inner, plan.cut.step});
        for (const Worker& w : plan.workers) {
            std::vector<uint32_t> args = w.walk(plan.lines.ring());
            args.push_back((w.left ? 1u : 0u) | (w.right ? 2u : 0u));
            kernel.runtime_args.emplace_back(w.core, std::move(args));
        }
        return kernel;
    }

    static KernelDescriptor adder(const Plan& plan) {
        const DataType dtype = plan.in.dtype();
        KernelDescriptor kernel =
            program::compute("ccl/kernels/add_partials.cpp", plan.cores,
                             {{kOwn, dtype}, {kPartial, dtype}, {kOther, dtype}}, dtype);
        for (const Worker& w : plan.workers)
            kernel.emplace_runtime_args(w.core,
                                        {w.sums(plan.lines.ring()), w.finishes() ? w.count : 0u,
                                         w.left && w.right ? 1u : 0u});
        return kernel;
    }

    static KernelDescriptor sender(const Plan& plan) {
        KernelDescriptor kernel =
            program::data_mover("ccl/kernels/send_partials.cpp", false, plan.cores);
        program::append(kernel, plan.ahead);
        program::append(kernel, plan.out);
        kernel.emplace_common_runtime_args(
            {plan.ahead.buffer(), plan.behind.buffer(), plan.out.buffer(), plan.page,
             plan.words.ready, plan.words.passing, plan.words.ahead, plan.words.behind,
             plan.lines.length(), plan.place(), plan.cut.inner, plan.cut.step});
        return kernel;
    }

    static void add_ways(const Plan& plan, ProgramDescriptor& program) {
        const auto add_core = [&](std::vector<uint32_t>& args, const CoreCoord& core) {
            const CoreCoord v = plan.in.device()->worker_core_from_logical_core(core);
            args.insert(args.end(),
                        {static_cast<std::uint32_t>(v.x), static_cast<std::uint32_t>(v.y)});
        };
        for (const Worker& w : plan.workers) {
            std::vector<uint32_t> args = w.walk(plan.lines.ring());
            args.push_back(w.finishes() ? 1u : 0u);
            add_core(args, plan.place_of_cores.core(w.link));
            add_core(args, plan.place_of_cores.core(w.link, !w.backwards));
            plan.lines.append_way(plan.at, !w.backwards, {1, w.reach.told, {1, 1}}, w.link, program,
                                  w.core, args);
            program.kernels.back().runtime_args.emplace_back(w.core, std::move(args));
        }
    }
};

}  // namespace

bool reduces_on_the_way(const Tensor& input, int dim, std::uint32_t devices) {
    if (input.layout() != Layout::TILE || input.is_sharded()) return false;
    if (input.dtype() != DataType::BFLOAT16 && input.dtype() != DataType::FLOAT32 &&
        input.dtype() != DataType::BFLOAT8_B)
        return false;
    const int rank = static_cast<int>(input.logical_shape().rank());
    return input.logical_shape()[dim] % (devices * (dim >= rank - 2 ? 32 : 1)) == 0;
}

Tensor reduce_on_the_way(const ReduceCall& call, const Tensor& input,
                         const std::optional<Tensor>& output) {
    const MemoryConfig memory = call.memory ? *call.memory
                                : output    ? output->memory_config()
                                            : input.memory_config();
    TT_FATAL(!memory.is_sharded(), "{}: memory_config is sharded, interleaved is allowed", call.op);
    const std::optional<Tensor> given[] = {output, std::nullopt, std::nullopt};
    const Lines lines(call.op, *input.device(), call.axis, call.topology, call.links);
    const Place cores = place_of(call.op, *input.device(), call.cores, lines.links());
    const Words own = words_of(*input.device(), {lines.axis(), Protocol::reduce, 0, cores});
    return run<ReduceOp>({call.dim, call.axis, call.topology, call.links, memory,
                          tt::tt_fabric::GetFabricConfig(), cores, call.words.value_or(own)},
                         {&input}, given)
        .front();
}

}  // namespace ttnn::ccl
