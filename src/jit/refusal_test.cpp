// Kernels that are refused: each error names the file, the line and the thing.
#include "jit/kernel_rig.hpp"

namespace ironbird::jit {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Refusal : public Workshop {};

TEST_F(Refusal, CompileErrorShowsTheKernelsFileAndLine) {
    write_file(folder / "kernels/reader.cpp",
               "void kernel_main() {\n    int x = 1;\n    y = x;\n}\n");
    Request r = request("");
    r.source_path = folder / "kernels/reader.cpp";
    const std::string text = refusal(r);
    EXPECT_THAT(text, HasSubstr("error[kernel-compile]"));
    EXPECT_THAT(text, HasSubstr((folder / "kernels/reader.cpp").string() +
                                ":3:5: error: use of undeclared identifier 'y'"));
    EXPECT_THAT(text, HasSubstr("BRISC"));
    EXPECT_THAT(text, Not(HasSubstr("<stdin>")));
}

TEST_F(Refusal, ErrorInOurHeadersNamesTheLineOfTheKernel) {
    write_file(
        folder / "roots/api.h",
        "template <class T> void take(T v) { static_assert(sizeof(T) == 4, \"words only\"); }\n");
    write_file(folder / "kernels/bad.cpp",
               "#include <api.h>\nvoid kernel_main() {\n    take(uint8_t{1});\n}\n");
    Request r = request("");
    r.source_path = folder / "kernels/bad.cpp";
    EXPECT_THAT(refusal(r).substr(0, refusal(r).find('\n')),
                ::testing::AllOf(HasSubstr("words only"),
                                 HasSubstr((folder / "kernels/bad.cpp").string() + ":3)")));
}

TEST_F(Refusal, ErrorInAStringKernelCountsItsOwnLines) {
    EXPECT_THAT(refusal(request("\nvoid kernel_main() { undefined_thing(); }")),
                HasSubstr("<string>:2:22: error:"));
}

TEST_F(Refusal, MissingFile) {
    Request r = request("");
    r.source_path = folder / "nowhere.cpp";
    EXPECT_THAT(refusal(r), HasSubstr("error[kernel-file]"));
}

TEST_F(Refusal, UndefinedSymbolIsNamedWithItsLine) {
    const std::string text =
        refusal(request("extern \"C\" int host_secret(int);\nvoid kernel_main() {\n    *(volatile "
                        "int*)0 = host_secret(1);\n}\n"));
    EXPECT_THAT(text, HasSubstr("<string>:3: error: undefined symbol host_secret"));
}

TEST_F(Refusal, MathematicsOfTheHost) {
    EXPECT_THAT(refusal(body("volatile float* f = (volatile float*)0; *f = __builtin_sinf(*f);")),
                HasSubstr("llvm.sin.f32"));
}

TEST_F(Refusal, DynamicInitialisationNamesTheVariable) {
    const std::string text =
        refusal(request("uint32_t late = arg(0);\nvoid kernel_main() { *(volatile uint32_t*)0 = "
                        "late; late++; }\n"));
    EXPECT_THAT(text, HasSubstr("<string>:1: error: late needs dynamic initialisation"));
}

TEST_F(Refusal, GuardedStaticNamesTheVariable) {
    EXPECT_THAT(refusal(body("static uint32_t first = arg(0); *(volatile uint32_t*)0 = first++;")),
                HasSubstr("kernel_main()::first needs dynamic initialisation"));
}

TEST_F(Refusal, ThreadLocal) {
    EXPECT_THAT(refusal(request("thread_local uint32_t mine = 3; void kernel_main() { *(volatile "
                                "uint32_t*)0 = mine++; }")),
                HasSubstr("thread_local mine"));
}

TEST_F(Refusal, ForeignAssemblyIsNamedWithItsLine) {
    EXPECT_THAT(refusal(request("void kernel_main() {\n    uint32_t pc;\n    asm volatile(\"auipc "
                                "%0, 0\" : \"=r\"(pc));\n}\n")),
                HasSubstr("<string>:3: error: inline assembly \"auipc $0, 0\""));
    EXPECT_THAT(refusal(body("asm volatile(\"csrw mstatus, %0\" :: \"r\"(1));")),
                HasSubstr("csrw mstatus"));
    EXPECT_THAT(refusal(request("asm(\".globl x\");\nvoid kernel_main() {}")),
                HasSubstr("outside of a function"));
}

TEST_F(Refusal, CompileOnlyReportsEachKernel) {
    const std::vector<Request> requests = {body(""), body("oops;"), body("")};
    const auto results = jit->compile(requests);
    ASSERT_EQ(results.size(), 3u);
    EXPECT_TRUE(results[0].ok);
    EXPECT_FALSE(results[1].ok);
    EXPECT_THAT(results[1].diagnostics, HasSubstr("oops"));
    EXPECT_EQ(results[0].object_path, results[2].object_path);
}

TEST_F(Refusal, LocatesCodeInTheKernelsOwnSource) {
    write_file(
        folder / "roots/api.h",
        "inline void touch(uint32_t a) { *(volatile uint32_t*)(uintptr_t)a = 1; ib_spin_hint(); }");
    write_file(folder / "kernels/writer.cpp",
               "#include <api.h>\nvoid kernel_main() {\n\n    touch(arg(0));\n}\n");
    Request r = request("");
    r.source_path = folder / "kernels/writer.cpp";
    const auto kernel = load_one(r);
    // The whole function is API code inlined at line 4: each of its addresses leads there.
    const auto at = reinterpret_cast<std::uintptr_t>(kernel->entry);
    std::vector<std::uintptr_t> addresses;
    for (std::uintptr_t n = 1; n < 64; n++) addresses.push_back(at + n);
    const abi::SourceLine line = kernel->locate(addresses);
    EXPECT_EQ(line.file, (folder / "kernels/writer.cpp").string());
    EXPECT_EQ(line.line, 4u);
    EXPECT_EQ(line.function, "kernel_main");
    EXPECT_EQ(kernel->locate({}).line, 0u);
}

}  // namespace
}  // namespace ironbird::jit
