# For a build for another system. Makes the targets of third-party libraries before the others are asked for: a library
# that is headers only is taken from the host's package, one folder each, as all of /usr/include would bring the host's C
# library too. What the host lacks is fetched as always.

set(crossHeaders "${PROJECT_BINARY_DIR}/generated/headers")
file(MAKE_DIRECTORY "${crossHeaders}")

# ropewalk_host_headers(TARGET FOLDER...): an interface target with these folders of the host, if it has them all.
function(ropewalk_host_headers target)
    foreach(folder IN LISTS ARGN)
        if(NOT EXISTS "/usr/include/${folder}")
            return()
        endif()
        file(CREATE_LINK "/usr/include/${folder}" "${crossHeaders}/${folder}" SYMBOLIC)
    endforeach()
    string(REPLACE "::" "_" name "${target}_headers")
    add_library(${name} INTERFACE)
    target_include_directories(${name} SYSTEM INTERFACE "${crossHeaders}")
    if(target MATCHES "::")
        add_library(${target} ALIAS ${name})
    else()
        add_library(${target} INTERFACE)
        target_include_directories(${target} SYSTEM INTERFACE "${crossHeaders}")
    endif()
endfunction()

ropewalk_host_headers(glm::glm glm)
ropewalk_host_headers(xsimd xsimd)
ropewalk_host_headers(nlohmann_json::nlohmann_json nlohmann)
ropewalk_host_headers(CLI11::CLI11 CLI)
foreach(library IN ITEMS stb kissfft)
    if(EXISTS "/usr/include/${library}")
        file(CREATE_LINK "/usr/include/${library}" "${crossHeaders}/${library}" SYMBOLIC)
        string(TOUPPER "ROPEWALK_${library}_INCLUDE_DIR" variable)
        set(${variable} "${crossHeaders}/${library}" CACHE PATH "Headers of ${library}")
    endif()
endforeach()

# Compiled libraries: their packages have archives for the host alone.
foreach(package IN ITEMS imgui fmt glfw3)
    set(CMAKE_DISABLE_FIND_PACKAGE_${package} ON)
endforeach()
set(CMAKE_DISABLE_FIND_PACKAGE_TBB ON) # a fleet has one thread
