// Binds operations of your own, in a module of your own, beside ttnn.
//     PYBIND11_MODULE(my_ops, m) {
//         ttnn::bind_registered_operation(
//             m, my::twice, "Twice the input.",
//             ttnn::pybind_overload_t{
//                 [](const decltype(my::twice)& self, const ttnn::Tensor& x) { return self(x); },
//                 py::arg("input_tensor")});
//     }
// The module must be imported after ttnn, which has the classes of tensors and settings.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ttnn-pybind/casters.hpp"
#include "ttnn/decorators.hpp"
#include "ttnn/tensor/tensor.hpp"

namespace ttnn {

namespace py = pybind11;

// A function whose first parameter is the operation, with its arguments.
template <typename Function, typename... Arguments>
struct pybind_overload_t {
    Function function;
    std::tuple<Arguments...> arguments;

    pybind_overload_t(Function f, Arguments... args)
        : function(std::move(f)), arguments(std::move(args)...) {}
};

// The operation's own `invoke`, which must not be overloaded, with its arguments.
template <typename... Arguments>
struct pybind_arguments_t {
    std::tuple<Arguments...> arguments;

    pybind_arguments_t(Arguments... args) : arguments(std::move(args)...) {}
};

namespace detail {

// "ttnn::prim::twice" is ttnn.prim.twice.
inline std::string python_name(std::string_view cpp) {
    std::string name;
    for (std::size_t i = 0; i < cpp.size(); i++) {
        if (cpp[i] == ':') i++;
        name += cpp[i] == ':' ? '.' : cpp[i];
    }
    return name;
}

template <typename Class, typename Function, typename... Arguments>
void add_call(Class& type, const pybind_overload_t<Function, Arguments...>& overload) {
    std::apply(
        [&](const auto&... args) {
            type.def("__call__", overload.function, args...,
                     py::call_guard<py::gil_scoped_release>());
        },
        overload.arguments);
}

template <typename Operation, typename Return, typename... Parameters>
auto calling(Return (*)(Parameters...)) {
    return [](const Operation&, Parameters... parameters) {
        return Operation::operation_t::invoke(std::forward<Parameters>(parameters)...);
    };
}

template <typename Operation, typename... Options, typename... Arguments>
void add_call(py::class_<Operation, Options...>& type,
              const pybind_arguments_t<Arguments...>& given) {
    std::apply(
        [&](const auto&... args) {
            type.def("__call__", calling<Operation>(&Operation::operation_t::invoke), args...,
                     py::call_guard<py::gil_scoped_release>());
        },
        given.arguments);
}

}  // namespace detail

// An object with the operation's name in the module; ttnn.register_cpp_operation knows it too.
template <typename Operation, typename... Overloads>
auto bind_registered_operation(py::module_& module, const Operation& operation,
                               const std::string& doc, const Overloads&... overloads) {
    const std::string name(operation.base_name());
    py::class_<Operation> type(module, (name + "_t").c_str(), py::dynamic_attr());
    type.doc() = doc;
    const std::string full = detail::python_name(Operation::cpp_fully_qualified_name);
    type.def_property_readonly("name",
                               [name](const Operation&) -> const std::string& { return name; })
        .def_property_readonly("python_fully_qualified_name",
                               [full](const Operation&) -> const std::string& { return full; });
    (detail::add_call(type, overloads), ...);
    py::object object = py::cast(operation);
    object.attr("__name__") = name;
    module.attr(name.c_str()) = object;
    return type;
}

}  // namespace ttnn
