# What all our own targets have in common. Never applied to third-party code.

if(ROPEWALK_SANITIZE)
    # Directory-wide, because a report is only right when everything that is compiled here has the same instruments.
    add_compile_options(-fsanitize=${ROPEWALK_SANITIZE} -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${ROPEWALK_SANITIZE})
    if(ROPEWALK_SANITIZE MATCHES "undefined")
        # Without it undefined behaviour prints a line and the test passes.
        add_compile_options(-fno-sanitize-recover=undefined)
    endif()
endif()
if(ROPEWALK_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link) # counts the branches that an input reaches
endif()

function(ropewalk_target target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 /permissive- /utf-8 $<$<BOOL:${ROPEWALK_WERROR}>:/WX>)
        target_compile_definitions(${target} PRIVATE _USE_MATH_DEFINES NOMINMAX)
        return()
    endif()
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wshadow -Wconversion
        $<$<BOOL:${ROPEWALK_WERROR}>:-Werror>
        # A fused multiply-add rounds once instead of twice: with it the same scene gives other bits on another compiler
        # or processor, and the reference trajectories stop agreeing.
        -ffp-contract=off)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        # Where a string takes a literal, GCC 12 warns falsely of memory that overlaps (its bug 105651).
        target_compile_options(${target} PRIVATE -Wno-restrict)
    endif()
endfunction()

# ropewalk_compile_quickly(TARGET): for what asks the library for all that takes time. A third of the time that it takes to
# compile would go into its own speed.
function(ropewalk_compile_quickly target)
    target_compile_options(${target} PRIVATE $<$<AND:$<CONFIG:Release>,$<NOT:$<CXX_COMPILER_ID:MSVC>>>:-O1>)
endfunction()

# ropewalk_precompile(TARGET headers...): the headers that most sources of a target include, and these, are compiled once.
# They are half of the time that a source takes. It includes what it uses all the same: the preset dev compiles without.
function(ropewalk_precompile target)
    target_precompile_headers(${target} PRIVATE
        <algorithm> <array> <cmath> <cstddef> <functional> <map> <memory> <numbers> <optional> <span> <stdexcept> <string>
        <string_view> <utility> <vector> <glm/common.hpp> <glm/geometric.hpp> <glm/mat3x3.hpp> <glm/matrix.hpp>
        <glm/vec3.hpp> ${ARGN})
    ropewalk_precompiled_warnings(${target})
endfunction()

# ropewalk_unity(TARGET): eight sources are compiled at a time, so that the headers and templates that they share are
# compiled once.
function(ropewalk_unity target)
    if(NOT ROPEWALK_UNITY)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    if(NOT MSVC)
        # A name in the unnamed namespace of another source is not shadowed by a local one. The preset dev, which compiles
        # each source by itself, still warns of what is.
        target_compile_options(${target} PRIVATE -Wno-shadow)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # GCC takes the unnamed namespace of a source that is included for one of a header.
        target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
endfunction()

# GCC 12 forgets that what it has precompiled is a system's header, and warns falsely of its strings.
function(ropewalk_precompiled_warnings target)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13
        AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
        target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
endfunction()
