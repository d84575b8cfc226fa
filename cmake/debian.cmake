# The Debian package: everything that an installation has, to /usr. Paths are found at run time.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # the target `installed` is all that it takes

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ironbird)
set(CPACK_PACKAGE_VENDOR Ironbird)
set(CPACK_PACKAGE_CONTACT "Ironbird <ironbird@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Runs TT-Metalium programs on a CPU, on virtual chips")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"The program ironbird, the libraries and headers of TT-Metalium and TT-NN, their CMake packages, the examples
and the documentation.
.
Not in this package, and to be had from the sources: import ttnn (Python), and the commands bench, accuracy,
moe and piper.")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# Libraries are found from what is linked; what is started or included at run time is said here.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, g++, lld-19, llvm-19, libfmt-dev, nlohmann-json3-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS cmake)
include(CPack)
