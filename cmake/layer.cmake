# One target per folder of src/, linking exactly the folders that it may include.

add_library(ironbird_options INTERFACE)
target_compile_options(ironbird_options INTERFACE
    -Wall -Wextra -Wconversion -Wno-sign-conversion
    -Wno-missing-field-initializers  # designated initialisers leave the rest at its default
    -Wno-subobject-linkage  # what is compiled together looks to GCC as if it were a header
    -Wno-restrict  # GCC 12 warns falsely of std::string (its bug 105651)
    $<$<BOOL:${IRONBIRD_WERROR}>:-Werror>)
if(IRONBIRD_SANITIZE)
    # Undefined behaviour would be a line among others, and the test pass.
    add_compile_options(-fsanitize=${IRONBIRD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${IRONBIRD_SANITIZE})
endif()

# GCC collects garbage ever again while a large unit grows, a tenth of its time; where each compiler can have 2 GiB
# of memory it begins at 600 MB.
cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)  # MiB
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR enough "2048 * (${cores} + 2)")
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND memory GREATER enough)
    add_compile_options("SHELL:--param ggc-min-heapsize=600000")
endif()

# ironbird_unite(target [BATCH N] [ACROSS_FOLDERS] [ALONE FILE...]): files of one folder, or of all, are compiled
# together, ten at a time or N, since reading headers and instantiating templates is most of their cost. Names in
# their anonymous namespaces must differ; ALONE are files whose names do not.
function(ironbird_unite target)
    cmake_parse_arguments(U ACROSS_FOLDERS BATCH ALONE ${ARGN})
    if(NOT U_BATCH)
        set(U_BATCH 10)
    endif()
    if(NOT IRONBIRD_UNITY)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        if(source IN_LIST U_ALONE)
            continue()
        endif()
        set(folder)
        if(NOT U_ACROSS_FOLDERS)
            get_filename_component(folder ${source} DIRECTORY)
        endif()
        string(MAKE_C_IDENTIFIER "${target}_${folder}" group)
        if(NOT DEFINED count_${group})
            set(count_${group} 0)
        endif()
        math(EXPR batch "${count_${group}} / ${U_BATCH}")
        math(EXPR count_${group} "${count_${group}} + 1")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${batch})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# ironbird_precompile(target [HEADER...]): what most files of a target read anyway, read once.
function(ironbird_precompile target)
    if(NOT IRONBIRD_PRECOMPILE)
        return()
    endif()
    target_precompile_headers(${target} PRIVATE
        <algorithm> <array> <functional> <map> <memory> <optional> <span> <string>
        <unordered_map> <variant> <vector> <fmt/format.h> ${ARGN})
endfunction()

# ironbird_precompile_as(target carrier): the headers that were read for another target of the same
# flags. A carrier exists for its headers alone.
function(ironbird_precompile_as target carrier)
    if(IRONBIRD_PRECOMPILE)
        target_precompile_headers(${target} REUSE_FROM ${carrier})
    endif()
endfunction()

# Nobody debugs the library from a release build: names of functions stay, lines cost a twentieth of the build.
# Host programs keep theirs, since reports name the lines of their calls.
set(IRONBIRD_NO_LINES $<$<NOT:$<CONFIG:Debug>>:-g0>)

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/carrier.cpp CONTENT "int main() {}\n")
add_library(ironbird_layer_headers OBJECT ${PROJECT_BINARY_DIR}/carrier.cpp)
target_link_libraries(ironbird_layer_headers PRIVATE
    ironbird_options fmt::fmt nlohmann_json::nlohmann_json)
target_compile_options(ironbird_layer_headers PRIVATE ${IRONBIRD_NO_LINES})
target_include_directories(ironbird_layer_headers PRIVATE
    ${PROJECT_SOURCE_DIR}/include/ironbird/fmt_forward ${PROJECT_SOURCE_DIR}/include)
ironbird_precompile(ironbird_layer_headers <nlohmann/json.hpp> ${PROJECT_SOURCE_DIR}/src/base/once.hpp
    <tt-metalium/host_api.hpp> <tt-metalium/distributed.hpp>)

# Files of a layer, into both shared libraries.
function(ironbird_layer_objects target batch alone)
    add_library(${target} OBJECT ${ARGN})
    target_link_libraries(${target} PRIVATE ironbird_options)
    target_compile_options(${target} PRIVATE ${IRONBIRD_NO_LINES})
    ironbird_unite(${target} ACROSS_FOLDERS BATCH ${batch} ALONE ${alone})
    ironbird_precompile_as(${target} ironbird_layer_headers)
    set_property(GLOBAL APPEND PROPERTY IRONBIRD_LAYERS ${target})
endfunction()

# ironbird_layer(name [COLD] SOURCES … [COLD_SOURCES …] USES layer… [ALONE source…] [BATCH n] [LIBRARIES target…]
#     [OPTIONS option…] [TESTS x_test.cpp … [TESTS_APART]])
# COLD is what nobody waits for but the compiler's optimiser: all of a layer, or some of its files. Tests: see
# ironbird_layer_tests.
function(ironbird_layer name)
    cmake_parse_arguments(L "COLD;TESTS_APART" "BATCH" "SOURCES;COLD_SOURCES;ALONE;USES;LIBRARIES;OPTIONS;TESTS" ${ARGN})
    if(NOT L_BATCH)
        set(L_BATCH 48)
    endif()
    if(L_SOURCES)
        ironbird_layer_objects(ironbird_${name} ${L_BATCH} "${L_ALONE}" ${L_SOURCES})
        set(scope PUBLIC)
    else()
        add_library(ironbird_${name} INTERFACE)
        set(scope INTERFACE)
    endif()
    target_include_directories(ironbird_${name} ${scope} ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(ironbird_${name} ${scope} ${L_LIBRARIES})
    foreach(used IN LISTS L_USES)
        # Object libraries pass on usage requirements only; the objects are gathered in src/CMakeLists.txt.
        target_link_libraries(ironbird_${name} ${scope} ironbird_${used})
    endforeach()
    set(cold)
    if(L_COLD)
        set(cold ironbird_${name})
    elseif(L_COLD_SOURCES)
        set(cold ironbird_${name}_cold)
        ironbird_layer_objects(${cold} ${L_BATCH} "" ${L_COLD_SOURCES})
        target_link_libraries(${cold} PRIVATE ironbird_${name})
        target_compile_options(${cold} PRIVATE ${L_OPTIONS})
    endif()
    if(cold)
        target_compile_options(${cold} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-Og>)  # as fast to run as -O1, faster to compile
    endif()
    if(L_SOURCES)
        target_compile_options(ironbird_${name} PRIVATE ${L_OPTIONS})
    endif()
    ironbird_note_tests(${name} "" ${L_TESTS})
    set_property(GLOBAL PROPERTY IRONBIRD_TESTS_APART_${name} ${L_TESTS_APART})
endfunction()

function(ironbird_note_tests layer module)
    if(ARGN)
        list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
        set_property(GLOBAL APPEND PROPERTY IRONBIRD_TESTED ${layer})
        set_property(GLOBAL PROPERTY IRONBIRD_TESTS_OF_${layer} ${ARGN})
        set_property(GLOBAL PROPERTY IRONBIRD_MODULE_OF_${layer} ${module})
    endif()
endfunction()

# ironbird_module(name SHARED|STATIC SOURCES … [LIBRARIES target…] [TESTS x_test.cpp …])
# A library beside the one of the model, with what it drags along: for commands, not for programs.
function(ironbird_module name kind)
    cmake_parse_arguments(M "" "" "SOURCES;LIBRARIES;TESTS" ${ARGN})
    add_library(ironbird_${name} ${kind} ${M_SOURCES})
    target_link_libraries(ironbird_${name} PUBLIC ironbird_core PRIVATE ${M_LIBRARIES} ironbird_options)
    ironbird_note_tests(${name} ironbird_${name} ${M_TESTS})
endfunction()

function(ironbird_test_flags target)
    target_link_libraries(${target} PRIVATE
        ironbird_core GTest::gtest_main GTest::gmock ironbird_options)
    target_compile_options(${target} PRIVATE -O0)  # test code is compiled more often than run
endfunction()

# How GoogleTest names the tests of a file.
function(ironbird_tests_in file filter)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(STRINGS ${file} lines REGEX "^TEST(_F|_P)?\\([A-Za-z0-9_]+, [A-Za-z0-9_]+\\)")
    set(names)
    foreach(line IN LISTS lines)
        string(REGEX MATCH "^TEST(_F|_P)?\\(([A-Za-z0-9_]+), ([A-Za-z0-9_]+)\\)" _ "${line}")
        if(CMAKE_MATCH_1 STREQUAL _P)
            list(APPEND names "*/${CMAKE_MATCH_2}.${CMAKE_MATCH_3}/*")
        else()
            list(APPEND names ${CMAKE_MATCH_2}.${CMAKE_MATCH_3})
        endif()
    endforeach()
    if(NOT names)
        message(FATAL_ERROR "${file} has no tests")
    endif()
    list(JOIN names ":" names)
    set(${filter} ${names} PARENT_SCOPE)
endfunction()

# ironbird_file_test(name program file): the tests of one file, in a process of their own.
function(ironbird_file_test name program file)
    ironbird_tests_in(${file} filter)
    add_test(NAME ${name} COMMAND ${program} --gtest_filter=${filter})
    set_tests_properties(${name} PROPERTIES LABELS fast TIMEOUT 300)
endfunction()

function(ironbird_test_program program module)
    add_executable(${program} ${ARGN})
    ironbird_test_flags(${program})
    target_link_libraries(${program} PRIVATE ${module})
    ironbird_precompile_as(${program} ironbird_test_headers)
    set_target_properties(${program} PROPERTIES UNITY_BUILD ${IRONBIRD_UNITY} UNITY_BUILD_BATCH_SIZE 12)
    foreach(test IN LISTS ARGN)
        file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR}/src ${test})
        string(REPLACE .cpp "" name ${name})
        ironbird_file_test(${name} ${program} ${test})
    endforeach()
endfunction()

# Tests beside the sources of a layer become one program, LAYER_tests, since reading headers is most of their
# cost; those that cannot be in one process become a program each. They see the whole of src/.
function(ironbird_layer_tests)
    # One reading of GoogleTest for all of them, with the flags of a program.
    add_executable(ironbird_test_headers ${PROJECT_BINARY_DIR}/carrier.cpp)
    ironbird_test_flags(ironbird_test_headers)
    ironbird_precompile(ironbird_test_headers <gmock/gmock.h> <gtest/gtest.h>)
    get_property(layers GLOBAL PROPERTY IRONBIRD_TESTED)
    foreach(layer IN LISTS layers)
        get_property(tests GLOBAL PROPERTY IRONBIRD_TESTS_OF_${layer})
        get_property(module GLOBAL PROPERTY IRONBIRD_MODULE_OF_${layer})
        get_property(apart GLOBAL PROPERTY IRONBIRD_TESTS_APART_${layer})
        if(NOT apart)
            ironbird_test_program(${layer}_tests "${module}" ${tests})
            continue()
        endif()
        foreach(test IN LISTS tests)
            get_filename_component(stem ${test} NAME_WE)
            ironbird_test_program(${layer}_${stem} "${module}" ${test})
        endforeach()
    endforeach()
endfunction()
