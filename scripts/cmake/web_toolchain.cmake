# Emscripten, wherever it is installed: Debian's package, or an SDK whose tools are in the PATH.
find_program(ROPEWALK_EM_CONFIG em-config)
if(NOT ROPEWALK_EM_CONFIG)
    message(FATAL_ERROR "em-config is not in the PATH: install emscripten (scripts/web does), or activate its SDK")
endif()
execute_process(COMMAND "${ROPEWALK_EM_CONFIG}" EMSCRIPTEN_ROOT
    OUTPUT_VARIABLE emscriptenRoot OUTPUT_STRIP_TRAILING_WHITESPACE)
# Every object and every link: exceptions are those of WebAssembly, and C++ throws them through the whole program.
set(CMAKE_C_FLAGS_INIT "-fwasm-exceptions")
set(CMAKE_CXX_FLAGS_INIT "-fwasm-exceptions")
include("${emscriptenRoot}/cmake/Modules/Platform/Emscripten.cmake")
