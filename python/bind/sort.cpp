// Elements in their order, draws.
#include "ttnn/operations/data_movement/sort/sort.hpp"

#include "bind/bind.hpp"
#include "ttnn/operations/reduction/manual_seed/manual_seed.hpp"
#include "ttnn/operations/reduction/sampling/sampling.hpp"
#include "ttnn/operations/reduction/topk/topk.hpp"

namespace ttnn::python {

namespace {

using Memory = const std::optional<MemoryConfig>&;
using Cores = const std::optional<CoreRangeSet>&;
using Pair = std::optional<std::pair<Tensor, Tensor>>;

std::optional<std::tuple<Tensor&, Tensor&>> given(Pair& pair) {
    if (!pair) return std::nullopt;
    return std::tuple<Tensor&, Tensor&>(pair->first, pair->second);
}

void bind_sort(py::module_&, py::module_& ops) {
    operation(
        ops, "sort",
        [](const Tensor& t, std::int8_t dim, bool descending, bool stable, Memory memory,
           Pair out) { return ttnn::sort(t, dim, descending, stable, memory, given(out)); },
        py::arg("input_tensor"), py::arg("dim") = -1, py::arg("descending") = false,
        py::arg("stable") = false, py::kw_only(), memory_config(), none("out"));
    operation(
        ops, "topk",
        [](const Tensor& t, std::uint32_t k, std::int8_t dim, bool largest, bool sorted,
           Memory memory, Cores cores, const std::optional<Tensor>& indices, Pair out,
           bool stable) {
            return ttnn::topk(t, k, dim, largest, sorted, memory, cores, indices, given(out),
                              stable);
        },
        py::arg("input_tensor"), py::arg("k") = 32, py::arg("dim") = -1, py::arg("largest") = true,
        py::arg("sorted") = true, py::kw_only(), memory_config(), sub_core_grids(),
        none("indices_tensor"), output_tensor(), py::arg("stable") = false);
}

void bind_sampling(py::module_&, py::module_& ops) {
    operation(ops, "sampling", &ttnn::sampling, py::arg("input_values_tensor"),
              py::arg("input_indices_tensor"), py::arg("k"), py::arg("p"), py::arg("temp"),
              py::kw_only(), none("seed"), sub_core_grids(), output_tensor());
    using Numbers = std::variant<std::uint32_t, Tensor>;
    operation(
        ops, "manual_seed",
        [](const Numbers& seeds, MeshDevice* device, const std::optional<Numbers>& user_ids,
           Cores cores) {
            std::optional<std::reference_wrapper<MeshDevice>> target;
            if (device != nullptr) target = *device;
            return ttnn::manual_seed(seeds, target, user_ids, cores);
        },
        py::arg("seeds") = 0, py::kw_only(), none("device"), none("user_ids"), sub_core_grids());
}

const Family kSort(bind_sort), kSampling(bind_sampling);

}  // namespace
}  // namespace ttnn::python
