// For tests: compiles small kernels against headers of their own and runs them on bare blocks.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <vector>

#include "abi/ib_abi.h"
#include "abi/window.hpp"
#include "base/fault.hpp"
#include "jit/jit.hpp"

namespace ironbird::jit {

inline void write_file(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

// A folder for one test: headers, kernels and cache; gone at the end.
class Workshop : public ::testing::Test {
 protected:
    Workshop() {
        std::string name = (std::filesystem::temp_directory_path() / "jit-test-XXXXXX").string();
        folder = mkdtemp(name.data());
        write_file(folder / "roots/ironbird/prelude.h",
                   "#pragma once\n#include <stdint.h>\n#include \"ib_abi.h\"\n"
                   "inline uint32_t arg(int n) {\n    return *(volatile "
                   "uint32_t*)(uintptr_t)(ib_self()->rta_base + 4 * n);\n}\n");
        write_file(folder / "roots/ironbird/kernel_begin.h", "");
        write_file(folder / "roots/ironbird/kernel_end.h",
                   "extern \"C\" void ib_kernel_entry() { kernel_main(); }\n");
        options.paths.roots = {folder / "roots", options.paths.roots[2]};
        use_cache(folder / "cache");
    }
    ~Workshop() override {
        jit.reset();
        std::filesystem::remove_all(folder);
    }

    // From now on, in a new Jit.
    void use_cache(const std::filesystem::path& where) {
        options.cache_folder = where / "ironbird";
        jit = std::make_unique<Jit>(options);
    }
    std::string cache_folder() { return jit->cache_info().folder; }

    static Request request(const std::string& text) {
        Request r;
        r.source_text = text;
        r.chip = "test";
        return r;
    }
    static Request body(const std::string& text) {
        return request("void kernel_main() {\n" + text + "\n}\n");
    }

    std::shared_ptr<const abi::Kernel> load_one(const Request& r) {
        return jit->load({&r, 1}).front();
    }

    // The error that a request gives, with all its text.
    std::string refusal(const Request& r) {
        try {
            jit->load({&r, 1});
        } catch (const Error& e) {
            return e.what();
        }
        return "compiled";
    }

    std::filesystem::path folder;
    JitOptions options;
    std::unique_ptr<Jit> jit;
};

// One processor with an L1 and nothing else: yields come back to the caller of resume().
class Core {
 public:
    explicit Core(std::shared_ptr<const abi::Kernel> kernel) : kernel_(std::move(kernel)) {
        l1 = static_cast<std::uint8_t*>(
            mmap(nullptr, IB_L1_SPAN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        block_ = abi::take_block();
        globals_bytes_ = std::max<std::size_t>(1, kernel_->globals.bytes.size());
        globals_ = abi::take_pages(globals_bytes_);
        std::memcpy(globals_, kernel_->globals.bytes.data(), kernel_->globals.bytes.size());
        for (const auto& r : kernel_->globals.relocations) relocate(r);
        std::memset(block_, 0, sizeof(ib_context));
        self().l1 = l1;
        self().globals = globals_;
        self().constants = kernel_->constants_base;
        self().processor = this;
        self().rta_base = 0x1000;
        self().deadline = ~std::uint64_t{0};
        static std::array<std::uint8_t, IB_ASKED_BYTES> nothing{};
        self().asked[0] = self().asked[1] = nothing.data();
    }
    ~Core() {
        munmap(l1, IB_L1_SPAN);
        abi::give_block(block_);
        abi::give_pages(globals_, globals_bytes_);
    }
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    ib_context& self() { return *reinterpret_cast<ib_context*>(block_); }
    std::uint32_t& word(std::uint32_t address) {
        return *reinterpret_cast<std::uint32_t*>(l1 + address);
    }
    std::uint32_t& arg(int n) { return word(0x1000 + 4 * n); }

    // Runs until the kernel gives way or ends; true when it has ended.
    bool resume() {
        if (!started_) {
            started_ = true;
            getcontext(&inside_);
            inside_.uc_stack.ss_sp = block_ + IB_CONTEXT_BYTES + 4096;
            inside_.uc_stack.ss_size = IB_BLOCK_BYTES - IB_CONTEXT_BYTES - 4096;
            inside_.uc_link = &outside_;
            makecontext(&inside_, &Core::start, 0);
        }
        current_ = this;
        swapcontext(&outside_, &inside_);
        return done_;
    }
    Core& run() {
        while (!resume()) {
        }
        return *this;
    }
    void give_way() { swapcontext(&inside_, &outside_); }

    static Core& here() {
        const auto at = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
        return *static_cast<Core*>(
            reinterpret_cast<ib_context*>(at & ~std::uintptr_t{IB_BLOCK_BYTES - 1})->processor);
    }

    bool owns(std::uint32_t address) const {
        const auto in = [&](const std::uint8_t* base, std::size_t size) {
            return address - reinterpret_cast<std::uintptr_t>(base) < size;
        };
        return in(block_, IB_BLOCK_BYTES) || in(globals_, globals_bytes_) ||
               (kernel_->constants_base != nullptr &&
                in(kernel_->constants_base, kernel_->constants.bytes.size()));
    }
    void* host(std::uint32_t address) {
        return address < IB_L1_SPAN ? l1 + address
                                    : reinterpret_cast<std::uint8_t*>(std::uintptr_t{address});
    }

    const abi::Kernel& kernel() const { return *kernel_; }

    std::uint8_t* l1 = nullptr;
    std::map<std::uint32_t, std::uint64_t> registers;  // what is outside L1 and own memory
    std::vector<std::uint32_t> polled;
    struct Check {
        std::uint32_t address, size, how;
        bool operator==(const Check&) const = default;
    };
    std::vector<Check> checks;  // of the checked flavour
    std::uint32_t slow_loads = 0, slow_stores = 0, yields = 0, polls = 0, traps = 0, copies = 0;

 private:
    void relocate(const abi::Relocation& r) {
        const auto* base =
            r.base == abi::Relocation::Base::globals ? globals_ : kernel_->constants_base;
        const std::uint64_t value = reinterpret_cast<std::uintptr_t>(base) + r.addend;
        std::memcpy(globals_ + r.offset, &value, r.width);
    }
    static void start() {
        Core* core = current_;
        core->kernel_->entry();
        core->done_ = true;
    }

    inline static Core* current_ = nullptr;
    std::shared_ptr<const abi::Kernel> kernel_;
    std::uint8_t* block_ = nullptr;
    std::uint8_t* globals_ = nullptr;
    std::size_t globals_bytes_ = 0;
    ucontext_t inside_{}, outside_{};
    bool started_ = false, done_ = false;
};

}  // namespace ironbird::jit

// The device as these tests need it. The test program exports these names, so kernels find them
// before those of the library.
extern "C" {
using ironbird::jit::Core;

std::uint64_t ib_load(std::uint32_t address, std::uint32_t size) {
    Core& core = Core::here();
    core.slow_loads++;
    if (!core.owns(address)) return core.registers[address];
    std::uint64_t value = 0;
    std::memcpy(&value, core.host(address), size);
    return value;
}
void ib_store(std::uint32_t address, std::uint64_t value, std::uint32_t size) {
    Core& core = Core::here();
    core.slow_stores++;
    if (core.owns(address))
        std::memcpy(core.host(address), &value, size);
    else
        core.registers[address] = value;
}
void* ib_translate(std::uint32_t address, std::uint64_t, std::uint32_t) {
    return Core::here().host(address);
}
void ib_yield() {
    Core& core = Core::here();
    core.yields++;
    core.self().deadline = core.self().cycles + 1000;
    core.give_way();
}
void ib_poll(const std::uint32_t* addresses, std::uint32_t count) {
    Core& core = Core::here();
    core.polls++;
    core.polled.assign(addresses, addresses + count);
    core.give_way();
}
void ib_spin_hint() {}
void ib_check_access(std::uint32_t address, std::uint32_t size, std::uint32_t how) {
    Core::here().checks.push_back({address, size, how});
}
void ib_memcpy(std::uint32_t to, std::uint32_t from, std::uint32_t size) {
    Core::here().copies++;
    std::memcpy(Core::here().host(to), Core::here().host(from), size);
}
void ib_memmove(std::uint32_t to, std::uint32_t from, std::uint32_t size) {
    Core::here().copies++;
    std::memmove(Core::here().host(to), Core::here().host(from), size);
}
void ib_memset(std::uint32_t to, std::uint32_t value, std::uint32_t size) {
    Core::here().copies++;
    std::memset(Core::here().host(to), static_cast<int>(value), size);
}
std::int32_t ib_memcmp(std::uint32_t a, std::uint32_t b, std::uint32_t size) {
    return std::memcmp(Core::here().host(a), Core::here().host(b), size);
}
std::uint64_t ib_csr(std::uint32_t number) {
    return 1000 + number;
}
void ib_trap() {
    Core::here().traps++;
    for (;;) Core::here().give_way();
}
}
