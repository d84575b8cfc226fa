# Host programs as a user would build them, and the environment in which tests run them.

# ironbird_program_flags(target [GTEST]): test code is compiled more often than run.
function(ironbird_program_flags target)
    target_compile_definitions(${target} PRIVATE KERNEL_PREFIX="${PROJECT_SOURCE_DIR}/")
    # Upstream allows narrowing: runtime arguments are brace lists of size_t.
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-narrowing
        -Wno-missing-field-initializers $<$<BOOL:${IRONBIRD_WERROR}>:-Werror>)
    if("GTEST" IN_LIST ARGN)
        target_link_libraries(${target} PRIVATE GTest::gtest_main GTest::gmock)
        target_compile_options(${target} PRIVATE -O0)
    endif()
endfunction()

# Headers that are read once for all tests. Not for programs that are optimised: GCC 12 takes
# precompiled strings for code of ours and warns falsely of them (its bug 105651).
if(IRONBIRD_TESTS AND NOT TARGET ironbird_gtest_headers)  # several folders include this file
    add_executable(ironbird_gtest_headers EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/carrier.cpp)
    target_link_libraries(ironbird_gtest_headers PRIVATE tt_metal)
    ironbird_program_flags(ironbird_gtest_headers GTEST)
    ironbird_precompile(ironbird_gtest_headers <tt-metalium/host_api.hpp>
        <tt-metalium/distributed.hpp> <gmock/gmock.h> <gtest/gtest.h>)
endif()

# ironbird_program(target [INTERNAL] [GTEST|QUICK] SOURCE...): INTERNAL for one that looks inside src/; QUICK for one
# that is compiled more often than run.
function(ironbird_program target)
    cmake_parse_arguments(P "INTERNAL;GTEST;QUICK" "" "" ${ARGN})
    add_executable(${target} ${P_UNPARSED_ARGUMENTS})
    set(library tt_metal)
    if(P_INTERNAL)
        set(library ironbird_core)
    endif()
    target_link_libraries(${target} PRIVATE ${library})
    if(P_GTEST)
        ironbird_program_flags(${target} GTEST)
        ironbird_precompile_as(${target} ironbird_gtest_headers)
    else()
        ironbird_program_flags(${target})
    endif()
    if(P_QUICK)
        target_compile_options(${target} PRIVATE -O0)
        if(TARGET ironbird_gtest_headers)
            ironbird_precompile_as(${target} ironbird_gtest_headers)
            target_compile_definitions(${target} PRIVATE GTEST_HAS_PTHREAD=1)  # as these headers were read
        endif()
    endif()
endfunction()

# A kernel cache that belongs to the build, and one thread: ctest runs two tests at a time. Races take several.
set(threads 1)
if(IRONBIRD_SANITIZE MATCHES thread)
    set(threads 4)
endif()
set(IRONBIRD_TEST_ENVIRONMENT
    "TT_METAL_CACHE=${PROJECT_BINARY_DIR}/kernel-cache" "IRONBIRD_THREADS=${threads}")
