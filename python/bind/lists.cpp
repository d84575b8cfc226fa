// Operations that read lists of indices, and tensors of one or two values.
#include "bind/bind.hpp"
#include "ttnn/operations/data_movement/fill_rm/fill_rm.hpp"
#include "ttnn/operations/data_movement/gather/tosa/gather_tosa.hpp"
#include "ttnn/operations/data_movement/indexed_fill/indexed_fill.hpp"
#include "ttnn/operations/data_movement/non_zero_indices/non_zero_indices.hpp"
#include "ttnn/operations/data_movement/scatter/scatter.hpp"
#include "ttnn/operations/data_movement/scatter/tosa_scatter.hpp"
#include "ttnn/operations/embedding/embedding.hpp"
#include "ttnn/operations/embedding_backward/embedding_backward.hpp"
#include "ttnn/operations/experimental/plusone/plusone.hpp"
#include "ttnn/operations/full/full.hpp"
#include "ttnn/operations/full_like/full_like.hpp"
#include "ttnn/operations/index_fill/index_fill.hpp"
#include "ttnn/operations/own/own.hpp"

namespace ttnn::python {

namespace {

using Memory = const std::optional<MemoryConfig>&;
using Out = const std::optional<Tensor>&;
using Scalar = operations::unary::ScalarVariant;
using Fill = std::variant<float, int>;

Fill fill_of(const Scalar& value) {
    if (const auto* real = std::get_if<float>(&value)) return *real;
    return std::visit([](auto v) { return static_cast<int>(v); }, value);
}

void bind_lookups(py::module_& ops) {
    operation(
        ops, "embedding",
        [](const Tensor& indices, const Tensor& weight, const std::optional<int>& padding,
           const std::optional<Layout>& layout, prim::EmbeddingsType type,
           const std::optional<DataType>& dtype, Memory memory, Out out) {
            return ttnn::embedding(indices, weight, padding, layout, type, dtype, memory, out);
        },
        py::arg("input_tensor"), py::arg("weight"), py::kw_only(), none("padding_idx"),
        none("layout"), py::arg("embeddings_type") = prim::EmbeddingsType::GENERIC, none("dtype"),
        memory_config(), output_tensor());
    operation(ops, "indexed_fill", &ttnn::indexed_fill, py::arg("batch_id"),
              py::arg("input_tensor_a"), py::arg("input_tensor_b"), py::kw_only(), memory_config(),
              py::arg("dim") = 0);
    operation(
        ops, "index_fill",
        [](const Tensor& input, std::uint32_t dim, const Tensor& index, const Scalar& value,
           Memory memory) { return ttnn::index_fill(input, dim, index, fill_of(value), memory); },
        py::arg("input"), py::arg("dim"), py::arg("index"), py::arg("value"), py::kw_only(),
        memory_config());
    operation(ops, "nonzero", &ttnn::nonzero, py::arg("input_tensor"), py::kw_only(),
              memory_config());
    operation(ops, "plus_one", &ttnn::plus_one, py::arg("input_tensor"), sub_core_grids(),
              py::arg("skip_negative_entries") = false);
}

void bind_scatter(py::module_& ops) {
    const py::arg input("input"), dim("dim"), index("index"), source("src");
    operation(ops, "scatter", &ttnn::scatter, input, dim, index, source, py::kw_only(),
              memory_config(), none("reduce"), sub_core_grids());
    operation(ops, "scatter_add", &ttnn::scatter_add, input, dim, index, source, py::kw_only(),
              memory_config(), sub_core_grids());
    operation(ops, "tosa_scatter", &ttnn::tosa_scatter, input, index, source, py::kw_only(),
              memory_config());
    operation(ops, "tosa_gather", &ttnn::tosa::gather, input, index, py::kw_only(),
              memory_config());
    operation(
        ops, "embedding_bw",
        [](const Tensor& indices, const Tensor& weight, const Tensor& gradient,
           const std::optional<DataType>& dtype, Memory memory,
           Out out) { return ttnn::embedding_bw(indices, weight, gradient, dtype, memory, out); },
        py::arg("input_tensor"), py::arg("weight_tensor"), py::arg("output_gradient_tensor"),
        py::kw_only(), none("dtype"), memory_config(), output_tensor());
}

void bind_values(py::module_& ops) {
    operation(
        ops, "moreh_full",
        [](const ttsl::SmallVector<std::uint32_t>& shape, const Scalar& value, MeshDevice* device,
           DataType dtype, Layout layout, const MemoryConfig& memory) {
            return ttnn::moreh_full(shape, fill_of(value), device, dtype, layout, memory);
        },
        py::arg("shape"), py::arg("fill_value"), py::arg("device"), py::kw_only(),
        py::arg("dtype") = DataType::BFLOAT16, py::arg("layout") = Layout::TILE,
        py::arg("memory_config") = DRAM_MEMORY_CONFIG);
    operation(
        ops, "moreh_full_like",
        [](const Tensor& input, const Scalar& value, const std::optional<DataType>& dtype,
           const std::optional<Layout>& layout, Memory memory) {
            return ttnn::moreh_full_like(input, fill_of(value), dtype, layout, memory);
        },
        py::arg("input"), py::arg("fill_value"), none("dtype"), none("layout"), memory_config());
    operation(ops, "fill_rm", &ttnn::fill_rm, py::arg("N"), py::arg("C"), py::arg("H"),
              py::arg("W"), py::arg("hOnes"), py::arg("wOnes"), py::arg("any"), py::arg("val_hi"),
              py::arg("val_lo"), py::kw_only(), memory_config());
    operation(ops, "fill_ones_rm", &ttnn::fill_ones_rm, py::arg("N"), py::arg("C"), py::arg("H"),
              py::arg("W"), py::arg("hOnes"), py::arg("wOnes"), py::arg("any"), py::kw_only(),
              memory_config());
}

void bind_lists(py::module_& m, py::module_& ops) {
    bind_enum<prim::EmbeddingsType>(m, "EmbeddingsType");
    bind_lookups(ops);
    bind_scatter(ops);
    bind_values(ops);
    for (const table::OwnRow& row : table::own())
        operation(ops, std::string(row.name).c_str(), row.run, py::arg("input_tensor"),
                  py::kw_only(), memory_config());
}

const Family kLists(bind_lists);

}  // namespace
}  // namespace ttnn::python
