#include "arguments.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"

#include "files/output_file.hpp"
#include "files/stop_signal.hpp"

#include <fmt/format.h>

#include <iterator>
#include <optional>

namespace ropewalk
{

namespace
{

/// The rows of a run as CSV: time, the diagnostics, the columns of the chosen masses.
class CsvRows
{
public:
    CsvRows(const Scene& scene, std::vector<std::size_t> masses) : scene_(scene), masses_(std::move(masses)) {}

    const std::string& header()
    {
        line_ = "time";
        for (const rope::Diagnostic& row : scene_.diagnostics().rows())
        {
            names_.emplace_back(row.name);
            line_.append(",").append(row.name);
        }
        for (const std::size_t mass : masses_)
            for (const std::string_view column : scene_.massColumns())
                fmt::format_to(std::back_inserter(line_), ",{}{}", column, mass);
        return line_ += '\n';
    }

    const std::string& row(double time)
    {
        line_.clear();
        addNumber(time);
        for (const std::string& name : names_)
        {
            line_ += ',';
            if (const rope::Diagnostic* row = scene_.diagnostics().find(name)) // an edit may have taken it away
                addNumber(row->value());
        }
        for (const std::size_t mass : masses_)
            addMass(mass);
        return line_ += '\n';
    }

private:
    void addNumber(double value) { fmt::format_to(std::back_inserter(line_), "{:.17g}", value); }

    void addMass(std::size_t mass)
    {
        // While a mass is in the reel its cells stay empty.
        if (mass >= scene_.massCount())
        {
            line_.append(scene_.massColumns().size(), ',');
            return;
        }
        for (const double value : scene_.massRow(mass))
        {
            line_ += ',';
            addNumber(value);
        }
    }

    const Scene& scene_;
    std::vector<std::size_t> masses_;
    std::vector<std::string> names_; ///< of the diagnostics when the run began
    std::string line_;
};

/// Writes rows to a file or to standard output.
class RowSink
{
public:
    explicit RowSink(const std::string& output)
    {
        if (!output.empty())
            openBeforeWork([&] { file_.emplace(output); });
    }

    bool isFile() const { return file_.has_value(); }

    void write(const std::string& line)
    {
        if (file_)
            file_->write(line);
        else
            writeOutput(line);
    }

    void finish()
    {
        if (file_)
            file_->commit();
        else
            flushOutput();
    }

private:
    std::optional<OutputFile> file_;
};

} // namespace

int runScene(const RunOptions& options)
{
    Playback playback(options.playback, "run");
    Scene& scene = playback.scene();
    CsvRows rows(scene,
                 options.masses.empty() ? std::vector<std::size_t>{} : parseMasses(options.masses, scene.mostMasses()));
    demandUnread(options.playback, options.output);
    const StopSignal stop;
    RowSink sink(options.output);

    sink.write(rows.header());
    ProgressBar bar(sink.isFile());
    const std::optional<Divergence> divergence =
        playback.play([&](double time) { sink.write(rows.row(time)); }, [&stop] { stop.check(); }, &bar);
    sink.finish(); // the rows before a divergence are worth keeping
    if (divergence)
        writeError(explained(*divergence));
    if (!playback.parted().empty())
        writeError(playback.parted());
    return divergence || !playback.parted().empty() ? failed : success;
}

} // namespace ropewalk
