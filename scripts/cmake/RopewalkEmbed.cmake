# Texts and fonts become constants in the binary, so that the program runs from any folder: target "ropewalk_<what>", header
# "embedded_<what>.hpp" with std::span<const ropewalk::EmbeddedFile> ropewalk::<function>(). The list of files is part of
# the build graph: one that changes or is added is embedded anew.
function(ropewalk_embed_files what function folder)
    set(files ${ARGN})
    set(out "${PROJECT_BINARY_DIR}/generated/${what}")
    set(scripts "${PROJECT_SOURCE_DIR}/scripts/cmake")
    # The list goes through a file: a command line would be split at the spaces and semicolons of paths, and a removed
    # file would not be noticed.
    file(CONFIGURE OUTPUT "${out}/files.txt" CONTENT "${files}" @ONLY)
    add_custom_command(
        OUTPUT "${out}/embedded_${what}.cpp"
        COMMAND "${CMAKE_COMMAND}" "-DLIST=${out}/files.txt" "-DWHAT=${what}" "-DFUNCTION=${function}"
            "-DOUT=${out}/embedded_${what}.cpp" "-DARRAYS=${MSVC}" -P "${scripts}/embed_files.cmake"
        DEPENDS ${files} "${out}/files.txt" "${scripts}/embed_files.cmake"
        COMMENT "Embedding files of ${folder}"
        VERBATIM)
    configure_file("${scripts}/embedded_file.hpp" "${out}/embedded_file.hpp" COPYONLY)
    configure_file("${scripts}/embedded_files.hpp.in" "${out}/embedded_${what}.hpp" @ONLY)
    add_library(ropewalk_${what} STATIC "${out}/embedded_${what}.cpp")
    ropewalk_target(ropewalk_${what})
    if(NOT MSVC)
        target_compile_options(ropewalk_${what} PRIVATE -Wno-overlength-strings) # the standard's 64 KB
    endif()
    target_include_directories(ropewalk_${what} PUBLIC "${out}")
endfunction()
