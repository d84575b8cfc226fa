# Every public header compiles alone; those that kernels share also compile as kernel code.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME headers/alone
         COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/headers/alone_test.py
                 --compiler ${CMAKE_CXX_COMPILER} --share 0.05)

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
set_tests_properties(headers/alone PROPERTIES LABELS slow TIMEOUT 1200 PROCESSORS 2)
set_tests_properties(headers/kernel PROPERTIES LABELS fast TIMEOUT 60)
