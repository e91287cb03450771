#include "workbench.hpp"

#include "scenes/document/constants_text.hpp"
#include "scenes/hosts.hpp"
#include "scenes/set_up/verbs.hpp"

#include <rope/written_moment.hpp>

#include <stdexcept>
#include <utility>

// Constants, set-ups and undo.

namespace ropewalk
{

void Workbench::resize(int size)
{
    rope::Parameter& row = scene_->parameters().at(sizeParameterOf(*scene_)->name);
    row.setNumber(size);
    row.adoptDefault();
    sizeChosen_ = false;
    reset();
    startRecording(); // the default is another one
}

void Workbench::chooseSize(const SceneConstants& constants)
{
    const auto size = sizeParameterOf(*scene_);
    sizeChosen_ = size && constants.values.contains(size->name);
}

SceneConstants Workbench::constants() const
{
    SceneConstants constants = constantsOf(*scene_);
    if (sizeChosen_) // may be the scene's default, but the machine would choose another
    {
        const rope::Parameter& row = *scene_->parameters().find(sizeParameterOf(*scene_)->name);
        constants.values.insert_or_assign(row.name(), row.text());
    }
    return constants;
}

void Workbench::setParameter(const rope::Parameter& row, const rope::Parameter::Value& value, int gesture)
{
    settle();
    const auto index = static_cast<std::size_t>(&row - scene().parameters().rows().data());
    rope::Parameter& parameter = scene_->parameters().rows()[index];
    const rope::Parameter::Value before = parameter.value();
    const UndoList::Place old = place();
    changeUnlocked(*scene_, [&] { parameter.set(value); });
    if (value == before)
        return;
    try
    {
        scene_->validate();
    }
    catch (const std::invalid_argument&)
    {
        parameter.set(before);
        throw;
    }
    const auto size = sizeParameterOf(*scene_);
    sizeChosen_ |= size && size->name == row.name();
    takeIn(*scene_, old.constants);
    undo_.add({old, place(), gesture});
    const bool alone = !row.isChoice() && hostOf<SetUpHost>(*scene_) == nullptr;
    note(eventOf(InputEvent::Kind::set, row.name(), row.text()), alone);
    constantsChanged();
}

void Workbench::setParameter(std::string_view name, std::string_view text, int gesture)
{
    if (const rope::Parameter* row = scene_->parameters().find(name))
        return setParameter(*row, text, gesture);
    edit(gesture, eventOf(InputEvent::Kind::set, name, text), [&] { setConstant(*scene_, name, text); });
}

void Workbench::edit(std::optional<int> gesture, const InputEvent& event, const std::function<void()>& change)
{
    settle();
    const UndoList::Place old = place();
    changeUnlocked(*scene_, change);
    takeIn(*scene_, old.constants);
    undo_.add({old, place(), gesture});
    note(event);
    constantsChanged();
}

void Workbench::setPin(int mass, const std::optional<Vec3>& at, std::optional<int> gesture)
{
    InputEvent event = eventOf(at ? InputEvent::Kind::pin : InputEvent::Kind::unpin);
    event.counts[0] = mass;
    event.vector = at.value_or(Vec3(0.0));
    edit(gesture, event, [&] { ropewalk::setPin(*scene_, mass, at); });
}

void Workbench::setSolids(const OwnSolids& solids, std::optional<int> gesture)
{
    if (auto* host = hostOf<SolidHost>(*scene_))
        edit(gesture, eventOf(InputEvent::Kind::solids, {}, solidsText(solids)), [&] { host->setSolids(solids); });
}

void Workbench::setSetUp(const SetUpPtr& setUp, std::optional<int> gesture)
{
    if (auto* host = hostOf<SetUpHost>(*scene_))
        edit(gesture, eventOf(InputEvent::Kind::setUp, {}, setUpText(setUp)), [&] { host->setSetUp(setUp); });
}

void Workbench::perform(std::string_view verb, std::optional<int> gesture)
{
    auto* host = hostOf<SetUpHost>(*scene_);
    if (!host)
        return;
    const InputEvent event = eventOf(InputEvent::Kind::perform, {}, verb);
    if (parseVerb(verb).isEdit())
        return edit(gesture, event, [&] { host->perform(verb); });
    settle();
    const UndoList::Place old = place();
    const UndoList::Moment before = save();
    host->perform(verb);
    takeIn(*scene_, old.constants);
    note(event);
    undo_.add({old, place(), gesture, before, save(), scene_->time()});
    constantsChanged();
}

bool Workbench::beginHere()
{
    settle();
    const UndoList::Place old = place();
    if (!ropewalk::beginHere(*scene_))
        return false;
    undo_.add({old, place(), std::nullopt});
    note(eventOf(InputEvent::Kind::beginHere));
    memory_.put(scene_->info().id, constants());
    return true;
}

void Workbench::perform(const InputEvent& event)
{
    if (event.kind == InputEvent::Kind::reset)
        return reset();
    settle();
    const UndoList::Place old = place();
    ropewalk::perform(*scene_, event, {});
    note(event);
    if (place().constants != old.constants)
        undo_.add({old, place(), std::nullopt});
    constantsChanged();
}

void Workbench::constantsChanged()
{
    memory_.put(scene_->info().id, constants());
    history_.forgetAhead();
    ghost_.constantsChanged();
    const bool built = hostOf<SetUpHost>(*scene_) != nullptr;
    recorder_.recordAgain(*scene_);
    forgetDivergence();
    if (paused_ || built)
        mixer_.jump(*scene_); // theory and handles follow constants at once
}

void Workbench::goTo(const UndoList::Place& place)
{
    if (place.scene != scene_->info().id)
    {
        leave();
        memory_.put(place.scene, place.constants);
        return open(makeScene(place.scene));
    }
    const SceneConstants before = constantsOf(*scene_);
    changeUnlocked(*scene_, [&] { setConstants(*scene_, place.constants); });
    takeIn(*scene_, before);
    chooseSize(place.constants);
    SceneConstants said = place.constants;
    if (const auto size = sizeParameterOf(*scene_)) // its default depends on the machine
        said.values.insert_or_assign(std::string(size->name), scene_->parameters().at(size->name).text());
    note(eventOf(InputEvent::Kind::constants, {}, constantsText(said)));
    constantsChanged();
    if (ownBodiesOf(*scene_) == before.bodies && scene_->beginning() == before.beginning)
        return;
    reset();
    startRecording(); // no script says these
}

void Workbench::change(const SceneConstants& constants)
{
    settle();
    const UndoList::Place before = place();
    goTo({before.scene, constants});
    undo_.add({before, place(), std::nullopt});
}

void Workbench::restoreDefaults()
{
    change(SceneConstants(home_));
}

void Workbench::useValues(const PresetValues& wanted)
{
    change(withValues(constants(), wanted));
}

const LeftScene* Workbench::leftBefore() const
{
    const LeftScene* aside = memory_.aside(scene_->info().id);
    return aside && !lesson_ && aside->constants != constants() ? aside : nullptr;
}

void Workbench::restoreLeft()
{
    if (!leftBefore())
        return;
    change(SceneConstants(leftBefore()->constants));
    memory_.takeBack(scene_->info().id);
    reset();
}

void Workbench::undo()
{
    if (!undo_.last())
        return;
    settle();
    const UndoList::Change change = *undo_.last();
    leap(change, change.before, change.momentBefore);
    undo_.undo();
}

void Workbench::redo()
{
    if (!undo_.next())
        return;
    settle();
    const UndoList::Change change = *undo_.next();
    leap(change, change.after, change.momentAfter);
    undo_.redo();
}

/// The moment that is left stays in the past, so that one tick back brings it again.
void Workbench::leap(const UndoList::Change& change, const UndoList::Place& to, const UndoList::Moment& moment)
{
    const bool stays = change.before.scene == scene_->info().id;
    goTo(to);
    const bool known = moment && course_.nameOf(static_cast<const SavedMoment&>(*moment)); // not of another branch
    if (!known || !stays)
        return;
    history_.push(save(), scene_->massCount());
    goBack(*moment);
    notify();
}

} // namespace ropewalk
