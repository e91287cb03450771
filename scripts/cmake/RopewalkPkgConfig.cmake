# ropewalk.pc: `pkg-config --cflags --libs ropewalk`. Paths count from the file itself, so that the installed folder can
# be moved.

set(pkgConfigDir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH prefixFromPkgConfig "/prefix/${pkgConfigDir}" /prefix)
string(REGEX REPLACE "/$" "" prefixFromPkgConfig "${prefixFromPkgConfig}")

find_package(PkgConfig QUIET)
set(pcRequires "")
set(pcRequiresPrivate "")
set(pcLibsPrivate "")
set(pcCflags "-I\${includedir}/ropewalk")
if(PKG_CONFIG_FOUND)
    pkg_check_modules(ROPEWALK_GLM_PC QUIET glm)
    pkg_check_modules(ROPEWALK_TBB_PC QUIET tbb)
endif()
if(ROPEWALK_GLM_PC_FOUND)
    set(pcRequires glm)
else()
    string(APPEND pcCflags " -I\${includedir}") # where a fetched GLM is installed with ours
endif()
if(ROPEWALK_HAVE_TBB AND ROPEWALK_TBB_PC_FOUND)
    set(pcRequiresPrivate tbb)
elseif(ROPEWALK_HAVE_TBB)
    set(pcLibsPrivate -ltbb)
endif()
if(NOT ropewalkShared)
    # Whoever links the static library needs what it needs.
    string(STRIP "${pcRequires} ${pcRequiresPrivate}" pcRequires)
    set(pcRequiresPrivate "")
endif()
configure_file("${CMAKE_CURRENT_LIST_DIR}/ropewalk.pc.in" "${PROJECT_BINARY_DIR}/ropewalk.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/ropewalk.pc" DESTINATION "${pkgConfigDir}" COMPONENT dev)
