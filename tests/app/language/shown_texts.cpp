#include "app/language/shown_texts.hpp"

#include "app/learning/figure.hpp"
#include "cards/rope_card.hpp"
#include "files/plain_name.hpp"
#include "scenes/constant_presets.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/file_lesson.hpp"
#include "scenes/hosts.hpp"
#include "scenes/set_up/set_up_rows.hpp"
#include "scenes/set_up/set_up_solid.hpp"
#include "scenes/shared/rope_advice.hpp"
#include "theory/all_experiments.hpp"
#include <rope/advisor.hpp>
#include <rope/books.hpp>
#include <rope/rope_material.hpp>
#include <rope/step_limits.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string_view>

namespace
{

using namespace ropewalk;
namespace fs = std::filesystem;

class Texts
{
public:
    /// A text without two letters beside each other is a number, a unit or a formula.
    void add(std::string_view text, const std::string& place)
    {
        const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
        const bool words =
            std::adjacent_find(text.begin(), text.end(), [letter](char a, char b) { return letter(a) && letter(b); }) !=
            text.end();
        if (words && known_.insert(std::string(text)).second)
            texts.push_back({std::string(text), place});
    }
    /// Of a thing in a set-up the name of the thing stays.
    void addName(std::string_view name, const std::string& place)
    {
        const std::size_t dot = name.rfind('.');
        add(plainName(dot == std::string_view::npos ? name : name.substr(dot + 1)), place);
    }

    std::vector<ShownText> texts;

private:
    std::set<std::string> known_;
};

void addRows(Texts& texts, const rope::Parameters& rows, const std::string& scene, bool groups)
{
    for (const rope::Parameter& row : rows.rows())
    {
        const std::string place = scene + ": constant " + row.name();
        if (groups)
            texts.add(row.group(), place);
        texts.addName(row.name(), place);
        texts.add(row.sentence(), place);
        if (row.isChoice())
            for (const std::string_view choice : row.choices())
                texts.addName(choice, place);
    }
}

void addLesson(Texts& texts, const Scene& scene, const std::string& id)
{
    int number = 0;
    for (const LessonStep& step : scene.lesson())
    {
        const std::string place = id + ": step " + std::to_string(++number) + " of its lesson";
        texts.add(step.act, place);
        texts.add(step.watch, place);
        texts.add(step.shows, place);
    }
}

/// What cards of its rope say beside their code.
void addCards(Texts& texts, const Scene& scene, const std::string& id)
{
    if (!scene.ropeDescription())
        return;
    CardFacts facts = cardFacts(cardRope(scene));
    for (const CardFormat& format : cardFormats())
    {
        facts.words = [&](std::string_view line)
        {
            texts.add(line, fmt::format("{}: card {}", id, format.name));
            return std::string(line);
        };
        format.make(facts);
    }
}

void addSetUp(Texts& texts, const SetUp& built, const std::string& id)
{
    SetUp setUp = built;
    rope::Parameters rows;
    describe(setUp, rows);
    addRows(texts, rows, id, false);
}

void addScene(Texts& texts, const Scene& scene, const std::string& id)
{
    addRows(texts, scene.parameters(), id, true);
    for (const rope::Diagnostic& row : scene.diagnostics().rows())
    {
        texts.addName(row.name, id + ": diagnostic " + row.name);
        texts.add(row.sentence, id + ": diagnostic " + row.name);
    }
    for (const Profile& profile : scene.profiles())
    {
        texts.addName(profile.name, id + ": profile");
        texts.add(profile.sentence, id + ": profile");
    }
    for (const Curve& curve : curvesOf(scene))
    {
        texts.addName(curve.name, id + ": curve");
        texts.add(curve.sentence, id + ": curve");
    }
    if (const auto* host = hostOf<ComparisonHost>(scene))
    {
        const Comparison comparison = host->comparison();
        for (const Comparison::Column& column : comparison.columns)
        {
            texts.add(column.name, id + ": column");
            texts.add(column.sentence, id + ": column");
        }
        for (const Comparison::Row& row : comparison.rows)
            texts.add(row.label, id + ": row");
    }
    if (const auto* host = hostOf<SetUpHost>(scene))
        addSetUp(texts, *host->wantedSetUp(), id);
    if (!scene.energyBook())
        texts.add(scene.booksNote(), id + ": books");
    texts.add(scene.momentNote(), id + ": moment");
    addLesson(texts, scene, id);
    addCards(texts, scene, id);
}

void addList(Texts& texts)
{
    for (const SceneEntry& entry : scenes())
    {
        const std::string id(entry.info.id);
        for (const std::string_view text : {entry.info.tab, entry.info.name, entry.info.title, entry.info.hint})
            texts.add(text, id + ": list of scenes");
        const std::unique_ptr<Scene> scene = entry.make();
        addScene(texts, *scene, id);
        // A preset may bring constants and diagnostics of its own.
        if (rope::Parameter* preset = scene->parameters().find("preset"))
            for (const std::string_view value : preset->choices())
                if (entry.info.presets.empty())
                {
                    preset->parse(value);
                    addScene(texts, *scene, id);
                }
        for (const ListedPreset& preset : entry.info.presets)
        {
            const std::string name = idOf(entry.info, preset);
            texts.add(plainName(preset.id), name);
            texts.add(preset.title, name);
            texts.add(preset.hint, name);
            addScene(texts, *makeScene(name), name);
        }
    }
}

/// Things that a set-up may get, in each way to move.
void addThings(Texts& texts)
{
    for (std::size_t i = 0; i < setUpShapeNames().size(); ++i)
    {
        const auto shape = static_cast<SceneSolid::Shape>(i);
        texts.addName(setUpShapeNames()[i], "shape");
        for (const Moves moves : waysToMove(shape))
        {
            SetUp one;
            one.solids.push_back(plainSolid(shape, moves, 1.0));
            addSetUp(texts, one, "shape " + std::string(setUpShapeNames()[i]));
        }
    }
    SetUp ropes;
    ropes.ropes.emplace_back();
    addSetUp(texts, ropes, "rope of a set-up");
}

void addExperiments(Texts& texts)
{
    for (const Experiment* experiment : allExperiments())
    {
        const std::string place = "experiment " + std::string(experiment->id);
        texts.add(experiment->title, place);
        texts.add(experiment->sentence, place);
        for (const Prediction& prediction : {experiment->discrete, experiment->textbook})
            for (const std::string_view text : {prediction.formula, prediction.source, prediction.tolerance})
                texts.add(text, place);
        for (const Stroke& stroke : experiment->sketch.strokes())
            texts.add(stroke.text, place);
    }
}

void addFigures(Texts& texts)
{
    for (const Figure& figure : figures())
        for (const Stroke& stroke : figure.strokes)
            texts.add(stroke.text, std::string(figure.file));
}

void addTables(Texts& texts)
{
    for (const ConstantPreset& preset : constantPresets())
    {
        texts.add(preset.label, "preset");
        texts.add(preset.sentence, "preset");
    }
    for (const auto& lines : {std::vector(rope::energyForms.begin(), rope::energyForms.end()),
                              std::vector(rope::energyLines.begin(), rope::energyLines.end()),
                              std::vector(rope::momentumLines.begin(), rope::momentumLines.end())})
        for (const rope::BookLine& line : lines)
            texts.add(line.sentence, "books");
    for (const std::string_view cause : rope::stepCauseNames)
        texts.add(cause, "cause of a limit");
    for (const rope::RopeMaterial& material : rope::ropeMaterials())
        texts.addName(material.name, "material");
    for (const std::string_view construction : rope::ropeConstructionNames)
        texts.addName(construction, "construction");
    rope::RopeAdvice advice;
    advice.breakingForce = 1.0;
    for (const AdvisedQuantity& row : advisedQuantities(advice))
    {
        texts.addName(row.name, "advice");
        texts.add(row.sentence, "advice");
    }
}

/// The set-ups of the documents, for a class.
void addExamples(Texts& texts)
{
    std::set<fs::path> files;
    for (const fs::directory_entry& file : fs::directory_iterator(fs::path(ROPEWALK_SOURCE_DIR) / "examples/lessons"))
        if (file.path().extension() == ".json")
            files.insert(file.path());
    for (const fs::path& file : files)
    {
        const std::unique_ptr<Scene> scene = openScene(file.string());
        addLesson(texts, *scene, file.filename().string());
    }
}

} // namespace

std::vector<ShownText> shownTexts()
{
    Texts texts;
    addList(texts);
    addThings(texts);
    addTables(texts);
    addExperiments(texts);
    addFigures(texts);
    addExamples(texts);
    return std::move(texts.texts);
}
