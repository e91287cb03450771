#include "plots_panel.hpp"

#include "app/platform/imgui_versions.hpp"
#include "plot_curve.hpp"

#include "files/plain_name.hpp"
#include "files/quantity.hpp"
#include "scenes/hosts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace ropewalk
{

namespace
{

// In pixels at scale 1.
constexpr float leastWidth = 195.0f;
constexpr float leastHeight = 120.0f; // of a plot that shares the panel with another row
constexpr float gapWidth = 10.0f;
constexpr double goodShape = 1.8; // width over height

} // namespace

void PlotsPanel::sceneChanged()
{
    views_.clear();
    offerKnown_ = false;
    page_ = 0;
    lessonStep_ = static_cast<std::size_t>(-1);
    timeZoom_.reset();
}

void PlotsPanel::refreshOffer(PanelContext& context)
{
    // What a scene offers may change with its constants; asking for it costs as much as computing it.
    if (offerKnown_ && context.ui.now < offerDueAt_ && offerDueAt_ - context.ui.now <= 1.0)
        return;
    offer_ = PlotOffer::of(context.workbench);
    offerKnown_ = context.workbench.recorder().size() > 0;
    offerDueAt_ = context.ui.now + 1.0;
}

void PlotsPanel::followTiles(const std::vector<PlotTile>& tiles)
{
    // A view stays with its tile, wherever that stands now.
    std::vector<std::unique_ptr<PlotView>> views;
    for (const PlotTile& tile : tiles)
    {
        const auto same = std::find_if(views_.begin(), views_.end(),
                                       [&tile](const auto& view) { return view && view->tile() == tile; });
        views.push_back(same != views_.end() ? std::move(*same) : makePlotView(tile));
    }
    views_ = std::move(views);
}

PlotsPanel::Grid PlotsPanel::gridOf(const PanelContext& context, const ImVec2& room) const
{
    const float gap = context.px(gapWidth);
    const auto fitting = [gap](float length, float least)
    { return std::max<std::size_t>(1, static_cast<std::size_t>(std::max(0.0f, (length + gap) / (least + gap)))); };
    const std::size_t mostColumns = fitting(room.x, context.px(leastWidth));
    const std::size_t mostRows = fitting(room.y, context.px(leastHeight));
    const std::size_t count = std::max<std::size_t>(1, views_.size());
    Grid best;
    double bestShape = 0.0;
    for (std::size_t rows = 1; rows <= mostRows && rows <= count; ++rows)
    {
        const Grid grid{std::min(mostColumns, (count + rows - 1) / rows), rows};
        const double shape = static_cast<double>(room.x) * static_cast<double>(rows) /
                             (static_cast<double>(room.y) * static_cast<double>(grid.columns));
        const double odd = std::abs(std::log(std::max(1e-3, shape) / goodShape));
        const bool more = std::min(count, grid.places()) > std::min(count, best.places());
        if (rows == 1 || more || (grid.places() >= count && odd < bestShape))
        {
            best = grid;
            bestShape = odd;
        }
    }
    return best;
}

AxisSpan PlotsPanel::sectionOfTime(PanelContext& context)
{
    const Recorder& recorder = context.workbench.recorder();
    const PlotSettings& settings = context.ui.plots;
    seconds_ = std::isfinite(settings.seconds) ? std::clamp(settings.seconds, 1.0, 120.0) : 10.0;
    const double latest = recorder.size() > 0 ? recorder.time(recorder.size() - 1) : 0.0;
    if (timeZoom_ && latest < timeZoom_->low) // the scene went back to before it
        release(context);
    if (!settings.paused)
    {
        frozen_ = pausedByZoom_ = false;
        timeZoom_.reset();
    }
    else if (!frozen_ || latest < frozenEnd_ - seconds_)
    {
        frozen_ = true;
        frozenEnd_ = latest;
    }
    const double end = std::max(frozen_ ? frozenEnd_ : latest, seconds_);
    return timeZoom_.value_or(AxisSpan{end - seconds_, end, false});
}

void PlotsPanel::release(PanelContext& context)
{
    timeZoom_.reset();
    if (std::exchange(pausedByZoom_, false))
        context.ui.plots.paused = false;
}

void PlotsPanel::followTime(PanelContext& context, const PlotFeed& feed)
{
    if (feed.fitTime)
        release(context);
    if (!feed.timeGesture.asked())
        return;
    // The moment that the user zooms at stays in sight.
    if (!context.ui.plots.paused)
        context.ui.plots.paused = pausedByZoom_ = true;
    AxisSpan wanted = feed.timeGesture.of(feed.time);
    const double span = std::clamp(wanted.high - wanted.low, 0.02, 120.0);
    const Recorder& recorder = context.workbench.recorder();
    const double latest = recorder.size() > 0 ? recorder.time(recorder.size() - 1) : 0.0;
    // Something of the past stays in sight.
    const double low = std::clamp(wanted.low, -0.5 * span, std::max(-0.5 * span, latest - 0.5 * span));
    timeZoom_ = AxisSpan{low, low + span, false};
}

void PlotsPanel::draw(PanelContext& context, const Rectangle& at)
{
    beginPanel(context, "plots", at, noScrolling, {8.0f, 4.0f});
    const int layouts = context.workbench.recorder().layouts();
    if (std::exchange(layouts_, layouts) != layouts)
        for (const auto& view : views_)
            view->forget();
    refreshOffer(context);
    followTiles(shownTiles(context.workbench.scene(), offer_, context.ui.plots));
    const ImVec2 whole = ImGui::GetContentRegionAvail();
    const float tools = ImGui::GetFrameHeight();
    const Grid grid = gridOf(context, {whole.x, whole.y - tools});
    turnToLesson(context, grid);
    if (const std::string wanted = std::exchange(wanted_, {}); !wanted.empty())
        turnTo(wanted, grid);
    drawTools(context, grid);
    page_ = views_.empty() ? 0 : std::min(page_, (views_.size() - 1) / grid.places());

    largest_.follow(context.workbench);
    PlotFeed feed{context, offer_, largest_, sectionOfTime(context)};
    feed.paused = context.ui.plots.paused;
    feed.cursor = std::exchange(cursor_, std::nullopt);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const Rectangle area{from.x, from.y, room.x, room.y};
    if (views_.empty())
        text(context.colours.muted, "Add brings a plot.");
    else if (room.y >= context.px(50.0f) && room.x >= context.px(60.0f))
    {
        const float gap = context.px(gapWidth);
        const std::size_t first = page_ * grid.places();
        const std::size_t end = std::min(views_.size(), first + grid.places());
        const std::size_t shownRows = std::max<std::size_t>(1, (end - first + grid.columns - 1) / grid.columns);
        const float height = (room.y - gap * static_cast<float>(shownRows - 1)) / static_cast<float>(shownRows);
        shareTurns(context, end - first);
        for (std::size_t row = 0; row < shownRows; ++row)
        {
            const std::size_t begin = first + row * grid.columns;
            drawRow(feed, begin, std::min(grid.columns, end - begin),
                    {from.x, from.y + static_cast<float>(row) * (height + gap), room.x, height});
        }
    }
    cursor_ = feed.hovered;
    followTime(context, feed);
    answerExport(feed, {at.x, area.y - context.px(2.0f), at.width, at.bottom() - area.y + context.px(2.0f)});
    ImGui::End();
}

void PlotsPanel::drawSparks(PanelContext& context, const Rectangle& at)
{
    beginPanel(context, "sparks", at, noScrolling, {0.0f, 0.0f});
    refreshOffer(context);
    largest_.follow(context.workbench);
    std::vector<PlotTile> tiles = shownTiles(context.workbench.scene(), offer_, context.ui.plots);
    // What the lesson speaks of is among those that are seen, also where it takes a large plot.
    const std::span<const LessonStep> lesson = context.workbench.scene().lesson();
    const std::size_t step = context.ui.lesson.step();
    const auto isOfLesson = [&](const PlotTile& tile)
    { return context.ui.lessons.shown && step < lesson.size() && tile.shows(lesson[step].plot); };
    std::erase_if(tiles, [&](const PlotTile& tile) { return tile.kind != PlotKind::time && !isOfLesson(tile); });
    std::stable_partition(tiles.begin(), tiles.end(), isOfLesson);
    // A table of the scene stands beside the plots.
    if (hostOf<ComparisonHost>(context.workbench.scene()) != nullptr)
        tiles.insert(tiles.begin(), PlotTile{PlotKind::profile, {"comparison"}});
    constexpr float least = 170.0f; // [px] at scale 1
    const auto room = static_cast<std::size_t>(std::max(1.0f, at.width / context.px(least)));
    tiles.resize(std::min(tiles.size(), room));
    const float width = at.width / static_cast<float>(std::max<std::size_t>(3, tiles.size()));
    for (std::size_t i = 0; i < tiles.size(); ++i)
        drawSpark(context, tiles[i], {at.x + static_cast<float>(i) * width, at.y, width, at.height});
    ImGui::End();
}

namespace
{

/// The curve over the whole area, from the time `begin` on; `largest` is the largest value that its unit has had.
void drawCurve(const PanelContext& context, const Rectangle& area, const ThinCurve& curve, double begin,
               double perPixel, double largest)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    curve.visit(
        [&](const PlotPoint& point)
        {
            low = std::min(low, point.value); // not a number leaves it
            high = std::max(high, point.value);
        });
    // There is no axis to say how little it is: what hardly changes is a line in the middle, also at rest.
    const double least = std::max({2e-2 * std::max(std::abs(low), std::abs(high)), 1e-4 * largest, 1e-12});
    const double middle = 0.5 * (low + high);
    const double span = std::max(high - low, least);
    std::vector<ImVec2> line;
    const auto lift = [&]
    {
        polyline(*ImGui::GetWindowDrawList(), line.data(), static_cast<int>(line.size()),
                 packed(context.colours.curves[0]), context.px(1.5f));
        line.clear();
    };
    curve.visit(
        [&](const PlotPoint& point)
        {
            if (!std::isfinite(point.value))
                return lift();
            line.emplace_back(area.x + static_cast<float>((point.time - begin) / perPixel),
                              area.y + area.height * (0.5f - static_cast<float>((point.value - middle) / span)));
        });
    lift();
}

} // namespace

void PlotsPanel::drawSpark(PanelContext& context, const PlotTile& tile, const Rectangle& at)
{
    const std::string& name = tile.names.front();
    ImGui::SetCursorScreenPos({at.x, at.y});
    if (pressed(context, "spark " + name, ImGui::InvisibleButton(name.c_str(), {at.width, at.height})))
    {
        context.ui.plots.open = true;
        wanted_ = name;
    }
    const Palette& c = context.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered())
        list.AddRectFilled(topLeft(at), bottomRight(at), packed(c.fieldHovered));
    const float padding = context.px(8.0f);
    const rope::Diagnostics& diagnostics = context.workbench.scene().diagnostics();
    const rope::Diagnostic* const row = tile.kind == PlotKind::time ? diagnostics.find(name) : nullptr;
    if (row == nullptr)
    {
        drawText(list, {at.x + padding, at.y + context.px(4.0f)}, packed(c.muted), capital(plainName(name)));
        drawText(list, {at.x + padding, at.y + context.px(8.0f) + ImGui::GetFontSize()}, packed(c.accent),
                 name == "comparison" ? "Open the table" : "Open the plot");
        return;
    }
    const rope::Diagnostic& quantity = *row;
    const auto column = static_cast<std::size_t>(row - diagnostics.rows().data());
    tooltip(context, quantity.sentence + " A click opens the plots.");

    const Recorder& recorder = context.workbench.recorder();
    const double largest = largest_.of(column);
    const auto valueOf = [&](std::size_t sample) { return withoutNoise(recorder.value(column, sample), largest); };
    const double now = recorder.size() > 0 ? valueOf(recorder.size() - 1) : 0.0;
    constexpr double least = 1e-7; // [N], [J]: smaller ones are what sums of larger ones leave
    const bool nothing = (quantity.unit == "N" || quantity.unit == "J") && std::abs(now) < least;
    const std::string value =
        recorder.size() > 0 ? quantityText(nothing ? 0.0 : now, quantity.unit, 3, EndZeros::kept) : "";
    const float top = at.y + context.px(4.0f);
    const float valueWidth = textSize(value).x;
    drawVerbatim(list, {at.x + padding, top}, packed(c.muted),
                 shortened(capital(plainName(name)), at.width - 3.0f * padding - valueWidth));
    drawText(list, {at.right() - padding - valueWidth, top}, packed(c.text), value);
    if (recorder.size() < 2)
        return;

    Rectangle area{at.x + padding, top + ImGui::GetFontSize() + context.px(4.0f), at.width - 2.0f * padding, 0.0f};
    area.height = at.bottom() - context.px(6.0f) - area.y;
    const double end = std::max(recorder.time(recorder.size() - 1), seconds_);
    const double perPixel = seconds_ / static_cast<double>(std::max(1.0f, area.width));
    ThinCurve curve;
    curve.follow(
        end - seconds_, end, perPixel, recorder.size(), [&](std::size_t i) { return recorder.time(i); }, valueOf);
    drawCurve(context, area, curve, end - seconds_, perPixel, largest);
}

/// Where another step of the lesson is shown, to the page with the plot that it speaks of.
void PlotsPanel::turnToLesson(const PanelContext& context, const Grid& grid)
{
    const std::span<const LessonStep> lesson = context.workbench.scene().lesson();
    const std::size_t step = context.ui.lesson.step();
    if (views_.empty() || std::exchange(lessonStep_, step) == step || step >= lesson.size() ||
        !context.ui.lessons.shown)
        return;
    turnTo(lesson[step].plot, grid);
}

/// To the page with the plot of a quantity.
void PlotsPanel::turnTo(std::string_view quantity, const Grid& grid)
{
    const auto found =
        std::find_if(views_.begin(), views_.end(), [&](const auto& view) { return view->tile().shows(quantity); });
    if (found != views_.end())
        page_ = static_cast<std::size_t>(found - views_.begin()) / grid.places();
}

void PlotsPanel::shareTurns(const PanelContext& context, std::size_t count)
{
    const double elapsed = context.ui.now - drawnAt_;
    drawnAt_ = context.ui.now;
    if (ImGui::GetFrameCount() != drawnFrame_ + 1)
        for (const auto& view : views_)
            view->forget(); // they missed what happened while they were hidden, a reset perhaps
    drawnFrame_ = ImGui::GetFrameCount();
    // One plot a frame, in turn; more in a slow frame.
    const auto turns = static_cast<std::size_t>(std::clamp(std::lround(60.0 * elapsed), 1L, 16L));
    computations_.assign(count, 0);
    for (std::size_t i = 0; i < turns; ++i)
        ++computations_[(turn_ + i) % count];
    turn_ += turns;
}

void PlotsPanel::drawRow(PlotFeed& feed, std::size_t first, std::size_t count, const Rectangle& at)
{
    // The legend of three and more curves is long.
    const auto share = [this](std::size_t i)
    {
        const PlotTile& tile = views_[i]->tile();
        return tile.names.size() > 2 ? 1.5f : 1.0f;
    };
    float shares = 0.0f;
    for (std::size_t i = first; i < first + count; ++i)
        shares += share(i);
    const float gap = feed.context.px(gapWidth);
    const float unit = (at.width - gap * static_cast<float>(count - 1)) / shares;
    float x = at.x;
    for (std::size_t i = first; i < first + count; ++i)
    {
        const Rectangle place{x, at.y, unit * share(i), at.height};
        feed.computations = computations_[i % computations_.size()];
        ImGui::PushID(static_cast<int>(i));
        feed.context.ui.place("tile " + std::to_string(i + 1), place);
        views_[i]->draw(feed, place, "plot " + std::to_string(i + 1));
        drawTileMenu(feed, i, place);
        ImGui::PopID();
        x += place.width + gap;
    }
}

void PlotsPanel::answerExport(PlotFeed& feed, const Rectangle& all)
{
    const std::optional<PlotFormat> wanted = std::exchange(feed.context.ui.plotsWanted, std::nullopt);
    if (!wanted || views_.empty())
        return;
    PlotExport result;
    if (*wanted == PlotFormat::png)
    {
        result.screenshot = all;
    }
    else
    {
        // Plots over time share a table; the others have axes of their own.
        std::vector<std::string> names;
        for (const auto& view : views_)
            if (view->overTime())
                for (const std::string& name : view->tile().names)
                    if (std::find(names.begin(), names.end(), name) == names.end())
                        names.push_back(name);
        if (!names.empty())
            result.tables.push_back({"plots", csvText(timeTable(feed, names))});
        for (const auto& view : views_)
            if (!view->overTime())
                result.tables.push_back({plotFileName(view->tile()), csvText(view->table(feed))});
    }
    feed.context.ui.plotExport = std::move(result);
}

} // namespace ropewalk
