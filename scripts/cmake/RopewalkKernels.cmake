# The fleet's kernels: one source for each instruction set, compiled with its flags; which one runs is decided when the
# program runs. Every other source keeps the baseline's flags, so that the library runs on any processor of the family.

function(ropewalk_fleet_kernels target)
    ropewalk_need_xsimd()
    # Headers only, and private: not for whoever links the library. The package's own target may name libraries that are
    # not installed (Debian 12: xtl), so only its folder is taken.
    get_target_property(headers xsimd INTERFACE_INCLUDE_DIRECTORIES)
    target_include_directories(${target} SYSTEM PRIVATE "$<BUILD_INTERFACE:${headers}>")

    set(avx2 "")
    set(avx512 "")
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|x64|i[3-6]86)$" AND NOT CMAKE_OSX_ARCHITECTURES MATCHES "arm64")
        if(MSVC)
            set(avx2 /arch:AVX2)
            set(avx512 /arch:AVX512)
        else()
            set(avx2 -mavx2 -mfma)
            set(avx512 -mavx2 -mfma -mavx512f -mavx512cd -mavx512dq -mavx512bw)
            if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
                # GCC's own header leaves a variable uninitialised on purpose and warns about it.
                list(APPEND avx512 -Wno-uninitialized -Wno-maybe-uninitialized)
            endif()
        endif()
    endif()
    set_source_files_properties(src/rope/fleet/kernel_avx2.cpp PROPERTIES COMPILE_OPTIONS "${avx2}")
    set_source_files_properties(src/rope/fleet/kernel_avx512.cpp PROPERTIES COMPILE_OPTIONS "${avx512}")
    # Headers are precompiled without these flags.
    set_source_files_properties(src/rope/fleet/kernel_avx2.cpp src/rope/fleet/kernel_avx512.cpp PROPERTIES
        SKIP_PRECOMPILE_HEADERS ON)

    # Optional, so that the library alone needs nothing but GLM: without it a fleet computes on one thread.
    set(haveTbb OFF)
    if(ROPEWALK_SANITIZE MATCHES "thread")
        find_package(Threads REQUIRED)
        target_link_libraries(${target} PRIVATE Threads::Threads)
        target_compile_definitions(${target} PRIVATE ROPEWALK_PLAIN_THREADS)
    else()
        find_package(TBB QUIET)
    endif()
    if(TARGET TBB::tbb)
        set(haveTbb ON)
        target_link_libraries(${target} PRIVATE TBB::tbb)
        target_compile_definitions(${target} PRIVATE ROPEWALK_HAVE_TBB)
    endif()
    set(ROPEWALK_HAVE_TBB ${haveTbb} PARENT_SCOPE)
endfunction()
