# The CMake package TT-Metalium, the same in the build tree and after `cmake --install`.
include(CMakePackageConfigHelpers)

set(package_dir lib/cmake/TT-Metalium)

set_target_properties(tt_metal PROPERTIES
    EXPORT_NAME Metalium
    INTERFACE_POSITION_INDEPENDENT_CODE ON)
target_compile_features(tt_metal INTERFACE cxx_std_20)

install(TARGETS tt_metal EXPORT TT-Metalium LIBRARY DESTINATION lib)
install(EXPORT TT-Metalium NAMESPACE TT:: FILE TT-MetaliumTargets.cmake DESTINATION ${package_dir})
export(EXPORT TT-Metalium NAMESPACE TT::
       FILE ${PROJECT_BINARY_DIR}/${package_dir}/TT-MetaliumTargets.cmake)

configure_package_config_file(cmake/TT-MetaliumConfig.cmake.in
    ${PROJECT_BINARY_DIR}/${package_dir}/TT-MetaliumConfig.cmake
    INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
# Whatever version a project asks for: we model one commit of upstream and say which.
write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/${package_dir}/TT-MetaliumConfigVersion.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY AnyNewerVersion)
install(FILES ${PROJECT_BINARY_DIR}/${package_dir}/TT-MetaliumConfig.cmake
              ${PROJECT_BINARY_DIR}/${package_dir}/TT-MetaliumConfigVersion.cmake
        DESTINATION ${package_dir})

# The package TT-NN, in the same two places.
set(ttnn_package_dir lib/cmake/TT-NN)
target_compile_features(ttnn INTERFACE cxx_std_20)
install(TARGETS ttnn EXPORT TT-NN LIBRARY DESTINATION lib)
install(EXPORT TT-NN NAMESPACE TTNN:: FILE TT-NNTargets.cmake DESTINATION ${ttnn_package_dir})
export(EXPORT TT-NN NAMESPACE TTNN:: FILE ${PROJECT_BINARY_DIR}/${ttnn_package_dir}/TT-NNTargets.cmake)
configure_package_config_file(cmake/TT-NNConfig.cmake.in
    ${PROJECT_BINARY_DIR}/${ttnn_package_dir}/TT-NNConfig.cmake
    INSTALL_DESTINATION ${ttnn_package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/${ttnn_package_dir}/TT-NNConfigVersion.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY AnyNewerVersion)
install(FILES ${PROJECT_BINARY_DIR}/${ttnn_package_dir}/TT-NNConfig.cmake
              ${PROJECT_BINARY_DIR}/${ttnn_package_dir}/TT-NNConfigVersion.cmake
        DESTINATION ${ttnn_package_dir})
# Its kernels, in the folders that it names them by.
install(DIRECTORY ttnn/kernels ttnn/ops DESTINATION share/ironbird/ttnn
        FILES_MATCHING PATTERN kernels/* PATTERN */kernels/*.cpp PATTERN */kernels/*.h)

# What the library and the program look for beside themselves.
install(DIRECTORY include/ DESTINATION include PATTERN README.md EXCLUDE)
# Again for kernels: in /usr/include they could not be told from headers that are not ours, whose code costs
# the chip's time.
install(DIRECTORY include DESTINATION share/ironbird PATTERN README.md EXCLUDE)
install(DIRECTORY device_include DESTINATION share/ironbird)
install(DIRECTORY src/abi/ DESTINATION share/ironbird/abi FILES_MATCHING PATTERN *.h PATTERN *.hpp)
install(DIRECTORY docs examples DESTINATION share/ironbird PATTERN CMakeLists.txt EXCLUDE)
install(TARGETS ironbird_core ironbird_pass ironbird_code ironbird_more LIBRARY DESTINATION lib)
install(TARGETS ironbird RUNTIME DESTINATION bin)
install(TARGETS example_broadcast RUNTIME DESTINATION libexec/ironbird/examples)
set_target_properties(ironbird PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
set_target_properties(example_broadcast PROPERTIES INSTALL_RPATH "$ORIGIN/../../../lib")
# What an installation consists of, and the package of it: `./ironbird package`.
add_custom_target(installed DEPENDS ironbird_ranks_module
    tt_metal ttnn ironbird_core ironbird_pass ironbird_code ironbird ironbird_more example_broadcast)
include(cmake/debian.cmake)

if(IRONBIRD_TESTS)
    include(cmake/header_tests.cmake)
endif()
