# cpack: a .deb for each component and a .tar.gz of all. scripts/package calls it, and tests what it makes.

set(CPACK_PACKAGE_NAME ropewalk)
set(CPACK_PACKAGE_VENDOR "The Ropewalk authors")
set(CPACK_PACKAGE_CONTACT "The Ropewalk authors <maintainers@ropewalk.invalid>")
set(CPACK_PACKAGE_FILE_NAME "ropewalk-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_COMPONENTS_ALL dev)
if(ropewalkShared)
    list(APPEND CPACK_COMPONENTS_ALL library)
endif()
if(TARGET ropewalk)
    list(APPEND CPACK_COMPONENTS_ALL program)
endif()
if(TARGET ropewalk_python)
    list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME ropewalk)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
# OpenGL is loaded while the program runs, so its libraries are not seen in the program's file.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libgl1, libegl1")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libgl1-mesa-dri, libxrandr2, libxcursor1, libxi6")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "ropes as masses and springs, beside their theory
 Drag a rope's end with the mouse or the arrow keys, change its constants
 while it moves, and compare what it does with what theory predicts. Scenes
 from one mass on a spring to cloth, rigid bodies and a million masses;
 commands for runs without a window.")

set(version "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libropewalk-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libglm-dev, libtbb-dev")
if(ropewalkShared)
    string(APPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
        ", libropewalk${version} (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
endif()
set(CPACK_COMPONENT_DEV_DESCRIPTION "ropes as masses and springs: C++20 library
 Masses, springs and ropes with explicit and implicit integrators, their
 longest stable step, books of energy and momentum, fleets of thousands of
 ropes, cloth, and rigid bodies. Headers, the static library, and the packages
 for CMake and pkg-config.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libropewalk${version})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
# The trigger that Debian wants, which CPack does not write, and who may link what.
set(control "${PROJECT_BINARY_DIR}/debian")
file(WRITE "${control}/triggers" "activate-noawait ldconfig\n")
file(WRITE "${control}/shlibs"
    "libropewalk ${version} libropewalk${version} (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${control}/triggers" "${control}/shlibs")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "ropes as masses and springs: shared library
 Masses, springs and ropes with explicit and implicit integrators, their
 longest stable step, books of energy and momentum, fleets of thousands of
 ropes, cloth, and rigid bodies.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-ropewalk)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
if(TARGET ropewalk_python)
    # The module runs with the version that it was compiled for.
    math(EXPR nextPython "${ROPEWALK_PYTHON_MINOR} + 1")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
        "python3 (>= 3.${ROPEWALK_PYTHON_MINOR}), python3 (<< 3.${nextPython}), python3-numpy")
endif()
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "ropes as masses and springs: Python package
 Ropes, rods and fleets of ropes, whose positions and tensions are NumPy views
 without copies; every scene of Ropewalk; advice on constants; and cards of a
 rope for other physics engines.")

include(CPack)
