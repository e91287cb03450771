# The build for browsers (preset web). scripts/web gets the sources of Dear ImGui and fmt.

include(RopewalkCross)

# GLFW's header; its functions are in src/app/platform/web.
if(NOT EXISTS /usr/include/GLFW/glfw3.h)
    message(FATAL_ERROR "GLFW's header is missing: install libglfw3-dev")
endif()
ropewalk_host_headers(glfw GLFW)
# OpenGL ES in the place of the loader.
add_library(ropewalk_glad INTERFACE)
target_include_directories(ropewalk_glad SYSTEM INTERFACE "${PROJECT_SOURCE_DIR}/src/render/gl/web")

add_compile_definitions(IMGUI_IMPL_OPENGL_ES3)

# WebAssembly's vectors for the fleet's kernel alone; all browsers with WebGL 2 of the last years have them.
set_source_files_properties(src/rope/fleet/kernel_baseline.cpp PROPERTIES COMPILE_OPTIONS -msimd128
    SKIP_PRECOMPILE_HEADERS ON)

# The fonts, with the signs alone that the panels use (src/app/panels/frame/fonts.cpp): an eighth of their size.
execute_process(COMMAND /usr/bin/python3 -c "import fontTools.subset" RESULT_VARIABLE noSubsets OUTPUT_QUIET ERROR_QUIET)
set(signs U+0020-00FF,U+0370-03FF,U+1D2C-1D6A,U+1D9B-1DBF,U+2010-2027,U+2070-209C,U+2190-2193,U+2200-226F,U+2C7C,U+25B6,U+275A)
foreach(font IN ITEMS Roboto-Regular Roboto-Medium DejaVuSans DejaVuSansMono)
    file(GLOB file "/usr/share/fonts/truetype/dejavu/${font}.ttf" "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/${font}.ttf")
    if(EXISTS "${file}" AND noSubsets EQUAL 0)
        set(subset "${PROJECT_BINARY_DIR}/generated/subset/${font}.ttf")
        if(NOT EXISTS "${subset}")
            file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/generated/subset")
            execute_process(COMMAND /usr/bin/python3 -m fontTools.subset "${file}" "--output-file=${subset}" "--unicodes=${signs}"
                COMMAND_ERROR_IS_FATAL ANY)
        endif()
        set(file "${subset}")
    endif()
    if(EXISTS "${file}")
        set(ROPEWALK_FONT_${font} "${file}" CACHE FILEPATH "A font of the panels")
    endif()
endforeach()

# Two programs: ropewalk for the page, in build/web/page with the page itself, and ropewalk_node, the command line under
# Node, which reads and writes real files.
function(ropewalk_web_programs)
    set(page "${PROJECT_BINARY_DIR}/page")
    set(script "${PROJECT_SOURCE_DIR}/src/app/platform/web/page.js")
    set(shared "SHELL:--js-library ${script}" -sALLOW_MEMORY_GROWTH=1 -sFORCE_FILESYSTEM=1 -sMIN_WEBGL_VERSION=2
        -sMAX_WEBGL_VERSION=2 -sTOTAL_STACK=1MB -sEXPORTED_RUNTIME_METHODS=FS)
    set_target_properties(ropewalk PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${page}" LINK_DEPENDS "${script}")
    target_link_options(ropewalk PRIVATE ${shared} -sENVIRONMENT=web -sEXIT_RUNTIME=1)

    add_executable(ropewalk_node app/main.cpp)
    ropewalk_target(ropewalk_node)
    target_link_libraries(ropewalk_node PRIVATE ropewalk_app ropewalk_cli ropewalk_scenes)
    set_target_properties(ropewalk_node PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}"
        LINK_DEPENDS "${script}")
    target_link_options(ropewalk_node PRIVATE ${shared} -sENVIRONMENT=node -sEXIT_RUNTIME=1 -sNODERAWFS=1)

    set(files)
    set(coder "${PROJECT_BINARY_DIR}/node_modules/mediabunny")
    foreach(file IN ITEMS "${PROJECT_SOURCE_DIR}/packaging/web/index.html" "${PROJECT_SOURCE_DIR}/assets/ropewalk.svg"
            "${coder}/dist/bundles/mediabunny.min.mjs" "${coder}/LICENSE")
        get_filename_component(name "${file}" NAME)
        if(NOT EXISTS "${file}") # scripts/web says what films are made of then
            continue()
        elseif(name STREQUAL "LICENSE")
            set(name mediabunny-LICENSE.txt)
        endif()
        add_custom_command(OUTPUT "${page}/${name}"
            COMMAND "${CMAKE_COMMAND}" -E copy "${file}" "${page}/${name}" DEPENDS "${file}" VERBATIM)
        list(APPEND files "${page}/${name}")
    endforeach()
    add_custom_target(ropewalk_page ALL DEPENDS ${files})
    add_dependencies(ropewalk_page ropewalk)
endfunction()
