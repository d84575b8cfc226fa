// An operation of a user's own, bound as one of ttnn's.
#include <ttnn-pybind/decorators.hpp>
#include <ttnn/operations/eltwise/binary/binary.hpp>

namespace my {

struct Twice {
    static ttnn::Tensor invoke(const ttnn::Tensor& x,
                               const std::optional<ttnn::MemoryConfig>& memory) {
        return ttnn::add(x, x, std::nullopt, memory);
    }
};
constexpr auto twice = ttnn::register_operation<"ttnn::my::twice", Twice>();

struct DtypeOf {
    static tt::tt_metal::DataType invoke(const ttnn::Tensor& x, tt::tt_metal::DataType otherwise) {
        return x.is_allocated() ? x.dtype() : otherwise;
    }
};
constexpr auto dtype_of = ttnn::register_operation<"ttnn::my::dtype_of", DtypeOf>();

}  // namespace my

PYBIND11_MODULE(my_ops, m) {
    namespace py = pybind11;
    ttnn::bind_registered_operation(
        m, my::twice, "Twice the input.",
        ttnn::pybind_overload_t{[](const decltype(my::twice)& self, const ttnn::Tensor& x,
                                   const std::optional<ttnn::MemoryConfig>& memory,
                                   ttnn::QueueId queue) { return self(queue, x, memory); },
                                py::arg("input_tensor"), py::kw_only(),
                                py::arg("memory_config") = py::none(), py::arg("queue_id") = 0});
    ttnn::bind_registered_operation(
        m, my::dtype_of, "The data type.",
        ttnn::pybind_arguments_t{py::arg("input_tensor"),
                                 py::arg("otherwise") = tt::tt_metal::DataType::INT32});
}
