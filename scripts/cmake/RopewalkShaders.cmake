# Every shader becomes a string in the binary, so that the program runs from any folder. The list of files is part of the
# build graph: a shader that changes or is added is embedded anew.

function(ropewalk_add_shaders target)
    file(GLOB shaders CONFIGURE_DEPENDS
        "${PROJECT_SOURCE_DIR}/shaders/*.vert"
        "${PROJECT_SOURCE_DIR}/shaders/*.frag"
        "${PROJECT_SOURCE_DIR}/shaders/*.glsl")
    set(out "${PROJECT_BINARY_DIR}/generated/shaders")
    # The list goes through a file: a command line would be split at the spaces and semicolons of paths, and a removed
    # shader would not be noticed.
    file(CONFIGURE OUTPUT "${out}/shaders.txt" CONTENT "${shaders}" @ONLY)
    add_custom_command(
        OUTPUT "${out}/embedded_shaders.cpp"
        COMMAND "${CMAKE_COMMAND}" "-DLIST=${out}/shaders.txt" "-DOUT=${out}/embedded_shaders.cpp"
            -P "${PROJECT_SOURCE_DIR}/scripts/cmake/embed_shaders.cmake"
        DEPENDS ${shaders} "${out}/shaders.txt" "${PROJECT_SOURCE_DIR}/scripts/cmake/embed_shaders.cmake"
        COMMENT "Embedding the shaders"
        VERBATIM)
    configure_file("${PROJECT_SOURCE_DIR}/scripts/cmake/embedded_shaders.hpp" "${out}/embedded_shaders.hpp" COPYONLY)
    add_library(${target} STATIC "${out}/embedded_shaders.cpp")
    ropewalk_target(${target})
    target_include_directories(${target} PUBLIC "${out}")
endfunction()
