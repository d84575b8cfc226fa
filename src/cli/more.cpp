// Loads libironbird_more.so, which finds the functions of the program that loads it.
#include "cli/more.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "cli/places.hpp"

namespace ironbird::cli {
namespace {

using AddCommands = decltype(ib_add_commands);

AddCommands* entry() {
    if (ib_add_commands != nullptr) return ib_add_commands;
    const auto file = places().library / "libironbird_more.so";
    if (!std::filesystem::exists(file)) return nullptr;
    void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* found = library == nullptr ? nullptr : ::dlsym(library, "ib_add_commands");
    if (found == nullptr)
        throw Error(Fault::usage, fmt::format("cannot load {}: {}", file.string(), ::dlerror()), {},
                    "build the target ironbird_more again");
    return reinterpret_cast<AddCommands*>(found);
}

}  // namespace

bool add_more(CLI::App& app, Action& chosen) {
    AddCommands* const add = entry();
    if (add != nullptr) add(app, chosen);
    return add != nullptr;
}

}  // namespace ironbird::cli
