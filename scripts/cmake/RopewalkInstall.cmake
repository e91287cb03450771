# cmake --install: the library with its package (find_package(ropewalk), target ropewalk::rope), and the program with its
# desktop entry and icon when they were built.

include(CMakePackageConfigHelpers)
set(packageDir "${CMAKE_INSTALL_LIBDIR}/cmake/ropewalk")

install(TARGETS rope EXPORT ropewalkTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/rope" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING PATTERN "*.hpp")
install(EXPORT ropewalkTargets NAMESPACE ropewalk:: DESTINATION "${packageDir}")

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/ropewalkConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/ropewalkConfig.cmake" INSTALL_DESTINATION "${packageDir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/ropewalkConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
    "${PROJECT_BINARY_DIR}/ropewalkConfig.cmake"
    "${PROJECT_BINARY_DIR}/ropewalkConfigVersion.cmake"
    DESTINATION "${packageDir}")

if(TARGET ropewalk)
    install(TARGETS ropewalk RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
    file(GLOB assets CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/assets/*.json" "${PROJECT_SOURCE_DIR}/assets/*.txt")
    if(assets)
        install(FILES ${assets} DESTINATION "${CMAKE_INSTALL_DATADIR}/ropewalk")
    endif()
    file(GLOB desktopEntries CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/assets/*.desktop")
    if(desktopEntries)
        install(FILES ${desktopEntries} DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
    endif()
    if(EXISTS "${PROJECT_SOURCE_DIR}/assets/ropewalk.svg")
        install(FILES "${PROJECT_SOURCE_DIR}/assets/ropewalk.svg"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
    endif()
    if(EXISTS "${PROJECT_SOURCE_DIR}/assets/ropewalk.png")
        install(FILES "${PROJECT_SOURCE_DIR}/assets/ropewalk.png"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/256x256/apps")
    endif()
endif()
