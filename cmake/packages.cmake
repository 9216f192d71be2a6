# Debian packages the full build uses; scripts/packages.txt is the list that installs them.
find_package(PkgConfig REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PNG REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(spdlog REQUIRED)
pkg_check_modules(GEOS REQUIRED IMPORTED_TARGET geos)
