# Prints the card of a rope for another system, compiles it against that system, hangs the rope there, and compares its
# stretch with ours. The card is made when the test runs, so that the program needs none of these systems to be built.

set(work "${BUILD}/cards_test/${FORMAT}")
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}")

execute_process(COMMAND "${PROGRAM}" card rope --set mass_count=20 --format "${FORMAT}"
    OUTPUT_FILE "${work}/card.hpp" RESULT_VARIABLE code)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "No card (${code})")
endif()

set(flags)
foreach(folder IN LISTS INCLUDES)
    list(APPEND flags -I "${folder}")
endforeach()
if(SANITIZE)
    list(APPEND flags "-fsanitize=${SANITIZE}") # the library was compiled with it
endif()
execute_process(
    COMMAND "${COMPILER}" -std=c++20 -O1 ${flags} -I "${work}" "${SOURCE}/${FORMAT}.cpp" ${LIBRARIES} -o "${work}/hang"
    RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "The card does not compile:\n${output}")
endif()

execute_process(COMMAND "${work}/hang" WORKING_DIRECTORY "${work}" RESULT_VARIABLE code OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
message("${output}")
if(NOT code EQUAL 0)
    message(FATAL_ERROR "It does not hang as ours does (${code})")
endif()
