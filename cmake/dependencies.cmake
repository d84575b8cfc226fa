# Debian's packages, by the names that cmake/packages.txt lists for the launcher.
find_package(Threads REQUIRED)
find_package(Boost REQUIRED COMPONENTS context)
find_package(HWY REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_library(XXHASH_LIBRARY xxhash REQUIRED)
find_package(SQLite3 REQUIRED)

# The compiler of kernels and the plugin it loads must be one version: a plugin built for another
# LLVM is refused by clang, so the version is fixed here and nowhere else.
set(IRONBIRD_LLVM_VERSION 19)
find_package(LLVM REQUIRED CONFIG PATHS /usr/lib/llvm-${IRONBIRD_LLVM_VERSION} NO_DEFAULT_PATH)
if(NOT LLVM_VERSION_MAJOR EQUAL IRONBIRD_LLVM_VERSION)
    message(FATAL_ERROR "LLVM ${LLVM_VERSION} found where ${IRONBIRD_LLVM_VERSION} is needed")
endif()
find_program(IRONBIRD_CLANG clang++-${IRONBIRD_LLVM_VERSION} REQUIRED)
find_program(IRONBIRD_LLD ld.lld-${IRONBIRD_LLVM_VERSION} REQUIRED)
find_program(IRONBIRD_SYMBOLIZER llvm-symbolizer-${IRONBIRD_LLVM_VERSION} REQUIRED)
# The parser of host sources, of the same version so that both read C++ alike.
find_library(LIBCLANG_LIBRARY clang-${IRONBIRD_LLVM_VERSION} REQUIRED
    PATHS /usr/lib/llvm-${IRONBIRD_LLVM_VERSION}/lib NO_DEFAULT_PATH)
find_path(LIBCLANG_INCLUDE clang-c/Index.h REQUIRED
    PATHS /usr/lib/llvm-${IRONBIRD_LLVM_VERSION}/include NO_DEFAULT_PATH)
if(IRONBIRD_TESTS)
    find_package(GTest REQUIRED)
endif()
if(IRONBIRD_BENCH)
    find_package(benchmark REQUIRED)
    find_library(OPENBLAS_LIBRARY openblas REQUIRED)  # what matrix products are measured against
endif()
