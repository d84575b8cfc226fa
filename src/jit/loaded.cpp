// Loads a kernel and reads the header that the pass left in it.
#include "jit/loaded.hpp"

#include <dlfcn.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>

#include "abi/ib_abi.h"
#include "abi/window.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "jit/pass/module_header.hpp"
#include "jit/symbolizer.hpp"

namespace ironbird::jit {
namespace {

struct CloseLibrary {
    void operator()(void* handle) const { dlclose(handle); }
};
using Library = std::unique_ptr<void, CloseLibrary>;

// Kernels name no library: they find the abi in the global scope, into which a program that
// loads us by dlopen (a Python module) has not put it.
void publish_abi() {
    static const bool done = [] {
        Dl_info info{};
        if (dladdr(reinterpret_cast<void*>(&publish_abi), &info) != 0)
            dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL);
        return true;
    }();
    static_cast<void>(done);
}

Library open_library(const std::string& path) {
    publish_abi();
    Library library(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (library == nullptr)
        throw Error(Fault::kernel_compile, "a compiled kernel cannot be loaded", {}, dlerror());
    return library;
}

abi::Image image(const pass::ImageHeader& h) {
    return {{h.bytes, h.size},
            static_cast<std::uint32_t>(h.alignment),
            {h.relocations, h.relocation_count}};
}

class LoadedKernel final : public abi::Kernel {
 public:
    LoadedKernel(const Request& request, const Built& built, const Paths& paths)
        : library_(open_library(built.object_path)), paths_(paths) {
        const auto* header =
            static_cast<const pass::ModuleHeader*>(dlsym(library_.get(), pass::kHeaderSymbol));
        entry = reinterpret_cast<Entry>(dlsym(library_.get(), pass::kEntrySymbol));
        if (header == nullptr || entry == nullptr || header->abi_version != IB_ABI_VERSION)
            throw Error(Fault::internal, "a compiled kernel has no usable header", {},
                        built.object_path);
        globals = image(header->globals);
        constants = image(header->constants);
        cb_use = {header->cb_reserves, header->cb_pushes,      header->cb_waits,
                  header->cb_pops,     header->cb_others != 0, header->cb_views != 0};
        tables = request.tables;
        chip = request.chip_tables;
        place_constants(*header);
        describe(request, built);
        std::istringstream notes(header->notes);
        for (std::string line; std::getline(notes, line);) log::warning("{}", line);
    }

    ~LoadedKernel() override {
        if (constants_base != nullptr) abi::give_pages(constants_base, constants.bytes.size());
    }

    abi::SourceLine locate(std::span<const std::uintptr_t> addresses) const override {
        const auto all = frames(addresses);
        return all.empty() ? abi::SourceLine{} : all.front();
    }

    std::vector<abi::SourceLine> frames(std::span<const std::uintptr_t> addresses) const override {
        return source_frames(paths_, object_path, reinterpret_cast<std::uintptr_t>(entry),
                             addresses);
    }

 private:
    template <class Tables>
    void fill_in(std::uint64_t offset, const Tables& with) {
        if (offset != pass::kNoTables) std::memcpy(constants_base + offset, &with, sizeof with);
    }

    void place_constants(const pass::ModuleHeader& header) {
        if (constants.bytes.empty()) return;
        constants_base = abi::take_pages(constants.bytes.size());
        std::memcpy(constants_base, constants.bytes.data(), constants.bytes.size());
        for (const auto& r : constants.relocations) {
            const std::uint64_t value = reinterpret_cast<std::uintptr_t>(constants_base) + r.addend;
            std::memcpy(constants_base + r.offset, &value, r.width);
        }
        fill_in(header.tables, tables);
        fill_in(header.chip, chip);
        abi::make_read_only(constants_base, constants.bytes.size());
    }

    void describe(const Request& request, const Built& built) {
        source_path = request.source_path;
        name = source_path.empty() ? "<string>"
                                   : std::filesystem::path(source_path).filename().string();
        object_path = built.object_path;
        hash = std::stoull(built.key.substr(0, 16), nullptr, 16);
        processor = request.processor;
        from_cache = built.from_cache;
        compile_seconds = built.seconds;
    }

    Library library_;
    Paths paths_;
};

}  // namespace

std::shared_ptr<const abi::Kernel> open_kernel(const Request& request, const Built& built,
                                               const Paths& paths) {
    return std::make_shared<LoadedKernel>(request, built, paths);
}

}  // namespace ironbird::jit
