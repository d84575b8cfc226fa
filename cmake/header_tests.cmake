# Every public header compiles alone; those that kernels share also compile as kernel code.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/include
     ${PROJECT_SOURCE_DIR}/include/*.h ${PROJECT_SOURCE_DIR}/include/*.hpp)
list(FILTER headers EXCLUDE REGEX "fmt_forward/")
set(sources)
foreach(header IN LISTS headers)
    set(source ${PROJECT_BINARY_DIR}/headers/${header}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include <${header}>\n#include <${header}>\n")
    list(APPEND sources ${source})
endforeach()
add_library(public_headers OBJECT EXCLUDE_FROM_ALL ${sources})
target_link_libraries(public_headers PRIVATE tt_metal)
target_compile_options(public_headers PRIVATE -O0 -g0 -Wall -Wextra -Werror)
add_test(NAME headers/alone
         COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target public_headers)

set(shared hostdevcommon/common_values.hpp hostdevcommon/flags.hpp hostdevcommon/kernel_structs.h
    hostdevcommon/tensor_accessor/arg_config.hpp tt-metalium/buffer_types.hpp
    tt-metalium/circular_buffer_constants.h tt-metalium/constants.hpp)
list(TRANSFORM shared PREPEND "#include <")
list(TRANSFORM shared APPEND ">\n")
list(JOIN shared "" text)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/headers/kernel.cpp CONTENT "${text}")
add_test(NAME headers/kernel
         COMMAND ${IRONBIRD_CLANG} -std=gnu++20 -fno-exceptions -fno-rtti -Wall -Wextra -Werror
                 -DKERNEL_BUILD -DARCH_WORMHOLE -fsyntax-only -I${PROJECT_SOURCE_DIR}/include
                 ${PROJECT_BINARY_DIR}/headers/kernel.cpp)
set_tests_properties(headers/alone headers/kernel PROPERTIES TIMEOUT 1200)
set_tests_properties(headers/kernel PROPERTIES LABELS fast)
