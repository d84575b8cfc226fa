// The module _ttnn: what is bound, and how a fault becomes an exception.
#include <csignal>
#include <ctime>
#include <ironbird/call_line.hpp>
#include <ironbird/stop.hpp>
#include <tt-metalium/hal.hpp>

#include "bind/bind.hpp"
#include "ttnn/config.hpp"
#include "ttnn/core.hpp"

namespace ttnn::python {

namespace {

// The name of a fault: its text begins with error[name]; the account of a hang begins with the
// word.
std::string fault_name(std::string_view text) {
    if (text.starts_with("hang ")) return "hang";
    constexpr std::string_view begin = "error[";
    if (!text.starts_with(begin)) return {};
    const std::size_t end = text.find(']');
    return end == std::string_view::npos
               ? std::string()
               : std::string(text.substr(begin.size(), end - begin.size()));
}

PyObject* fault_type = nullptr;

void raise_fault(const std::string& name, const char* text) {
    py::object fault = py::reinterpret_borrow<py::object>(fault_type)(text);
    fault.attr("id") = name;
    PyErr_SetObject(fault_type, fault.ptr());
}

void bind_errors(py::module_& m) {
    fault_type = PyErr_NewExceptionWithDoc(
        "ttnn.Fault",
        "A fault of the program on the device: the text explains it, `id` is its name, "
        "docs/errors/<id>.md has more.",
        PyExc_RuntimeError, nullptr);
    m.attr("Fault") = py::reinterpret_borrow<py::object>(fault_type);
    py::register_exception_translator([](std::exception_ptr error) {
        try {
            if (error) std::rethrow_exception(std::move(error));
        } catch (const std::runtime_error& e) {
            const std::string name = fault_name(e.what());
            if (name.empty()) throw;
            if (name != "interrupted")
                raise_fault(name, e.what());
            else if (PyErr_CheckSignals() == 0)  // else Python's own handler has raised it
                PyErr_SetString(PyExc_KeyboardInterrupt, e.what());
        }
    });
}

// Ctrl-C is Python's: KeyboardInterrupt. A call that waits for the device is ended for it. A second
// one within two seconds ends the process at once, whatever the device does.
struct sigaction python_interrupt;
volatile std::sig_atomic_t last_interrupt = 0;

void interrupt(int signal, siginfo_t* info, void* context) {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (last_interrupt != 0 && now.tv_sec - last_interrupt <= 2) {
        ::signal(signal, SIG_DFL);
        raise(signal);
        return;
    }
    last_interrupt = static_cast<std::sig_atomic_t>(now.tv_sec);
    ib_request_stop();
    if ((python_interrupt.sa_flags & SA_SIGINFO) != 0)
        python_interrupt.sa_sigaction(signal, info, context);
    else if (python_interrupt.sa_handler != SIG_DFL && python_interrupt.sa_handler != SIG_IGN)
        python_interrupt.sa_handler(signal);
}

void take_interrupts() {
    sigaction(SIGINT, nullptr, &python_interrupt);
    if (python_interrupt.sa_handler == SIG_IGN || python_interrupt.sa_handler == SIG_DFL) return;
    struct sigaction ours = python_interrupt;
    ours.sa_flags |= SA_SIGINFO;
    ours.sa_sigaction = interrupt;
    sigaction(SIGINT, &ours, nullptr);
}

void bind_settings(py::module_& m) {
    m.def("set_validate_program_args", [](bool on) { CONFIG.validate_program_args = on; });
    m.def("push_command_queue",
          [](std::uint8_t id) { core::push_current_command_queue_id_for_thread(QueueId(id)); });
    m.def("pop_command_queue", [] { return *core::pop_current_command_queue_id_for_thread(); });
    m.def("current_command_queue", [] { return *core::get_current_command_queue_id_for_thread(); });
    m.def("wants_call_lines", &ib_wants_call_lines);
    m.def("set_call_line", [](const std::string& file, std::uint32_t line) {
        ib_set_call_line(file.c_str(), line);
    });
    m.def("get_arch_name", &tt::tt_metal::hal::get_arch_name);
    m.def("get_dram_alignment", &tt::tt_metal::hal::get_dram_alignment);
    m.def("get_l1_alignment", &tt::tt_metal::hal::get_l1_alignment);
    m.def("get_max_worker_l1_unreserved_size",
          &tt::tt_metal::hal::get_max_worker_l1_unreserved_size);
}

}  // namespace
}  // namespace ttnn::python

PYBIND11_MODULE(_ttnn, m) {
    using namespace ttnn::python;
    m.doc() = "TT-NN on Ironbird; use the package ttnn.";
    py::module_ ops = m.def_submodule("operations");
    bind_errors(m);
    take_interrupts();
    ib_set_foreign_program();
    bind_settings(m);
    bind_types(m);
    bind_mesh(m);
    bind_device(m);
    bind_tensor(m);
    for (const BindFamily bind : families()) bind(m, ops);
}
