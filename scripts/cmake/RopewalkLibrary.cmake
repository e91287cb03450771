# The library, ropewalk::rope: static, or shared with BUILD_SHARED_LIBS=ON. Sets ropewalkStatic and ropewalkShared, the
# targets of the two kinds; empty where a kind is not made.

# The object files of one kind serve the other, except on Windows.
get_property(canBeShared GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
set(bothDefault OFF)
if(topLevel AND canBeShared AND NOT WIN32)
    set(bothDefault ON)
endif()
option(ROPEWALK_BOTH_KINDS "Make and install the library of the other kind too, from the same object files" ${bothDefault})

# What both kinds have in common. The file is libropewalk, as librope says little in a folder of all libraries.
function(ropewalk_library target)
    ropewalk_target(${target})
    set_target_properties(${target} PROPERTIES
        OUTPUT_NAME ropewalk
        EXPORT_NAME rope
        VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
        CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON
        DEFINE_SYMBOL ROPE_MAKES_SHARED)
    target_include_directories(${target}
        PUBLIC
            $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/ropewalk>
        PRIVATE "${PROJECT_SOURCE_DIR}/src") # for "rope/room/header.hpp"
    target_link_libraries(${target} PUBLIC glm::glm)
    ropewalk_fleet_kernels(${target})
    set(ROPEWALK_HAVE_TBB ${ROPEWALK_HAVE_TBB} PARENT_SCOPE) # the installed package asks for what was linked
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "SHARED_LIBRARY")
        target_compile_definitions(${target} PUBLIC ROPE_SHARED)
        if(ROPEWALK_VERSION_SCRIPT)
            target_link_options(${target} PRIVATE "-Wl,--version-script=${ROPEWALK_SYMBOLS}")
            set_target_properties(${target} PROPERTIES LINK_DEPENDS "${ROPEWALK_SYMBOLS}")
        endif()
        set(ropewalkShared ${target} PARENT_SCOPE)
    else()
        set(ropewalkStatic ${target} PARENT_SCOPE)
    endif()
endfunction()

# Hides what the standard library's templates leave behind; hidden visibility does the rest.
set(ROPEWALK_SYMBOLS "${CMAKE_CURRENT_LIST_DIR}/ropewalk.map")
include(CheckLinkerFlag)
check_linker_flag(CXX "-Wl,--version-script=${ROPEWALK_SYMBOLS}" ROPEWALK_VERSION_SCRIPT)

# Numbers and names as text are a floor of their own. The library has them inside and does not show them, so that what
# links the shared one takes this target besides.
file(GLOB text CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/text/*.cpp" "${PROJECT_SOURCE_DIR}/src/text/*.hpp")
add_library(ropewalk_text STATIC EXCLUDE_FROM_ALL ${text})
ropewalk_target(ropewalk_text)

file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    "${PROJECT_SOURCE_DIR}/src/rope/*.cpp"
    "${PROJECT_SOURCE_DIR}/src/rope/*.hpp"
    "${PROJECT_SOURCE_DIR}/include/rope/*.hpp")
ropewalk_need_glm()
set(ropewalkStatic)
set(ropewalkShared)
add_library(ropewalk_rope ${sources} ${text})
add_library(ropewalk::rope ALIAS ropewalk_rope)
ropewalk_library(ropewalk_rope)
ropewalk_precompile(ropewalk_rope)
# Programs that are linked with the library and with ropewalk_text take the text tools from one of them: all or none of an
# object file.
set_source_files_properties(${text} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
ropewalk_unity(ropewalk_rope)
if(ROPEWALK_BOTH_KINDS)
    set(kind SHARED)
    if(ropewalkShared)
        set(kind STATIC)
    endif()
    add_library(ropewalk_other_kind ${kind} $<TARGET_OBJECTS:ropewalk_rope>)
    set_target_properties(ropewalk_other_kind PROPERTIES LINKER_LANGUAGE CXX)
    ropewalk_library(ropewalk_other_kind)
endif()
