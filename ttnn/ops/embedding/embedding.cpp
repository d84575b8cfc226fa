// embedding: rows of a table by their numbers.
#include "ttnn/operations/embedding/embedding.hpp"

#include <tt_stl/assert.hpp>

#include "ops/data_movement/chunks.hpp"
#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

constexpr std::uint32_t kIndexScratch = 4096 + 64;

// Indices and weights interleaved and in rows.
struct EmbeddingOp {
    static constexpr std::string_view name = "embedding";
    struct Args {
        tt::tt_metal::Shape shape;
        MemoryConfig memory;
    };

    static void validate(const Args&, Inputs) {}
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {eltwise::spec_like(args.shape, in[1].dtype(), Layout::ROW_MAJOR, args.memory)};
    }
    static ProgramDescriptor program(const Args&, Inputs in, Outputs out) {
        using namespace ttnn::program;
        const data_movement::Pages pages = data_movement::pages_of(out[0]);
        const data_movement::Chunking chunks = data_movement::chunking(pages);
        const Split split = ttnn::program::split(*in[0].device(),
                                                 data_movement::chunk_count(out[0], pages, chunks));
        KernelDescriptor reader = data_mover("kernels/read_embedded.cpp", true, split.cores);
        KernelDescriptor::RTArgList words, unused;
        words.push_back(in[0].buffer());
        words.append(data_movement::chunk_words(pages, chunks));
        words.push_back(pages.unit_bytes);
        words.push_back(in[1].buffer());
        words.append({data_movement::pages_of(in[1]).bytes, data_movement::pages_of(in[0]).page,
                      data_movement::pages_of(in[0]).bytes});
        append_late(reader, unused, in[0]);
        append_late(reader, unused, in[1]);
        reader.emplace_common_runtime_args(words);
        data_movement::add_shares(reader, split);
        ProgramDescriptor program;
        program.cbs = {
            circular_buffer(0, DataType::UINT32, chunks.slot, 2 * chunks.batch, split.cores),
            circular_buffer(1, DataType::UINT32, kIndexScratch, 1, split.cores)};
        program.kernels = {std::move(reader),
                           data_movement::chunk_writer(0, out[0], pages, chunks, split)};
        return program;
    }
};

Tensor plain_rows(const Tensor& tensor) {
    const Tensor rows = ttnn::to_layout(tensor, Layout::ROW_MAJOR);
    return rows.is_sharded() ? to_memory_config(rows, DRAM_MEMORY_CONFIG) : rows;
}

Tensor index_list(const Tensor& indices) {
    const bool integers = indices.dtype() == DataType::UINT32 || indices.dtype() == DataType::INT32;
    TT_FATAL(integers || indices.dtype() == DataType::BFLOAT16,
             "embedding: indices are {}, UINT32, INT32 and BFLOAT16 are allowed", indices.dtype());
    return plain_rows(integers ? indices : typecast(indices, DataType::UINT32));
}

// The last dimension of the table behind those of the indices; of four, two are left.
tt::tt_metal::Shape embedded_shape(const tt::tt_metal::Shape& indices, std::uint32_t width) {
    ttsl::SmallVector<std::uint32_t> dims(indices.begin(), indices.end());
    if (dims.size() == 4) dims = {dims[0] * dims[1] * dims[2], dims[3]};
    dims.push_back(width);
    return tt::tt_metal::Shape(dims);
}

}  // namespace

Tensor embedding(const Tensor& input_tensor, const Tensor& weight_arg,
                 const std::optional<int>& pad_token, const std::optional<Layout>& layout,
                 prim::EmbeddingsType embeddings_type, std::optional<const DataType> dtype,
                 const std::optional<MemoryConfig>& memory_config,
                 const std::optional<Tensor>& output) {
    eltwise::need_device("embedding", input_tensor);
    eltwise::need_device("embedding", weight_arg);
    const tt::tt_metal::Shape& table = weight_arg.logical_shape();
    TT_FATAL(table.rank() >= 2 && table.volume() == std::uint64_t{table[-1]} * table[-2],
             "embedding: weights of shape {} are no matrix", table);
    TT_FATAL(embeddings_type != prim::EmbeddingsType::PADDED || pad_token,
             "embedding: Pad token must be specified when PADDED Embeddings Type is specified");
    TT_FATAL(embeddings_type != prim::EmbeddingsType::BINARY || table[-2] == 2,
             "embedding: BINARY embeddings have 2 rows, these weights have {}", table[-2]);
    const Tensor indices = index_list(input_tensor);
    const Tensor weights = plain_rows(ttnn::reshape(weight_arg, Shape({table[-2], table[-1]})));
    const tt::tt_metal::Shape shape = embedded_shape(input_tensor.logical_shape(), table[-1]);
    const Layout made = output ? output->layout() : layout.value_or(weight_arg.layout());
    const DataType type = output ? output->dtype() : dtype ? DataType(*dtype) : weight_arg.dtype();
    const MemoryConfig memory =
        output ? output->memory_config()
               : memory_config.value_or(MemoryConfig(TensorMemoryLayout::INTERLEAVED,
                                                     input_tensor.memory_config().buffer_type()));
    const bool direct = made == Layout::ROW_MAJOR && type == weights.dtype();
    Tensor rows = run_one<EmbeddingOp>({shape, direct ? memory : DRAM_MEMORY_CONFIG},
                                       {&indices, &weights}, direct ? output : std::nullopt);
    if (direct) return rows;
    const Tensor result = made == Layout::TILE
                              ? data_movement::from_rows(rows, Layout::TILE, type, memory)
                              : to_memory_config(typecast(rows, type), memory);
    return output ? to_memory_config(result, memory, std::nullopt, output) : result;
}

}  // namespace ttnn
