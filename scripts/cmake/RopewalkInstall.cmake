# cmake --install, in components: `dev`, headers and static library with the packages for CMake (find_package(ropewalk),
# target ropewalk::rope) and pkg-config; `library`, the shared library; `program`, with what a desktop needs
# to show it; and `python`, the Python package.

include(CMakePackageConfigHelpers)
set(packageDir "${CMAKE_INSTALL_LIBDIR}/cmake/ropewalk")
set(packaging "${PROJECT_SOURCE_DIR}/packaging")

# A text as Debian wants it: compressed, without name and time inside, so that it is the same in every build.
function(ropewalk_install_gz file name destination component)
    find_program(ROPEWALK_GZIP gzip)
    mark_as_advanced(ROPEWALK_GZIP)
    if(NOT ROPEWALK_GZIP)
        install(FILES "${file}" DESTINATION "${destination}" RENAME "${name}" COMPONENT ${component})
        return()
    endif()
    set(packed "${PROJECT_BINARY_DIR}/packed/${name}.gz")
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/packed")
    execute_process(COMMAND "${ROPEWALK_GZIP}" -9 -n -c "${file}" OUTPUT_FILE "${packed}" COMMAND_ERROR_IS_FATAL ANY)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    install(FILES "${packed}" DESTINATION "${destination}" COMPONENT ${component})
endfunction()

function(ropewalk_install_doc package component)
    set(doc "${CMAKE_INSTALL_DATADIR}/doc/${package}")
    install(FILES "${packaging}/copyright" DESTINATION "${doc}" COMPONENT ${component})
    ropewalk_install_gz("${PROJECT_SOURCE_DIR}/CHANGELOG.md" changelog "${doc}" ${component})
    ropewalk_install_gz("${packaging}/changelog.Debian" changelog.Debian "${doc}" ${component})
endfunction()

# Each kind of the library has its own file of targets; the package takes the one that is asked for.
foreach(kind IN ITEMS static shared)
    set(target ${ropewalkStatic})
    if(kind STREQUAL "shared")
        set(target ${ropewalkShared})
    endif()
    if(NOT target)
        continue()
    endif()
    install(TARGETS ${target} EXPORT ropewalk-${kind}
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library NAMELINK_COMPONENT dev
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT library)
    install(EXPORT ropewalk-${kind} NAMESPACE ropewalk:: DESTINATION "${packageDir}" COMPONENT dev)
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/rope" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/ropewalk" COMPONENT dev
    FILES_MATCHING PATTERN "*.hpp")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/ropewalkConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/ropewalkConfig.cmake" INSTALL_DESTINATION "${packageDir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/ropewalkConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/ropewalkConfig.cmake" "${PROJECT_BINARY_DIR}/ropewalkConfigVersion.cmake"
    DESTINATION "${packageDir}" COMPONENT dev)
include(RopewalkPkgConfig)
ropewalk_install_doc(libropewalk-dev dev)
if(ropewalkShared)
    ropewalk_install_doc(libropewalk${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} library)
endif()

if(TARGET ropewalk)
    set(share "${CMAKE_INSTALL_DATADIR}")
    if(BUILD_SHARED_LIBS AND NOT APPLE)
        # The program finds the library beside it wherever both are put.
        file(RELATIVE_PATH libraries "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
        set_target_properties(ropewalk PROPERTIES INSTALL_RPATH "$ORIGIN/${libraries}")
    endif()
    install(TARGETS ropewalk RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
    file(GLOB examples CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/assets/*.json" "${PROJECT_SOURCE_DIR}/assets/*.txt")
    install(FILES ${examples} DESTINATION "${share}/ropewalk" COMPONENT program)
    install(FILES "${packaging}/ropewalk.desktop" DESTINATION "${share}/applications" COMPONENT program)
    install(FILES "${packaging}/ropewalk.metainfo.xml" DESTINATION "${share}/metainfo" COMPONENT program)
    install(FILES "${packaging}/ropewalk-mime.xml" DESTINATION "${share}/mime/packages" RENAME ropewalk.xml
        COMPONENT program)
    install(FILES "${PROJECT_SOURCE_DIR}/assets/ropewalk.svg" DESTINATION "${share}/icons/hicolor/scalable/apps"
        COMPONENT program)
    foreach(size IN ITEMS 48 128 256)
        install(FILES "${PROJECT_SOURCE_DIR}/assets/ropewalk-${size}.png" RENAME ropewalk.png
            DESTINATION "${share}/icons/hicolor/${size}x${size}/apps" COMPONENT program)
    endforeach()
    install(FILES "${packaging}/ropewalk.bash" DESTINATION "${share}/bash-completion/completions" RENAME ropewalk
        COMPONENT program)
    install(FILES "${packaging}/_ropewalk" DESTINATION "${share}/zsh/vendor-completions" COMPONENT program)
    ropewalk_install_gz("${packaging}/ropewalk.1" ropewalk.1 "${CMAKE_INSTALL_MANDIR}/man1" program)
    ropewalk_install_doc(ropewalk program)
endif()

if(TARGET ropewalk_python)
    install(TARGETS ropewalk_python LIBRARY DESTINATION "${ROPEWALK_PYTHON_DIR}/ropewalk" COMPONENT python)
    install(FILES "${PROJECT_SOURCE_DIR}/src/python/ropewalk/__init__.py" DESTINATION "${ROPEWALK_PYTHON_DIR}/ropewalk"
        COMPONENT python)
    ropewalk_install_doc(python3-ropewalk python)
endif()
