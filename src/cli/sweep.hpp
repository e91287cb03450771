#pragma once

#include "playback.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ropewalk
{

/// A constant that a sweep varies in equal parts, both ends among them.
struct Variation
{
    std::string name; ///< with + between constants that have the same value
    double from = 0.0;
    double to = 0.0;
    int count = 1;

    double value(std::size_t number) const; ///< counted from 0
};

/// The grid of a sweep; a run is a point of it, the last constant goes fastest.
class SweepGrid
{
public:
    /// Throws std::invalid_argument for a constant that is there twice, and for too many runs.
    explicit SweepGrid(std::vector<Variation> variations);

    const std::vector<Variation>& variations() const { return variations_; }
    std::size_t runs() const { return runs_; }
    /// What a row of run `run`, counted from 0, says of its constants.
    Settings at(std::size_t run) const;
    Settings constantsAt(std::size_t run) const; ///< each of them by itself

private:
    std::vector<Variation> variations_;
    std::size_t runs_ = 1;
};

/// What a sweep runs, and what its rows say.
struct SweepPlan
{
    PlaybackOptions playback;
    std::vector<Variation> variations;
    std::vector<std::string> columns; ///< names of diagnostics; empty: all
    std::string statistic = "last";   ///< of each column in a run: last, max, min or mean
    double from = 0.0;                ///< [s], where it begins
};

/// What came of a run.
struct SweepResult
{
    std::vector<double> values; ///< of the columns
    std::string outcome;        ///< "ended", or why it did not
    std::string opens;          ///< a link, or a command line where no link says all
};

/// A sweep that is checked, and its runs. Several threads may run it at once.
class Sweep
{
public:
    /// Throws std::invalid_argument for what no run can have.
    explicit Sweep(SweepPlan plan);

    const SweepPlan& plan() const { return plan_; }
    const SweepGrid& grid() const { return grid_; }
    const std::vector<std::string>& columns() const { return columns_; }

    /// The first line of its CSV.
    std::string header() const;
    /// One line that two sweeps share only if all their rows are the same.
    std::string identity() const;

    /// Calls `check` within the run, and throws what that throws.
    SweepResult run(std::size_t number, const std::function<void()>& check) const;
    std::string row(std::size_t number, const SweepResult& result) const; ///< of its CSV
    std::unique_ptr<Scene> scene(std::size_t number) const;               ///< as the run begins

private:
    PlaybackOptions playbackOf(std::size_t run) const;
    std::string commandLine(std::size_t run) const;

    SweepPlan plan_;
    SweepGrid grid_;
    std::vector<std::string> columns_;
};

} // namespace ropewalk
