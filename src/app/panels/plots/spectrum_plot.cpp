#include "plot_choice.hpp"
#include "plot_curve.hpp"
#include "plot_view.hpp"

#include "app/workbench/spectrum.hpp"

#include "files/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ropewalk
{

namespace
{

constexpr double spectrumPeriod = 0.1; ///< [s] between two spectra
constexpr double modesPeriod = 1.0;    ///< [s] between two looks at the predicted modes
constexpr double decades = 5.0;        ///< below its highest peak, of a spectrum's axis

/// How far a signal swings at which frequency, over the section of time, with the predicted modes marked. The amplitude
/// of the free end as a whole is sqrt(x^2 + y^2 + z^2) of its components' amplitudes.
class SpectrumPlot : public PlotView
{
public:
    explicit SpectrumPlot(PlotTile tile) : PlotView(std::move(tile)) {}

    PlotTable table(const PlotFeed& feed) const override
    {
        const std::optional<PlotSignal> signal = plotSignal(feed, tile_);
        PlotTable table{{columnName("frequency", "Hz"), columnName(signal ? signal->name + "_amplitude" : "amplitude",
                                                                   signal ? plotUnit(signal->unit) : "")},
                        {{}, {}}};
        const AxisSpan across = acrossSpan();
        for (std::size_t k = 1; k < amplitudes_.size(); ++k)
        {
            const double frequency = static_cast<double>(k) * step_;
            if (frequency < across.low || frequency > across.high)
                continue;
            table.values[0].push_back(frequency);
            table.values[1].push_back(amplitudes_[k]);
        }
        return table;
    }

    void forget() override { components_ = 0, taken_ = false, amplitudes_.clear(), dueAt_ = 0.0; }

private:
    bool update(PlotFeed& feed) override
    {
        computeAnew(feed);
        return true;
    }

    std::vector<LegendEntry> legend(const PlotFeed& feed) const override
    {
        const auto& colours = feed.context.colours.curves;
        std::vector<LegendEntry> entries;
        if (amplitudes_.empty())
            entries.push_back({"", "-", colours[0]});
        else if (cursor_)
            entries.push_back({"", plainNumber(amplitudeAt(*cursor_), 3), colours[0]});
        else if (peak_ > 0.0)
            entries.push_back({"peak", fmt::format("{:.3f} Hz", peak_), colours[0]});
        if (!modes_.empty())
            entries.push_back({"modes, theory", "", colours[1], true});
        return entries;
    }

    Axes axes(PlotFeed& /*feed*/, const PlotCanvas& /*canvas*/) override
    {
        const AxisSpan up{std::pow(10.0, topDecade_ - decades), std::pow(10.0, topDecade_), true};
        return {acrossSpan(), upZoom_.value_or(up), "Hz"};
    }

    std::optional<double> cursor(const PlotFeed& /*feed*/) const override { return cursor_; }

    void drawCurves(PlotFeed& feed, PlotCanvas& canvas, const Axes& axes) override
    {
        const auto& colours = feed.context.colours.curves;
        constexpr std::size_t mostModes = 40; // beyond, they only cover the curve
        for (std::size_t i = 0; i < std::min(modes_.size(), mostModes); ++i)
            if (!canvas.mark(modes_[i], colours[1], std::to_string(i + 1)) && i > 12)
                break;
        if (amplitudes_.empty())
        {
            canvas.note("too few samples yet");
            return;
        }
        layOutCurve(canvas, axes.across, axes.up);
        canvas.curve(line_, colours[0]);
    }

    void drawCursor(const PlotFeed& feed, PlotCanvas& canvas, const Axes& /*axes*/) const override
    {
        if (!cursor_ || amplitudes_.empty())
            return;
        canvas.cursor(*cursor_, fmt::format("{:.3f} Hz", *cursor_));
        canvas.dot(*cursor_, std::max(amplitudeAt(*cursor_), 1e-300), feed.context.colours.curves[0]);
    }

    void computeAnew(PlotFeed& feed)
    {
        // The modes take one turn; the signal takes two for each component and one for the sum.
        if (!feed.paused && feed.due(modesDueAt_, modesPeriod))
            modes_ = feed.scene().naturalFrequencies();
        const bool begun = components_ > 0 || taken_;
        if (!begun && feed.paused && !amplitudes_.empty())
            return;
        if (begun ? feed.computations-- < 1 : !feed.due(dueAt_, spectrumPeriod))
            return;
        if (!begun)
            sum_.clear();
        if (taken_)
        {
            addComponent();
            return;
        }
        if (takeSamples(feed, components_))
            return;
        components_ = 0;
        finish();
    }

    bool takeSamples(const PlotFeed& feed, std::size_t component)
    {
        const Recorder& recorder = feed.recorder();
        const std::optional<PlotSignal> signal = plotSignal(feed, tile_);
        if (!signal || component >= signal->columns.size())
            return false;
        const std::size_t end = recorder.firstAfter(feed.time.high);
        std::size_t first = std::min(recorder.firstFrom(feed.time.low), end);
        // A spectrum needs evenly spaced samples: those after the last gap.
        tick_ = end - first > 1 ? recorder.time(end - 1) - recorder.time(end - 2) : 0.0;
        for (std::size_t i = end; i-- > first + 1;)
            if (std::abs(recorder.time(i) - recorder.time(i - 1) - tick_) > 1e-3 * tick_)
            {
                first = i;
                break;
            }
        samples_.clear();
        for (std::size_t i = first; i < end; ++i)
            samples_.push_back(plotFactor(signal->unit) * recorder.value(signal->columns[component], i));
        spectrum_.take(samples_, tick_);
        taken_ = true;
        return true;
    }

    void addComponent()
    {
        taken_ = false;
        spectrum_.transform();
        const std::vector<double>& part = spectrum_.amplitudes();
        if (components_ > 0 && part.size() != sum_.size())
        {
            components_ = 0; // the section has changed meanwhile: begin again
            return;
        }
        sum_.resize(part.size(), 0.0);
        for (std::size_t k = 0; k < part.size(); ++k)
            sum_[k] += part[k] * part[k];
        step_ = spectrum_.step();
        ++components_;
    }

    void finish()
    {
        ++version_;
        amplitudes_.assign(sum_.begin(), sum_.end());
        double highest = 0.0;
        for (double& amplitude : amplitudes_)
        {
            amplitude = std::sqrt(amplitude);
            highest = std::max(highest, amplitude);
        }
        const AxisSpan across = acrossSpan();
        peak_ = peakFrequency(amplitudes_, step_, across.low, across.high);
        const double top = highest > 0.0 && std::isfinite(highest) ? std::ceil(std::log10(highest)) : 0.0;
        if (top > topDecade_ || top < topDecade_ - 1.0)
            topDecade_ = top;
    }

    AxisSpan acrossSpan() const
    {
        if (acrossZoom_)
            return *acrossZoom_;
        if (amplitudes_.size() < 8)
            return {0.1, 30.0, true};
        // From four steps, below which lies only the hill of Hann's window, to half the sampling rate.
        return {4.0 * step_, step_ * static_cast<double>(amplitudes_.size() - 1), true};
    }

    void layOutCurve(const PlotCanvas& canvas, const AxisSpan& across, const AxisSpan& up)
    {
        const Rectangle& area = canvas.area();
        const Drawn now{{area.x, area.y, area.width, area.height}, across, up, version_};
        if (now == drawn_)
            return;
        drawn_ = now;
        line_.clear();
        // Where steps are wider than pixels, each is a point; beyond, a pixel column shows its highest and its lowest.
        const double perColumn = across.at(1.0 / static_cast<double>(area.width)) / across.low;
        for (auto k = static_cast<std::size_t>(std::max(1.0, std::floor(across.low / step_))); k < amplitudes_.size();)
        {
            const double frequency = static_cast<double>(k) * step_;
            const auto end =
                std::clamp(static_cast<std::size_t>(frequency * perColumn / step_) + 1, k + 1, amplitudes_.size());
            const auto [low, high] = std::minmax_element(amplitudes_.begin() + static_cast<std::ptrdiff_t>(k),
                                                         amplitudes_.begin() + static_cast<std::ptrdiff_t>(end));
            const float x = canvas.xOf(frequency);
            line_.emplace_back(x, canvas.yOf(std::max(*high, 1e-300)));
            if (*low != *high)
                line_.emplace_back(x, canvas.yOf(std::max(*low, 1e-300)));
            if (frequency > across.high)
                break;
            k = end;
        }
        straighten(line_, 0.15f);
    }

    double amplitudeAt(double frequency) const
    {
        const auto k = static_cast<std::size_t>(std::lround(std::max(0.0, frequency / step_)));
        return k < amplitudes_.size() ? amplitudes_[k] : 0.0;
    }

    AmplitudeSpectrum spectrum_;
    std::vector<double> samples_;
    double tick_ = 0.0;          ///< [s]
    std::size_t components_ = 0; ///< of the signal, computed and summed up
    bool taken_ = false;         ///< the samples of the next component are ready
    std::vector<double> sum_;    ///< of the squares of their amplitudes
    std::vector<double> amplitudes_;
    double step_ = 0.0;         ///< [Hz]
    double peak_ = 0.0;         ///< [Hz]
    std::vector<double> modes_; ///< [Hz], predicted
    double dueAt_ = 0.0;
    double modesDueAt_ = 0.0;
    double topDecade_ = 0.0; ///< of the axis; falls only when the peak is two decades below it

    /// What the line was laid out for: saves its logarithms in most frames.
    struct Drawn
    {
        std::array<float, 4> area{};
        AxisSpan across;
        AxisSpan up;
        int version = -1;
        friend bool operator==(const Drawn&, const Drawn&) = default;
    };
    Drawn drawn_;
    int version_ = 0; ///< of the amplitudes
    std::vector<ImVec2> line_;
};

} // namespace

std::unique_ptr<PlotView> makeSpectrumPlot(const PlotTile& tile)
{
    return std::make_unique<SpectrumPlot>(tile);
}

} // namespace ropewalk
