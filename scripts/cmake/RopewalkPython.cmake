# The Python package `ropewalk`, where pybind11, Python's headers and NumPy are installed: build/<preset>/python, and the
# component `python` of the installation. Sets ropewalkPython, why it is not built: empty where it is.

set(ropewalkPython "a sanitizer would have to be loaded before Python")
if(ROPEWALK_SANITIZE)
    return()
endif()
set(ropewalkPython "this build is for another system")
if(CMAKE_CROSSCOMPILING)
    return()
endif()

# The first interpreter of the PATH may lack NumPy, so ask several.
if(NOT Python_EXECUTABLE)
    foreach(name IN ITEMS python3 /usr/bin/python3 python /usr/local/bin/python3)
        unset(candidate CACHE)
        find_program(candidate NAMES ${name})
        if(candidate)
            execute_process(COMMAND "${candidate}" -c "import numpy" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
            if(failed EQUAL 0)
                set(Python_EXECUTABLE "${candidate}" CACHE FILEPATH "Python interpreter with NumPy")
                break()
            endif()
        endif()
    endforeach()
    unset(candidate CACHE)
endif()
set(ropewalkPython "NumPy is not installed (Debian: python3-numpy)")
if(NOT Python_EXECUTABLE)
    return()
endif()
find_package(Python QUIET COMPONENTS Interpreter Development.Module)
set(ropewalkPython "Python's headers are not installed (Debian: python3-dev)")
if(NOT Python_Development.Module_FOUND)
    return()
endif()
set(PYBIND11_FINDPYTHON ON)
find_package(pybind11 2.10 QUIET)
set(ropewalkPython "pybind11 is not installed (Debian: pybind11-dev)")
if(NOT pybind11_FOUND)
    return()
endif()
set(ropewalkPython "")

set(folder "${PROJECT_SOURCE_DIR}/src/python")
file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp" "${folder}/*.hpp")
# Without pybind11's own optimisation at link time, which would compile the whole program anew.
pybind11_add_module(ropewalk_python MODULE NO_EXTRAS ${sources})
ropewalk_target(ropewalk_python)
ropewalk_precompile(ropewalk_python <pybind11/functional.h> <pybind11/numpy.h> <pybind11/stl.h>)
ropewalk_compile_quickly(ropewalk_python)
# All of it in one file, so that it needs no library of ours beside it.
target_include_directories(ropewalk_python PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(ropewalk_python PRIVATE ropewalk_cards ropewalk_scenes ropewalk_files ropewalk_headers)
set_target_properties(ropewalk_python PROPERTIES
    OUTPUT_NAME _ropewalk
    CXX_VISIBILITY_PRESET hidden
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/python/ropewalk"
    INTERPROCEDURAL_OPTIMIZATION OFF)
if(ROPEWALK_VERSION_SCRIPT)
    target_link_options(ropewalk_python PRIVATE "-Wl,--version-script=${PROJECT_SOURCE_DIR}/scripts/cmake/python.map")
endif()
configure_file("${folder}/ropewalk/__init__.py" "${PROJECT_BINARY_DIR}/python/ropewalk/__init__.py" COPYONLY)

# Debian's Python looks into dist-packages, others into site-packages of their version.
execute_process(COMMAND "${Python_EXECUTABLE}" -c "import sysconfig; print('deb_system' in sysconfig.get_scheme_names())"
    OUTPUT_VARIABLE debian OUTPUT_STRIP_TRAILING_WHITESPACE)
set(modules "lib/python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}/site-packages")
if(debian STREQUAL "True")
    set(modules "lib/python3/dist-packages")
endif()
set(ROPEWALK_PYTHON_DIR "${modules}" CACHE PATH "Where the Python package is installed")
set(ROPEWALK_PYTHON_MINOR "${Python_VERSION_MINOR}" CACHE INTERNAL "The X of Python 3.X that the package is made for")
