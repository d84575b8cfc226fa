# Parts of the tests: `./ironbird test --part NAME` builds the target tests_NAME and runs the tests with the
# label NAME; base is what has no label of another. A folder says IRONBIRD_PART; a target that belongs elsewhere has
# a property of that name, a test a PART. Targets of the part none are for no test.
set(parts base ttnn python mesh moe piper)
foreach(part IN LISTS parts)
    add_custom_target(tests_${part} DEPENDS ironbird ironbird_more)
endforeach()

function(ironbird_gather_parts folder)
    get_directory_property(usual DIRECTORY ${folder} DEFINITION IRONBIRD_PART)
    get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
        get_target_property(type ${target} TYPE)
        get_target_property(aside ${target} EXCLUDE_FROM_ALL)
        get_target_property(part ${target} IRONBIRD_PART)
        if(type STREQUAL INTERFACE_LIBRARY OR aside)
            continue()
        endif()
        if(NOT part)
            set(part ${usual})
        endif()
        if(part IN_LIST parts)
            add_dependencies(tests_${part} ${target})
        endif()
    endforeach()
    get_property(inner DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
    foreach(sub IN LISTS inner)
        ironbird_gather_parts(${sub})
    endforeach()
endfunction()
ironbird_gather_parts(${PROJECT_SOURCE_DIR})
add_dependencies(tests_ttnn installed)  # an installation is compared with the build
add_dependencies(tests_moe ttnn_python)  # its operations are called from Python, too
add_dependencies(tests_mesh ironbird_accuracy)  # latencies are held against silicon
