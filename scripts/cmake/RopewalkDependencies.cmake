# Third-party libraries: the system's package first, else a pinned version whose checksum is stated here. One function a
# library, called by the floor that needs it, so that a build of the library alone asks for GLM and nothing else.
# To build against your own checkout of one, set FETCHCONTENT_SOURCE_DIR_<NAME> and
# CMAKE_DISABLE_FIND_PACKAGE_<Package>=ON.

include(FetchContent)
set(FETCHCONTENT_QUIET OFF)

# Fetches and adds a library that has its own CMake build. Its headers become system headers, so that our warnings stop
# at our own code. What follows the checksum goes to FetchContent_Declare.
macro(ropewalk_fetch name url sha256)
    message(STATUS "${name} is not installed: fetching ${url}")
    set(BUILD_SHARED_LIBS OFF) # it is not installed with the program
    set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
    if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.24)
        FetchContent_Declare(${name} URL "${url}" URL_HASH SHA256=${sha256} DOWNLOAD_EXTRACT_TIMESTAMP OFF ${ARGN})
    else()
        FetchContent_Declare(${name} URL "${url}" URL_HASH SHA256=${sha256} ${ARGN})
    endif()
    FetchContent_MakeAvailable(${name})
endmacro()

function(ropewalk_system_headers target)
    get_target_property(aliased ${target} ALIASED_TARGET)
    if(aliased)
        set(target ${aliased})
    endif()
    get_target_property(dirs ${target} INTERFACE_INCLUDE_DIRECTORIES)
    if(dirs)
        set_target_properties(${target} PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${dirs}")
    endif()
endfunction()

function(ropewalk_need_glm)
    if(TARGET glm::glm)
        return()
    endif()
    find_package(glm QUIET GLOBAL)
    if(NOT TARGET glm::glm)
        # Installed with our library, whose headers include it.
        set(GLM_BUILD_INSTALL ON)
        set(GLM_BUILD_LIBRARY OFF)
        ropewalk_fetch(glm https://github.com/g-truc/glm/releases/download/1.0.3/glm-1.0.3.zip
            1c0a0fced9b0d87c7b7bc94e40be490cff6d4c83c25db8488d8f33754e7fdeb2)
        ropewalk_system_headers(glm-header-only)
    endif()
endfunction()

# Target xsimd: headers only.
function(ropewalk_need_xsimd)
    if(TARGET xsimd)
        return()
    endif()
    find_package(xsimd 8.1 QUIET GLOBAL)
    if(NOT TARGET xsimd)
        ropewalk_fetch(xsimd https://github.com/xtensor-stack/xsimd/archive/refs/tags/8.1.0.tar.gz
            d52551360d37709675237d2a0418e28f70995b5b7cdad7c674626bcfbbf48328)
    endif()
    ropewalk_system_headers(xsimd)
endfunction()

function(ropewalk_need_fmt)
    if(TARGET fmt::fmt)
        return()
    endif()
    find_package(fmt 9 QUIET GLOBAL)
    if(NOT TARGET fmt::fmt)
        set(FMT_INSTALL OFF)
        ropewalk_fetch(fmt https://github.com/fmtlib/fmt/releases/download/12.1.0/fmt-12.1.0.zip
            695fd197fa5aff8fc67b5f2bbc110490a875cdf7a41686ac8512fb480fa8ada7)
        ropewalk_system_headers(fmt::fmt)
    elseif(CMAKE_CXX_FLAGS MATCHES "-stdlib=libc[+][+]")
        # The installed library was built with another standard library, so only its headers are used.
        set_property(TARGET fmt::fmt APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY)
    endif()
endfunction()

function(ropewalk_need_json)
    if(TARGET nlohmann_json::nlohmann_json)
        return()
    endif()
    find_package(nlohmann_json 3.10 QUIET GLOBAL)
    if(NOT TARGET nlohmann_json::nlohmann_json)
        set(JSON_Install OFF)
        set(JSON_BuildTests OFF)
        ropewalk_fetch(nlohmann_json https://github.com/nlohmann/json/archive/v3.12.0.tar.gz
            4b92eb0c06d10683f7447ce9406cb97cd4b453be18d7279320f7b2f025c10187)
        ropewalk_system_headers(nlohmann_json::nlohmann_json)
    endif()
endfunction()

function(ropewalk_need_cli11)
    if(TARGET CLI11::CLI11)
        return()
    endif()
    find_package(CLI11 2.1 QUIET GLOBAL)
    if(NOT TARGET CLI11::CLI11)
        set(CLI11_INSTALL OFF)
        set(CLI11_BUILD_TESTS OFF)
        set(CLI11_BUILD_EXAMPLES OFF)
        set(CLI11_BUILD_DOCS OFF)
        ropewalk_fetch(CLI11 https://github.com/CLIUtils/CLI11/archive/v2.6.2.tar.gz
            c6ea6b2e5608b3ea8617999bd5f47420c71b2ebdb8dc4767c1034d1da5785711)
        ropewalk_system_headers(CLI11::CLI11)
    endif()
endfunction()

function(ropewalk_need_glfw)
    if(TARGET glfw)
        return()
    endif()
    find_package(glfw3 3.3 QUIET GLOBAL)
    if(NOT TARGET glfw)
        set(GLFW_INSTALL OFF)
        set(GLFW_BUILD_DOCS OFF)
        set(GLFW_BUILD_TESTS OFF)
        set(GLFW_BUILD_EXAMPLES OFF)
        if(UNIX AND NOT APPLE)
            # GLFW 3.4 builds for Wayland too and stops where its headers are missing; X11 serves both.
            find_package(PkgConfig QUIET)
            find_program(ROPEWALK_WAYLAND_SCANNER wayland-scanner)
            mark_as_advanced(ROPEWALK_WAYLAND_SCANNER)
            if(PKG_CONFIG_FOUND)
                pkg_check_modules(ropewalkWayland QUIET wayland-client wayland-cursor wayland-egl xkbcommon)
            endif()
            if(NOT ropewalkWayland_FOUND OR NOT ROPEWALK_WAYLAND_SCANNER)
                set(GLFW_BUILD_WAYLAND OFF)
            endif()
        endif()
        ropewalk_fetch(glfw https://github.com/glfw/glfw/releases/download/3.4/glfw-3.4.zip
            b5ec004b2712fd08e8861dc271428f048775200a2df719ccf575143ba749a3e9)
        ropewalk_system_headers(glfw)
    endif()
endfunction()

# ropewalk_imgui: Dear ImGui with its GLFW and OpenGL 3 backends and the std::string overloads. It has no CMake build of
# its own. Includes: <imgui.h>, <imgui_internal.h>, <imgui_stdlib.h>, <backends/imgui_impl_glfw.h>,
# <backends/imgui_impl_opengl3.h>.
function(ropewalk_need_imgui)
    if(TARGET ropewalk_imgui)
        return()
    endif()
    ropewalk_need_glfw()
    set(minimum 1.86)
    if(NOT CMAKE_DISABLE_FIND_PACKAGE_imgui)
        find_path(ROPEWALK_IMGUI_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui)
        find_library(ROPEWALK_IMGUI_LIBRARY imgui)
        # Debian's libimgui.a takes its font rasteriser out of Debian's libstb.
        find_library(ROPEWALK_STB_LIBRARY stb)
        mark_as_advanced(ROPEWALK_IMGUI_INCLUDE_DIR ROPEWALK_IMGUI_LIBRARY ROPEWALK_STB_LIBRARY)
        if(ROPEWALK_IMGUI_INCLUDE_DIR AND ROPEWALK_IMGUI_LIBRARY
                AND EXISTS "${ROPEWALK_IMGUI_INCLUDE_DIR}/backends/imgui_impl_glfw.h"
                AND EXISTS "${ROPEWALK_IMGUI_INCLUDE_DIR}/backends/imgui_impl_opengl3.h")
            file(STRINGS "${ROPEWALK_IMGUI_INCLUDE_DIR}/imgui.h" line REGEX "define IMGUI_VERSION +\"")
            string(REGEX MATCH "[0-9]+\\.[0-9]+" version "${line}")
            if(version VERSION_GREATER_EQUAL minimum)
                add_library(ropewalk_imgui INTERFACE)
                target_include_directories(ropewalk_imgui SYSTEM INTERFACE "${ROPEWALK_IMGUI_INCLUDE_DIR}")
                target_link_libraries(ropewalk_imgui INTERFACE "${ROPEWALK_IMGUI_LIBRARY}" glfw ${CMAKE_DL_LIBS})
                if(ROPEWALK_STB_LIBRARY)
                    target_link_libraries(ropewalk_imgui INTERFACE "${ROPEWALK_STB_LIBRARY}")
                endif()
                return()
            endif()
        endif()
    endif()

    ropewalk_fetch(imgui https://github.com/ocornut/imgui/archive/v1.92.9b.tar.gz
        21d8a0a565e85dce943e375db00812c2f3f0ab21f3f0f7964e364a63422d7f99)
    add_library(ropewalk_imgui STATIC
        "${imgui_SOURCE_DIR}/imgui.cpp"
        "${imgui_SOURCE_DIR}/imgui_demo.cpp"
        "${imgui_SOURCE_DIR}/imgui_draw.cpp"
        "${imgui_SOURCE_DIR}/imgui_tables.cpp"
        "${imgui_SOURCE_DIR}/imgui_widgets.cpp"
        "${imgui_SOURCE_DIR}/misc/cpp/imgui_stdlib.cpp"
        "${imgui_SOURCE_DIR}/backends/imgui_impl_glfw.cpp"
        "${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp")
    target_compile_features(ropewalk_imgui PUBLIC cxx_std_20)
    target_include_directories(ropewalk_imgui SYSTEM PUBLIC "${imgui_SOURCE_DIR}" "${imgui_SOURCE_DIR}/misc/cpp")
    target_link_libraries(ropewalk_imgui PUBLIC glfw ${CMAKE_DL_LIBS})
    if(APPLE)
        target_link_libraries(ropewalk_imgui PUBLIC "-framework Cocoa")
    endif()
endfunction()

# ropewalk_stb: <stb_image_write.h> and <stb_image.h> with their implementations, compiled once and without our warnings.
function(ropewalk_need_stb)
    if(TARGET ropewalk_stb)
        return()
    endif()
    if(NOT CMAKE_DISABLE_FIND_PACKAGE_stb)
        find_path(ROPEWALK_STB_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb)
        mark_as_advanced(ROPEWALK_STB_INCLUDE_DIR)
    endif()
    set(include "${ROPEWALK_STB_INCLUDE_DIR}")
    if(NOT include)
        ropewalk_fetch(stb https://github.com/nothings/stb/archive/013ac3beddff3dbffafd5177e7972067cd2b5083.zip
            b7f476902bbef1b30f8ecc2d9d95c459c32302c8b559d09b589b5955463b7af8)
        set(include "${stb_SOURCE_DIR}")
    endif()
    set(out "${PROJECT_BINARY_DIR}/generated/stb")
    file(CONFIGURE OUTPUT "${out}/stb_image_write.c"
        CONTENT "#define STB_IMAGE_WRITE_IMPLEMENTATION\n#include <stb_image_write.h>\n")
    file(CONFIGURE OUTPUT "${out}/stb_image.c"
        CONTENT "#define STB_IMAGE_IMPLEMENTATION\n#include <stb_image.h>\n")
    add_library(ropewalk_stb STATIC "${out}/stb_image_write.c" "${out}/stb_image.c")
    target_include_directories(ropewalk_stb SYSTEM PUBLIC "${include}")
    set_target_properties(ropewalk_stb PROPERTIES POSITION_INDEPENDENT_CODE ON)
    if(UNIX)
        target_link_libraries(ropewalk_stb PUBLIC m)
    endif()
endfunction()

# ropewalk_kissfft: <kissfft.hh>, a header for any type of numbers. The libraries of its own build are not needed.
function(ropewalk_need_kissfft)
    if(TARGET ropewalk_kissfft)
        return()
    endif()
    if(NOT CMAKE_DISABLE_FIND_PACKAGE_kissfft)
        find_path(ROPEWALK_KISSFFT_INCLUDE_DIR kissfft.hh PATH_SUFFIXES kissfft)
        mark_as_advanced(ROPEWALK_KISSFFT_INCLUDE_DIR)
    endif()
    set(include "${ROPEWALK_KISSFFT_INCLUDE_DIR}")
    if(NOT include)
        ropewalk_fetch(kissfft https://github.com/mborgerding/kissfft/archive/refs/tags/131.1.0.tar.gz
            76c1aac87ddb7258f34b08a13f0eebf9e53afa299857568346aa5c82bcafaf1a SOURCE_SUBDIR header-only)
        set(include "${kissfft_SOURCE_DIR}")
    endif()
    add_library(ropewalk_kissfft INTERFACE)
    target_include_directories(ropewalk_kissfft SYSTEM INTERFACE "${include}")
endfunction()

# The source of the OpenGL loader's generator, a Python module that is run and not compiled.
function(ropewalk_fetch_glad sourceVariable)
    ropewalk_fetch(glad https://github.com/Dav1dde/glad/archive/refs/tags/v2.0.8.tar.gz
        44f06f9195427c7017f5028d0894f57eb216b0a8f7c4eda7ce883732aeb2d0fc)
    set(${sourceVariable} "${glad_SOURCE_DIR}" PARENT_SCOPE)
endfunction()

# ropewalk_catch: Catch2 2.13 or 3, with a main; tests/catch.hpp includes the header of whichever it is.
function(ropewalk_need_catch)
    if(TARGET ropewalk_catch)
        return()
    endif()
    find_package(Catch2 QUIET GLOBAL)
    if(NOT TARGET Catch2::Catch2 OR Catch2_VERSION VERSION_LESS 2.13)
        ropewalk_fetch(Catch2 https://github.com/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz
            c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c)
        ropewalk_system_headers(Catch2)
        set(Catch2_DIR "${Catch2_SOURCE_DIR}/extras")
    endif()
    # Where catch_discover_tests() is; the caller includes it, as a function's own include would not outlive it.
    set(ROPEWALK_CATCH_CMAKE_DIR "${Catch2_DIR}" PARENT_SCOPE)
    if(TARGET Catch2::Catch2WithMain)
        add_library(ropewalk_catch INTERFACE)
        target_link_libraries(ropewalk_catch INTERFACE Catch2::Catch2WithMain)
    else()
        # Catch2 2.13 as its own build installs it is a header without a main.
        set(main "${PROJECT_BINARY_DIR}/generated/catch_main.cpp")
        file(CONFIGURE OUTPUT "${main}" CONTENT "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n")
        add_library(ropewalk_catch STATIC "${main}")
        target_link_libraries(ropewalk_catch PUBLIC Catch2::Catch2)
    endif()
endfunction()

function(ropewalk_need_benchmark)
    if(TARGET benchmark::benchmark)
        return()
    endif()
    find_package(benchmark 1.7 QUIET GLOBAL)
    if(NOT TARGET benchmark::benchmark)
        set(BENCHMARK_ENABLE_TESTING OFF)
        set(BENCHMARK_ENABLE_GTEST_TESTS OFF)
        set(BENCHMARK_ENABLE_INSTALL OFF)
        ropewalk_fetch(benchmark https://github.com/google/benchmark/archive/refs/tags/v1.9.5.tar.gz
            9631341c82bac4a288bef951f8b26b41f69021794184ece969f8473977eaa340)
        ropewalk_system_headers(benchmark)
    endif()
endfunction()
