# Builds examples/ as a stranger's project would and runs the first program. METHOD=find_package: against an installed copy;
# METHOD=add_subdirectory: with our sources inside that project.

set(work "${BUILD}/examples_test/${METHOD}")
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}")

function(run what)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT code EQUAL 0)
        message("${output}")
        message(FATAL_ERROR "${what} failed (${code})")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

set(options "-DCMAKE_BUILD_TYPE=${CONFIG}" "-DCMAKE_CXX_COMPILER=${COMPILER}")
if(LAUNCHER)
    list(APPEND options "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}")
endif()
if(SANITIZE)
    # The installed library was compiled with the sanitizer, so whoever links it needs its run-time library.
    list(APPEND options "-DCMAKE_CXX_FLAGS=-fsanitize=${SANITIZE}")
endif()

if(METHOD STREQUAL "find_package")
    run("Installing" "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${work}/prefix" --config "${CONFIG}")
    list(APPEND options "-DCMAKE_PREFIX_PATH=${work}/prefix")
    if(EXISTS "${work}/prefix/bin/ropewalk")
        # From a folder without it: the installed program finds its examples by their names alone.
        file(MAKE_DIRECTORY "${work}/elsewhere")
        run("Running an installed example" "${CMAKE_COMMAND}" -E chdir "${work}/elsewhere"
            "${work}/prefix/bin/ropewalk" run moon.json --seconds 0.1)
    endif()
else()
    list(APPEND options "-DROPEWALK_SUBDIRECTORY=${SOURCE}")
endif()

run("Configuring" "${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${SOURCE}/examples" -B "${work}/build" ${options})
run("Building" "${CMAKE_COMMAND}" --build "${work}/build" --config "${CONFIG}")

find_program(program first_program PATHS "${work}/build" "${work}/build/${CONFIG}" NO_DEFAULT_PATH REQUIRED)
run("Running" "${program}")
# Five seconds of 1/60 s; the free end of a hanging rope is below the connection point.
if(NOT output MATCHES "^t = 5\\.00 s, free end at y = -[0-9]+\\.[0-9]+ m\n$")
    message(FATAL_ERROR "The first program printed:\n${output}")
endif()
