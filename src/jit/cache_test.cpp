// The disk cache: what is a hit, what is not, and what survives.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "jit/folder.hpp"
#include "jit/jit.hpp"
#include "jit/kernel_rig.hpp"
#include "jit/store.hpp"

namespace ironbird::jit {
namespace {

namespace fs = std::filesystem;

class Cache : public Workshop {
 protected:
    Cache() { reload_kernel("1"); }

    void reload_kernel(const std::string& value) {
        write_file(folder / "kernels/value.h", "#define VALUE " + value + "\n");
        write_file(
            folder / "kernels/k.cpp",
            "#include \"value.h\"\nvoid kernel_main() { *(volatile uint32_t*)0 = VALUE; }\n");
    }
    Request kernel() const {
        Request r = request("");
        r.source_path = folder / "kernels/k.cpp";
        return r;
    }
    CompileResult compile_one(const Request& r) { return jit->compile({&r, 1}).front(); }

    std::vector<fs::path> files(const std::string& kind) const {
        std::vector<fs::path> found;
        for (const auto& item : fs::recursive_directory_iterator(folder / "cache"))
            if (item.path().extension() == kind) found.push_back(item.path());
        return found;
    }
};

TEST_F(Cache, SecondCompileIsAHit) {
    EXPECT_FALSE(compile_one(kernel()).from_cache);
    EXPECT_TRUE(compile_one(kernel()).from_cache);
    EXPECT_EQ(fs::status(cache_folder()).permissions(), fs::perms::owner_all);
}

TEST_F(Cache, EverythingThatChangesTheCodeIsAMiss) {
    compile_one(kernel());
    Request r = kernel();
    r.prologue = "#define X 1\n";
    EXPECT_FALSE(compile_one(r).from_cache);
    r = kernel();
    r.stable_defines = {"Y=1"};
    EXPECT_FALSE(compile_one(r).from_cache);
    r = kernel();
    r.chip = "other";
    EXPECT_FALSE(compile_one(r).from_cache);
    r = kernel();
    r.processor = abi::Processor::ncrisc;
    EXPECT_FALSE(compile_one(r).from_cache);
    r = kernel();
    r.opt_level = "-O3";
    EXPECT_FALSE(compile_one(r).from_cache);
    write_file(folder / "roots/ironbird/kernel_begin.h", "// changed\n");
    EXPECT_FALSE(compile_one(kernel()).from_cache);
    write_file(folder / "roots/ironbird/prelude.h", "#include <stdint.h>\n#include \"ib_abi.h\"\n");
    EXPECT_FALSE(compile_one(kernel()).from_cache);
    EXPECT_TRUE(compile_one(kernel()).from_cache);
}

TEST_F(Cache, ValuesOfMacrosThatAreNotUsedDoNotCount) {
    const auto with = [&](int a, int b, int c) {
        Request r = request(
            "#if A == 1\n#define N B\n#else\n#define N 7\n#endif\n"
            "void kernel_main() { *(volatile uint32_t*)0 = N; }\n");
        r.prologue = fmt::format("#define A {}\n#define B {}\n#define C {}\n", a, b, c);
        return r;
    };
    EXPECT_FALSE(compile_one(with(0, 2, 3)).from_cache);
    EXPECT_TRUE(compile_one(with(0, 4, 5)).from_cache);
    EXPECT_FALSE(compile_one(with(1, 2, 3)).from_cache);
    EXPECT_TRUE(compile_one(with(1, 2, 9)).from_cache);
    EXPECT_FALSE(compile_one(with(1, 4, 3)).from_cache);
    EXPECT_EQ(Core(load_one(with(1, 4, 8))).run().word(0), 4u);
    EXPECT_EQ(Core(load_one(with(0, 4, 8))).run().word(0), 7u);
    Request more = with(0, 2, 3);
    more.prologue += "#define D 1\n";
    EXPECT_FALSE(compile_one(more).from_cache);
}

// However a kernel comes to a value that is withheld: it is compiled again with it, and gets the
// one of its own request.
class Withheld : public Cache {
 protected:
    Withheld() {
        write_file(folder / "roots/ironbird/kernel_begin.h",
                   "#if defined(IB_NO_BUFFERS)\nextern const uint32_t tile_size[1];\n"
                   "#pragma GCC poison IB_CB_TILE_BYTES\n#else\n"
                   "inline constexpr uint32_t tile_size[] = {IB_CB_TILE_BYTES};\n#endif\n"
                   "#if defined(IB_NO_APPROXIMATION)\nextern const uint32_t APPROX;\n#else\n"
                   "inline constexpr uint32_t APPROX = IB_MATH_APPROX;\n#endif\n");
    }
    Request with(const std::string& text, int value) const {
        Request r = request(text);
        r.prologue =
            fmt::format("#define IB_CB_TILE_BYTES {}\n#define IB_MATH_APPROX {}\n", value, value);
        if (text.find("OWN") != std::string::npos) r.prologue += "#define OWN (APPROX)\n";
        r.processor = abi::Processor::math;
        r.include_dirs = {folder / "kernels"};
        return r;
    }
};

TEST_F(Withheld, DoesNotCountForKernelsThatDoWithout) {
    const std::string silent = "void kernel_main() {}\n";
    EXPECT_FALSE(compile_one(with(silent, 1)).from_cache);
    EXPECT_TRUE(compile_one(with(silent, 2)).from_cache);
    EXPECT_EQ(jit->cache_info().entries, 1u);
}

TEST_F(Withheld, CountsForWhoeverReachesIt) {
    write_file(folder / "kernels/hidden.h", "inline uint32_t hidden() { return tile_size[0]; }\n");
    const std::string put = "void kernel_main() { *(volatile uint32_t*)0 = ", end = "; }\n";
    const std::string texts[] = {
        put + "tile_size[0]" + end,
        "constexpr uint32_t n = tile_size[0];\n" + put + "n" + end,
        "#define JOIN(a, b) a##b\n" + put + "JOIN(tile_, size)[0]" + end,
        "#define JOIN(a, b) a##b\n" + put + "JOIN(APP, ROX)" + end,
        "#include \"hidden.h\"\n" + put + "hidden()" + end,
        "template <uint32_t n> struct Is { static constexpr uint32_t value = n; };\n" + put +
            "Is<APPROX>::value" + end,
        put + "OWN" + end,
        "#ifdef IB_CB_TILE_BYTES\n#define N IB_CB_TILE_BYTES\n#else\n#define N 99\n#endif\n" + put +
            "N" + end,
    };
    for (const std::string& text : texts)
        for (const unsigned value : {3, 4}) {
            EXPECT_FALSE(compile_one(with(text, static_cast<int>(value))).from_cache) << text;
            EXPECT_EQ(Core(load_one(with(text, static_cast<int>(value)))).run().word(0), value)
                << text;
        }
}

TEST_F(Cache, ChipsShareKernelsThatDoWithoutTheirs) {
    write_file(folder / "roots/ironbird/prelude.h",
               "#pragma once\n#include <stdint.h>\n#include \"ib_abi.h\"\n"
               "#include \"ib_chip.h\"\n"
               "#if defined(IB_ANY_CHIP)\n#pragma GCC poison ARCH_ONE ARCH_TWO\n#endif\n");
    const auto on = [&](const std::string& text, const std::string& chip, std::uint32_t banks) {
        Request r = request(text);
        r.chip = chip;
        r.chip_defines = {"ARCH_" + chip};
        r.chip_tables.dram_banks = banks;
        r.processor = abi::Processor::math;
        return r;
    };
    const std::string asks_late =
        "void kernel_main() { *(volatile uint32_t*)0 = ib_chip.dram_banks; }\n";
    const auto one = load_one(on(asks_late, "ONE", 12)), two = load_one(on(asks_late, "TWO", 8));
    EXPECT_EQ(one->object_path, two->object_path);
    EXPECT_EQ(Core(one).run().word(0), 12u);
    EXPECT_EQ(Core(two).run().word(0), 8u);
    // Nor when it is a constant which of them is meant.
    const std::string in_turn =
        "void kernel_main() {\n    for (uint32_t i = 0; i < 3; ++i)\n"
        "        ((volatile uint32_t*)0)[i] = ib_chip.dram_bank_offset[i];\n}\n";
    Request r = on(in_turn, "ONE", 0);
    for (std::uint32_t i = 0; i < 3; i++) r.chip_tables.dram_bank_offset[i] = i + 5;
    Core core(load_one(r));
    core.run();
    for (std::uint32_t i = 0; i < 3; i++) EXPECT_EQ(core.word(4 * i), i + 5);
    const std::string asks_now =
        "#ifdef ARCH_ONE\n#define N 1\n#else\n#define N 2\n#endif\n"
        "void kernel_main() { *(volatile uint32_t*)0 = N; }\n";
    EXPECT_EQ(Core(load_one(on(asks_now, "ONE", 0))).run().word(0), 1u);
    EXPECT_EQ(Core(load_one(on(asks_now, "TWO", 0))).run().word(0), 2u);
    EXPECT_TRUE(compile_one(on(asks_now, "ONE", 0)).from_cache);
}

// The arithmetic of page addresses is in the time of a data mover.
TEST_F(Cache, ChipsShareDataMoversThatDoWithoutBanks) {
    write_file(folder / "roots/ironbird/prelude.h",
               "#pragma once\n#include <stdint.h>\n#include \"ib_abi.h\"\n"
               "#if defined(IB_ANY_CHIP)\n"
               "template <bool DRAM> uint32_t get_bank_index(uint32_t id) = delete;\n#else\n"
               "template <bool DRAM> uint32_t get_bank_index(uint32_t id) { return id % BANKS; }\n"
               "#endif\n");
    const auto on = [&](const std::string& value, int banks) {
        Request r = request("void kernel_main() { *(volatile uint32_t*)0 = " + value + "; }\n");
        r.chip = fmt::format("of {} banks", banks);
        r.chip_defines = {fmt::format("BANKS={}", banks)};
        return r;
    };
    EXPECT_EQ(Core(load_one(on("get_bank_index<true>(19)", 12))).run().word(0), 7u);
    EXPECT_EQ(Core(load_one(on("get_bank_index<true>(19)", 8))).run().word(0), 3u);
    EXPECT_FALSE(compile_one(on("19", 12)).from_cache);
    EXPECT_TRUE(compile_one(on("19", 8)).from_cache);
}

// n150 and n300 have the same DRAM and another number of cores.
TEST_F(Cache, ProductsWithTheSameDramShareKernelsThatAskForNoPageInL1) {
    write_file(
        folder / "roots/ironbird/prelude.h",
        "#pragma once\n#include <stdint.h>\n#include \"ib_abi.h\"\n"
        "#if defined(IB_ANY_CHIP)\n"
        "template <bool DRAM> uint32_t get_bank_index(uint32_t id) = delete;\n#else\n"
        "template <bool DRAM> struct banks { static constexpr uint32_t count = 12; };\n"
        "#if defined(IB_ANY_L1_BANKS)\ntemplate <> struct banks<false>;\n"
        "#pragma GCC poison NUM_L1_BANKS\n#else\n"
        "template <> struct banks<false> { static constexpr uint32_t count = NUM_L1_BANKS; };\n"
        "#endif\n"
        "template <bool DRAM> uint32_t get_bank_index(uint32_t id) {\n"
        "    return id % banks<DRAM>::count;\n}\n#endif\n");
    const auto on = [&](const std::string& value, int l1_banks) {
        Request r = request("void kernel_main() { *(volatile uint32_t*)0 = " + value + "; }\n");
        r.chip = fmt::format("of {} cores", l1_banks);
        r.chip_defines = {"DRAM_BANKS=12", fmt::format("NUM_L1_BANKS={}", l1_banks)};
        return r;
    };
    EXPECT_FALSE(compile_one(on("get_bank_index<true>(19)", 64)).from_cache);
    EXPECT_TRUE(compile_one(on("get_bank_index<true>(19)", 56)).from_cache);
    EXPECT_EQ(Core(load_one(on("get_bank_index<false>(60)", 64))).run().word(0), 60u);
    EXPECT_EQ(Core(load_one(on("get_bank_index<false>(60)", 56))).run().word(0), 4u);
    EXPECT_EQ(Core(load_one(on("NUM_L1_BANKS", 64))).run().word(0), 64u);
    EXPECT_EQ(Core(load_one(on("NUM_L1_BANKS", 56))).run().word(0), 56u);
}

// Two that need the same kernel at a time compile it once.
TEST_F(Cache, ProcessesWaitForEachOther) {
    options.build_log = folder / "log";
    use_cache(folder / "cache");
    std::vector<pid_t> others;
    for (int n = 0; n < 4; n++) {
        others.push_back(fork());
        if (others.back() == 0) _exit(compile_one(kernel()).ok ? 0 : 1);
    }
    for (const pid_t other : others) {
        int status = 0;
        waitpid(other, &status, 0);
        EXPECT_EQ(status, 0);
    }
    std::ifstream log(options.build_log);
    std::string line;
    int lines = 0;
    while (std::getline(log, line)) lines++;
    EXPECT_EQ(lines, 1);
}

TEST_F(Cache, LoadedKernelsHaveTheTablesThatCameWithThem) {
    const auto with = [&](std::uint8_t format) {
        Request r = request(
            "#include \"ib_compute.h\"\nvoid kernel_main() {\n"
            "    volatile uint32_t* to = (volatile uint32_t*)0;\n"
            "    to[0] = ib_tables.inputs[to[2]].l1_format;\n"
            "    to[1] = ib_tables.outputs[63].l1_format + ib_tables.settings.fidelity;\n}\n");
        r.processor = abi::Processor::pack;
        r.tables.inputs[5].l1_format = format;
        r.tables.outputs[63].l1_format = static_cast<std::uint8_t>(format + 1);
        r.tables.settings.fidelity = 4;
        return r;
    };
    const auto first = load_one(with(10)), second = load_one(with(20));
    EXPECT_EQ(first->object_path, second->object_path);
    EXPECT_EQ(load_one(with(10)), first);
    for (const auto& [kernel, format] : {std::pair(first, 10u), {second, 20u}}) {
        Core core(kernel);
        core.word(8) = 5;
        core.run();
        EXPECT_EQ(core.word(0), format);
        EXPECT_EQ(core.word(4), format + 5);
    }
}

TEST_F(Cache, ChangedHeaderIsSeenAndTheOldEntryStillCounts) {
    compile_one(kernel());
    reload_kernel("2");
    EXPECT_FALSE(compile_one(kernel()).from_cache);
    Core core(load_one(kernel()));
    EXPECT_EQ(core.run().word(0), 2u);
    reload_kernel("1");
    EXPECT_TRUE(compile_one(kernel()).from_cache);
    EXPECT_EQ(Core(load_one(kernel())).run().word(0), 1u);
}

TEST_F(Cache, HeaderThatAppearsEarlierOnThePathIsSeen) {
    write_file(folder / "second/late.h", "#define LATE 2\n");
    fs::create_directories(folder / "first");
    Request r =
        request("#include <late.h>\nvoid kernel_main() { *(volatile uint32_t*)0 = LATE; }\n");
    r.include_dirs = {folder / "first", folder / "second"};
    EXPECT_EQ(Core(load_one(r)).run().word(0), 2u);
    write_file(folder / "first/late.h", "#define LATE 1\n");
    EXPECT_EQ(Core(load_one(r)).run().word(0), 1u);
}

TEST_F(Cache, DamagedEntriesAreNoticedAndRebuilt) {
    compile_one(kernel());
    for (const char* kind : {".so", ".deps", ".pch"}) {
        for (const auto& path : files(kind)) {
            std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(static_cast<std::streamoff>(fs::file_size(path) / 2));
            file.put('\x5a').put('\x5b').put('\x5c');
        }
        ::testing::internal::CaptureStderr();
        // A new kernel needs the precompiled header, the old one its object and its list.
        const auto again = compile_one(request("void kernel_main() {} // " + std::string(kind)));
        const auto result = compile_one(kernel());
        const std::string notes = ::testing::internal::GetCapturedStderr();
        EXPECT_TRUE(again.ok && result.ok) << again.diagnostics << result.diagnostics;
        EXPECT_NE(notes.find("is damaged"), std::string::npos) << kind;
        EXPECT_TRUE(compile_one(kernel()).from_cache);
    }
}

TEST_F(Cache, LoadedKernelsAreShared) {
    const auto first = load_one(kernel());
    EXPECT_EQ(load_one(kernel()), first);
    const std::vector<Request> twice = {kernel(), kernel()};
    const auto both = jit->load(twice);
    EXPECT_EQ(both[0], both[1]);
}

TEST_F(Cache, UnwritableFolderFallsBackToAPrivateOne) {
    write_file(folder / "plain-file", "");
    ::testing::internal::CaptureStderr();
    use_cache(folder / "plain-file");
    EXPECT_TRUE(compile_one(kernel()).ok);
    EXPECT_NE(::testing::internal::GetCapturedStderr().find("cannot be used"), std::string::npos);
    const std::string instead = cache_folder();
    EXPECT_TRUE(fs::is_directory(instead));
    use_cache(folder / "cache");
    cache_folder();
    EXPECT_FALSE(fs::exists(instead));
}

TEST_F(Cache, LeastRecentlyUsedGoFirst) {
    fs::create_directories(folder / "small");
    Store store(folder / "small");
    const std::string block(1000, 'x');
    for (const char* name : {"a.so", "b.so", "c.so"}) {
        Store(folder / "small").write(name, block);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    Store(folder / "small").find("a.so");
    store.trim(2200);
    EXPECT_TRUE(fs::exists(folder / "small/a.so"));
    EXPECT_FALSE(fs::exists(folder / "small/b.so"));
    EXPECT_TRUE(fs::exists(folder / "small/c.so"));
}

TEST_F(Cache, ClearTellsWhatWasThere) {
    compile_one(kernel());
    const CacheInfo before = jit->cache_clear();
    EXPECT_EQ(before.entries, 1u);
    EXPECT_GT(before.bytes, 0u);
    EXPECT_EQ(jit->cache_info().entries, 0u);
    EXPECT_FALSE(compile_one(kernel()).from_cache);
}

// Must hold after any number of crashes: entries load, and the next start leaves no scratch files.
TEST_F(Cache, KilledCompilersLeaveNothingBehind) {
    for (int round = 0; round < 4; round++) {
        const auto work = [&] {
            for (int n = 0; n < 20; n++)
                compile_one(
                    body("*(volatile uint32_t*)0 = " + std::to_string(100 * round + n) + ";"));
            _exit(0);
        };
        const pid_t victim = fork();
        if (victim == 0) work();
        const pid_t other = fork();
        if (other == 0) work();
        usleep(static_cast<useconds_t>(60'000 + 70'000 * round));
        kill(victim, SIGKILL);
        waitpid(victim, nullptr, 0);
        waitpid(other, nullptr, 0);
    }
    use_cache(folder / "elsewhere");
    cache_folder();
    use_cache(folder / "cache");
    cache_folder();
    for (const auto& item : fs::directory_iterator(folder / "cache/ironbird"))
        EXPECT_FALSE(item.path().filename().string().starts_with("tmp-")) << item.path();
    Store store(folder / "cache/ironbird");
    std::size_t checked = 0;
    for (const auto& path : files(".so")) {
        EXPECT_TRUE(store.find(path.filename())) << path;
        checked++;
    }
    EXPECT_GE(checked, 4u);
}

TEST_F(Cache, ForcedCompileIgnoresTheCache) {
    compile_one(kernel());
    JitOptions forced = options;
    forced.force_compile = true;
    const Request r = kernel();
    EXPECT_FALSE(Jit(forced).compile({&r, 1}).front().from_cache);
    EXPECT_TRUE(compile_one(kernel()).from_cache);
}

TEST_F(Cache, EditorCommandCompilesTheKernelAsItStands) {
    Request r = kernel();
    r.prologue = "#define N 3\n";
    r.stable_defines = {"A=1"};
    const auto argv = editor_command(options, r, folder / "scratch");
    EXPECT_EQ(argv.back(), r.source_path);
    EXPECT_NE(std::find(argv.begin(), argv.end(), "-DA=1"), argv.end());
    const auto include = std::find_if(argv.begin(), argv.end(), [](const auto& a) {
        return a.find("prologue-") != std::string::npos;
    });
    ASSERT_NE(include, argv.end());
    std::ifstream file(*include);
    std::string line;
    std::getline(file, line);
    EXPECT_EQ(line, "#define N 3");
}

}  // namespace
}  // namespace ironbird::jit
