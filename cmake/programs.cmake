# Host programs as a user would build them, and the environment in which tests run them.

# ironbird_program(target [INTERNAL] SOURCE...): INTERNAL for one that looks inside src/.
function(ironbird_program target)
    cmake_parse_arguments(P "INTERNAL" "" "" ${ARGN})
    add_executable(${target} ${P_UNPARSED_ARGUMENTS})
    set(library tt_metal)
    if(P_INTERNAL)
        set(library ironbird_core)
    endif()
    target_link_libraries(${target} PRIVATE ${library})
    target_compile_definitions(${target} PRIVATE KERNEL_PREFIX="${PROJECT_SOURCE_DIR}/")
    # Upstream allows narrowing: runtime arguments are brace lists of size_t.
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-narrowing
        -Wno-missing-field-initializers $<$<BOOL:${IRONBIRD_WERROR}>:-Werror>)
endfunction()

# A kernel cache that belongs to the build, and one thread: ctest runs two tests at a time.
set(IRONBIRD_TEST_ENVIRONMENT
    "TT_METAL_CACHE=${PROJECT_BINARY_DIR}/kernel-cache" "IRONBIRD_THREADS=1")
