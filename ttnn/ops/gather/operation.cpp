// Programs of gather.
#include "ops/gather/operation.hpp"

#include <algorithm>
#include <tt-metalium/distributed.hpp>
#include <tt_stl/assert.hpp>

#include "core/program.hpp"
#include "ops/eltwise/eltwise.hpp"

namespace ttnn::gather_op {

using namespace tt::tt_metal;

namespace {

constexpr std::uint32_t kDims = 6;  // as the kernels have it

class GatherBuilder {
 public:
    GatherBuilder(const GatherOp::Args& args, Inputs in, Outputs out)
        : args_(args),
          t_(args.task),
          s_(sizes_of(args.variant, args.task)),
          in_(in),
          out_(out[0]),
          cores_(corerange_to_cores(args.cores, std::nullopt, true)) {}

    ProgramDescriptor build() {
        if (args_.variant == Variant::ROW_OWNER) return rows();
        if (args_.variant == Variant::DIRECT_READS || args_.variant == Variant::PARTITIONED_L1)
            return fetches();
        return stream();
    }

 private:
    bool shared() const { return shares_stream(args_.variant); }

    // Pages of a row of the input between rows of the index: the extents of the index, innermost
    // first, and the input's strides.
    std::vector<std::uint32_t> row_map() const {
        const auto &a = in_[0].logical_shape(), &b = in_[1].logical_shape();
        std::vector<std::uint32_t> words = {t_.matrix_rows(), 1};
        std::uint32_t stride = a.rank() < 2 ? 1 : t_.tiles ? (a[-2] + 31) / 32 : a[-2];
        for (std::size_t d = 3; d <= a.rank(); d++) {
            const auto at = -static_cast<std::int32_t>(d);
            words.insert(words.end(), {b[at], stride});
            stride *= a[at];
        }
        while (words.size() < 2 * kDims) words.insert(words.end(), {1u, 0u});
        return words;
    }

    void set_common(KernelDescriptor& kernel, const std::vector<std::uint32_t>& extra) const {
        KernelDescriptor::RTArgList words;
        words.push_back(in_[0].buffer());
        words.push_back(in_[1].buffer());
        words.push_back(out_.buffer());
        words.append(
            {t_.in_tiles(), t_.out_tiles(), t_.width, t_.out_width, t_.height, t_.matrix_rows()});
        words.append(row_map());
        words.append(extra);
        kernel.emplace_common_runtime_args(words);
    }

    KernelDescriptor kernel(std::string_view name, bool reads,
                            const std::vector<std::uint32_t>& compile_time,
                            std::initializer_list<const Tensor*> tensors) const {
        KernelDescriptor kernel = program::data_mover(
            "ops/gather/kernels/" + std::string(name) + ".cpp", reads, args_.cores);
        kernel.compile_time_args = {t_.element, t_.index_bytes};
        kernel.compile_time_args.insert(kernel.compile_time_args.end(), compile_time.begin(),
                                        compile_time.end());
        for (const Tensor* tensor : tensors) program::append(kernel, *tensor);
        return kernel;
    }

    // Plain room for the kernels, under the number of a circular buffer.
    CBDescriptor room(std::uint8_t index, std::uint64_t bytes, std::uint32_t pages = 1) const {
        const auto page = static_cast<std::uint32_t>((bytes + 63) / 64 * 64);
        return program::circular_buffer(index, DataType::UINT32, page, pages, args_.cores);
    }

    void add_semaphores(ProgramDescriptor& program, std::uint32_t count) const {
        for (std::uint32_t id = 0; id < count; id++)
            program.semaphores.push_back(
                {.id = id, .core_ranges = args_.cores, .initial_value = 0});
    }

    // Of a core in the group of all; the places only where it is asked.
    void append_group(KernelDescriptor::RTArgList& words, std::uint32_t number, bool shares) const {
        const auto size = static_cast<std::uint32_t>(cores_.size());
        words.append({number, shares ? size : 1});
        if (!shares || size == 1) return;
        const auto& device = *in_[0].device();
        const CoreRange box = args_.cores.bounding_box();
        const auto add = [&](CoreCoord c, bool packed) {
            const CoreCoord at = device.worker_core_from_logical_core(c);
            if (packed)
                words.push_back(static_cast<std::uint32_t>(at.x << 16 | at.y));
            else
                words.append({static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y)});
        };
        add(box.start_coord, false);
        add(box.end_coord, false);
        for (const CoreCoord& core : cores_) add(core, true);
    }

    ProgramDescriptor stream() {
        const bool sticks = !t_.tiles;
        const std::uint64_t page =
            sticks ? (1ull * t_.width * t_.element + 63) / 64 * 64 : 1024ull * t_.element;
        ProgramDescriptor program;
        add_semaphores(program, 3);
        program.cbs = {room(0, page, s_.batch * s_.batches)};
        if (shared()) program.cbs.push_back(room(2, page, s_.batch));
        const std::uint64_t kept =
            sticks ? up_columns() : static_cast<std::uint64_t>(s_.kept) * 1024;
        program.cbs.push_back(room(1, kept * t_.index_bytes));
        program.cbs.push_back(room(16, kept * t_.element));
        program.kernels = {kernel("stream", true, {}, {&in_[0]}), consumer(program)};
        // The bytes that a page has in memory.
        const std::uint32_t bytes =
            sticks ? t_.width * t_.element : static_cast<std::uint32_t>(page);
        const std::uint32_t sent = shared() ? static_cast<std::uint32_t>(page) : bytes;
        set_common(program.kernels[0], {s_.batch, sticks ? sent : bytes});
        add_stream_arguments(program);
        return program;
    }

    std::uint32_t up_columns() const {
        if (args_.variant == Variant::ROW_MAJOR_SINGLE_CORE) return (t_.out_width + 31) / 32 * 32;
        const auto size = static_cast<std::uint32_t>(cores_.size());
        return ((t_.out_width + 31) / 32 + size - 1) / size * 32;
    }

    KernelDescriptor consumer(ProgramDescriptor& program) const {
        if (!t_.tiles) {
            KernelDescriptor sticks = kernel("sticks", false, {}, {&in_[1], &out_});
            set_common(sticks, {});
            return sticks;
        }
        const Variant v = args_.variant;
        const std::uint32_t match = v == Variant::SPARSE_BITMAP       ? 1
                                    : v == Variant::MULTICAST_BUCKETS ? 2
                                                                      : 0;
        const std::uint64_t table =
            match == 2 ? 4ull * (t_.in_tiles() + s_.kept * 1024) : t_.in_tiles() / 8 + 8;
        program.cbs.push_back(room(3, table));
        KernelDescriptor scan = kernel("scan", false, {match}, {&in_[1], &out_});
        // These look padding up like the rest.
        const bool padding = v == Variant::MULTI_CORE || v == Variant::ONE_BARRIER ||
                             v == Variant::SPARSE_BITMAP || v == Variant::MULTICAST;
        // They also hold an index against one tile at a time.
        set_common(scan, {s_.batch, s_.kept, padding, padding ? 1 : s_.batch});
        return scan;
    }

    // What one core does: rows, and columns where rows are not shared out.
    struct Stretch {
        std::uint32_t first, count, from, to;
        bool works;
    };
    Stretch stretch_of(std::uint32_t core, bool by_rows) const {
        const auto size = static_cast<std::uint32_t>(cores_.size());
        const std::uint32_t rows = t_.rows(), columns = up_columns();
        if (by_rows) {
            const std::uint32_t first = rows * core / size;
            const std::uint32_t count = rows * (core + 1) / size - first;
            return {first, count, 0, t_.out_width, shared() || count > 0};
        }
        const std::uint32_t from = t_.tiles ? 0 : std::min(core * columns, t_.out_width);
        const std::uint32_t to = std::min(from + columns, t_.out_width);
        const bool any = t_.tiles ? core < t_.out_tiles() : to > from;
        return {0, rows, from, to, shared() || (rows > 0 && any)};
    }

    // How often the input passes a core, which is as often for all that share it.
    std::uint32_t groups_of(std::uint32_t core, bool by_rows) const {
        if (shared() || by_rows || !t_.tiles) return s_.groups;
        const auto size = static_cast<std::uint32_t>(cores_.size());
        const std::uint32_t own = (t_.out_tiles() - core + size - 1) / size;
        return (own + s_.kept - 1) / s_.kept;
    }

    void add_stream_arguments(ProgramDescriptor& program) const {
        const auto size = static_cast<std::uint32_t>(cores_.size());
        const bool by_rows = args_.variant == Variant::SINGLE_CORE ||
                             args_.variant == Variant::ROW_MAJOR_SINGLE_CORE;
        for (std::uint32_t c = 0; c < size; c++) {
            const Stretch part = stretch_of(c, by_rows);
            KernelDescriptor::RTArgList words, own;
            const std::uint32_t count = part.works ? part.count : 0;
            const std::uint32_t groups = part.works ? groups_of(c, by_rows) : 0;
            words.append({part.first, count, groups});
            append_group(words, c, shared());
            own.append({part.first, count, groups});
            own.append(t_.tiles ? std::vector<std::uint32_t>{by_rows ? 0 : c, by_rows ? 1 : size}
                                : std::vector<std::uint32_t>{part.from, part.to});
            program.kernels[0].emplace_runtime_args(cores_[c], words);
            program.kernels[1].emplace_runtime_args(cores_[c], own);
        }
    }

    ProgramDescriptor rows() {
        const std::uint32_t segment = std::max(16 * t_.element, t_.align);
        const std::uint32_t index_segment = std::max(16 * t_.index_bytes, t_.align);
        ProgramDescriptor program;
        add_semaphores(program, 2);
        program.cbs = {room(0, 2ull * (t_.in_tiles() + 1) * segment),
                       room(1, 128ull * index_segment), room(16, 128ull * 16 * t_.element)};
        const auto split =
            program::split(*in_[0].device(), t_.logical_rows() * s_.parts, args_.cores);
        for (std::uint32_t half = 0; half < 2; half++) {
            KernelDescriptor k =
                kernel("rows", half == 0, {t_.align, half}, {&in_[0], &in_[1], &out_});
            k.core_ranges = split.cores;
            set_common(k, {s_.parts});
            for (const program::Share& share : split.shares)
                k.emplace_runtime_args(share.core, {share.first, share.count});
            program.kernels.push_back(std::move(k));
        }
        return program;
    }

    ProgramDescriptor fetches() {
        const bool parts = args_.variant == Variant::PARTITIONED_L1;
        const auto size = static_cast<std::uint32_t>(cores_.size());
        ProgramDescriptor program;
        add_semaphores(program, 4);
        program.cbs = {room(0, 256ull * t_.align), room(1, 2048ull * t_.index_bytes),
                       room(16, 2048ull * t_.element)};
        if (parts)
            program.cbs.push_back(
                room(3, (t_.in_tiles() + size - 1) / size * 1024ull * t_.element));
        for (std::uint32_t half = 0; half < 2; half++) {
            KernelDescriptor k =
                kernel("fetch", half == 0, {t_.align, half, parts}, {&in_[0], &in_[1], &out_});
            set_common(k, {});
            for (std::uint32_t c = 0; c < size; c++) {
                KernelDescriptor::RTArgList words;
                words.append({c, size, t_.rows() * t_.out_tiles()});
                append_group(words, c, parts);
                k.emplace_runtime_args(cores_[c], words);
            }
            program.kernels.push_back(std::move(k));
        }
        return program;
    }

    const GatherOp::Args& args_;
    const Task& t_;
    const Sizes s_;
    Inputs in_;
    const Tensor& out_;
    const std::vector<CoreCoord> cores_;
};

}  // namespace

void GatherOp::validate(const Args& args, Inputs) {
    TT_FATAL(is_for_tiles(args.variant) == args.task.tiles,
             "gather: the variant is one for {}, the tensors are in {}",
             is_for_tiles(args.variant) ? "tiles" : "sticks", args.task.tiles ? "tiles" : "sticks");
    const std::uint64_t bytes = sizes_of(args.variant, args.task).bytes;
    TT_FATAL(bytes <= args.task.l1_bytes,
             "gather: the variant needs {} bytes of L1 for rows of {} elements, {} are free", bytes,
             args.task.width, args.task.l1_bytes);
}

std::vector<TensorSpec> GatherOp::outputs(const Args& args, Inputs in) {
    return {eltwise::spec_like(in[1].logical_shape(), in[0].dtype(), in[0].layout(), args.memory)};
}

ProgramDescriptor GatherOp::program(const Args& args, Inputs in, Outputs out) {
    return GatherBuilder(args, in, out).build();
}

}  // namespace ttnn::gather_op
