// Kernels that cannot be found, built, placed, or that misbehave while running.
#include "fault.hpp"

namespace ironbird::tests {
namespace {

using namespace tt::tt_metal;

TEST(KernelFaults, MissingFile) {
    examples::Session session;
    expect_fault("kernel-file", {"kernels/nowhere.cpp"}, [&] {
        Program program = CreateProgram();
        CreateKernel(program, "kernels/nowhere.cpp", kFirst, examples::writer({}));
        session.run(std::move(program));
    });
}

TEST(KernelFaults, DoesNotCompile) {
    examples::Session session;
    const auto broken = examples::kernel("tests/faults/kernels/broken.cpp");
    expect_fault("kernel-compile", {"broken.cpp:6", "no_such_call"}, [&] {
        Program program = CreateProgram();
        CreateKernel(program, broken, kFirst, examples::writer({}));
        session.run(std::move(program));
    });
}

TEST(KernelFaults, CoreOutsideTheGrid) {
    examples::Session session;
    const CoreCoord outside{session.device().compute_with_storage_grid_size().x + 40, 0};
    expect_fault("core-range", {std::to_string(outside.x)}, [&] {
        Program program = CreateProgram();
        CreateKernelFromString(program, "void kernel_main() {}", outside, examples::writer({}));
        session.run(std::move(program));
    });
}

TEST(KernelFaults, TwoOnOneProcessor) {
    examples::Session session;
    expect_fault("processor-taken", {"(0,0)"}, [&] {
        OneKernel one("");
        CreateKernelFromString(one.program, "void kernel_main() { }", CoreRange({0, 0}, {1, 0}),
                               examples::writer({}));
        session.run(std::move(one.program));
    });
}

TEST(KernelFaults, AddressThatIsNobodys) {
    examples::Session session;
    expect_fault("kernel-address", {"0x30000000", "core (0,0)", "BRISC"}, [&] {
        run_kernel(session, "*reinterpret_cast<volatile uint32_t*>(get_arg_val<uint32_t>(0)) = 1;",
                   {0x30000000});
    });
}

TEST(KernelFaults, AddressPastTheEndOfL1) {
    examples::Session session;
    const std::uint32_t end = session.device().l1_size_per_core();
    expect_fault("kernel-address", {"core (0,0)", "BRISC"}, [&] {
        run_kernel(session, "*reinterpret_cast<volatile uint32_t*>(get_arg_val<uint32_t>(0)) = 1;",
                   {end});
    });
}

TEST(KernelFaults, FailedAssert) {
    examples::Session session;
    expect_fault("kernel-assert", {"== 3", "core (0,0)"},
                 [&] { run_kernel(session, "ASSERT(get_arg_val<uint32_t>(0) == 3);", {4}); });
}

TEST(KernelFaults, StackOverflow) {
    examples::Session session;
    expect_fault("kernel-stack", {"core (0,0)", "BRISC"}, [&] {
        Program program = CreateProgram();
        const KernelHandle handle = CreateKernelFromString(
            program,
            "__attribute__((noinline)) uint32_t deep(uint32_t n) {\n"
            "  volatile uint32_t frame[256]; frame[n % 256] = n;\n"
            "  return n == 0 ? 0 : deep(n - 1) + frame[n % 256]; }\n"
            "void kernel_main() { volatile uint32_t s = deep(get_arg_val<uint32_t>(0)); (void)s; }",
            kFirst, examples::writer({}));
        SetRuntimeArgs(program, handle, kFirst, {100000});
        session.run(std::move(program));
    });
}

TEST(KernelFaults, DivisionByZero) {
    examples::Session session;
    const std::string body =
        "volatile uint32_t d = get_arg_val<uint32_t>(0);\n"
        "volatile uint32_t q = 7 / d; (void)q;";
    expect_fault("kernel-divide", {"divides by zero", "core (0,0)", "BRISC", "<string>:5"},
                 [&] { run_kernel(session, body, {0}); });
    EXPECT_NO_THROW(run_kernel(session, body, {1}));
}

TEST(KernelFaults, TheCallersOfAFaultAreNamed) {
    examples::Session session;
    expect_fault("kernel-address",
                 {"<string>:3, device 0 core (0,0) BRISC", "called from <string>:5, kernel_main"},
                 [&] {
                     Program program = CreateProgram();
                     const KernelHandle handle = CreateKernelFromString(
                         program,
                         "#include \"api/dataflow/dataflow_api.h\"\n"
                         "__attribute__((noinline)) void store(uint32_t at) {\n"
                         "    *reinterpret_cast<volatile uint32_t*>(at) = 1;\n"
                         "}\n"
                         "void kernel_main() { store(get_arg_val<uint32_t>(0)); store(8); }\n",
                         kFirst, examples::writer({}));
                     SetRuntimeArgs(program, handle, kFirst, {0x30000000});
                     session.run(std::move(program));
                 });
}

TEST(KernelFaults, RegisterThatIsNotModelled) {
    examples::Session session;
    expect_fault("not-modelled", {"0xffef0000"}, [&] {
        run_kernel(session, "*reinterpret_cast<volatile uint32_t*>(get_arg_val<uint32_t>(0)) = 1;",
                   {0xffef0000});
    });
}

TEST(KernelFaults, ADeviceRunsOnAfterAFault) {
    examples::Session session;
    EXPECT_ANY_THROW(run_kernel(session, "ASSERT(false);"));
    EXPECT_NO_THROW(run_kernel(session, ""));
}

}  // namespace
}  // namespace ironbird::tests
