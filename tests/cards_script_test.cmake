# Prints the card of a rope in an engine's own language, hangs the rope there by an interpreter or engine that is installed,
# and compares its stretch with ours.

set(work "${BUILD}/cards_test/${FORMAT}")
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}")
execute_process(COMMAND "${PROGRAM}" card rope --set mass_count=20 --format "${FORMAT}"
    OUTPUT_VARIABLE card RESULT_VARIABLE code)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "No card (${code})")
endif()
if(FORMAT STREQUAL "godot") # Debian has Godot 3
    string(REPLACE "Node3D" "Spatial" card "${card}")
    string(REPLACE "PackedVector3Array" "PoolVector3Array" card "${card}")
    file(WRITE "${work}/project.godot" "")
endif()
get_filename_component(ending "${HANG}" LAST_EXT)
file(WRITE "${work}/card${ending}" "${card}")
file(COPY "${HANG}" DESTINATION "${work}")
get_filename_component(hang "${HANG}" NAME)

if(FORMAT STREQUAL "unity")
    execute_process(COMMAND "${TOOL}" -out:hang.exe card.cs "${hang}" WORKING_DIRECTORY "${work}" RESULT_VARIABLE code
        OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT code EQUAL 0)
        message(FATAL_ERROR "The card does not compile:\n${output}")
    endif()
    set(command "${ENGINE}" hang.exe)
elseif(FORMAT STREQUAL "godot")
    set(command "${ENGINE}" --path "${work}" --script "${hang}")
else()
    set(command "${TOOL}" "${hang}" "${ENGINE}")
endif()
execute_process(COMMAND ${command} WORKING_DIRECTORY "${work}" RESULT_VARIABLE code OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
message("${output}")
if(NOT code EQUAL 0)
    message(FATAL_ERROR "It does not hang as ours does (${code})")
endif()
