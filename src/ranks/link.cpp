// The module with MPI in it, loaded when somebody asks.
#include "ranks/link.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

#include "base/fault.hpp"
#include "ranks/communicator.hpp"

namespace ironbird::ranks {
namespace {

// Beside the library that this is part of.
std::string module_path() {
    Dl_info info{};
    const auto* here = reinterpret_cast<const void*>(&open_link);
    if (dladdr(const_cast<void*>(here), &info) == 0) return "libironbird_mpi.so";
    return std::filesystem::path(info.dli_fname).replace_filename("libironbird_mpi.so");
}

std::uint32_t number_of(const char* variable, std::uint32_t otherwise) {
    const char* text = std::getenv(variable);
    return text != nullptr ? static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10))
                           : otherwise;
}

void* in_module(const char* function) {
    // Global: the parts that OpenMPI loads for itself look for it there.
    void* module = dlopen(module_path().c_str(), RTLD_NOW | RTLD_GLOBAL);
    void* found = module != nullptr ? dlsym(module, function) : nullptr;
    if (found == nullptr)
        throw Error(Fault::usage, "there are no ranks without OpenMPI", {},
                    std::string(dlerror()) +
                        "\n  install libopenmpi-dev and openmpi-bin and build again, or run "
                        "without --ranks and mpirun");
    return found;
}

}  // namespace

RankOf started_by_mpirun() {
    return {number_of("OMPI_COMM_WORLD_RANK", 0), number_of("OMPI_COMM_WORLD_SIZE", 1)};
}

std::unique_ptr<Link> open_link() {
    return std::unique_ptr<Link>(reinterpret_cast<OpenLink>(in_module(kOpenLink))());
}

std::unique_ptr<Communicator> open_world() {
    return std::unique_ptr<Communicator>(reinterpret_cast<OpenWorld>(in_module(kOpenWorld))());
}

}  // namespace ironbird::ranks
