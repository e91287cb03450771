#pragma once

#include "set_up_edits.hpp"

#include <string>
#include <string_view>
#include <vector>

// What scripts and Python say to a set-up: "hang fall 1.2 5".

namespace ropewalk
{

/// A verb with its arguments.
struct Verb
{
    enum class Kind
    {
        // edits of the set-up:
        hold,
        letGo,
        hang,
        tie,
        runOver,
        wind,
        newRope,
        remove,
        copy,
        move,
        pull,
        mirror,
        // events of a run:
        cut,
        join,
        drag,
        drop
    };
    Kind kind = Kind::drop;
    std::vector<Place> places;
    std::vector<Stop> stops;        ///< of a new rope or what a rope is to run over
    std::vector<std::string> names; ///< of things; the second of `run_over` says behind what
    /// The kilograms of `hang`, the speed of `wind`, the point of `move` and `drag`, the newtons of `pull`.
    std::vector<double> numbers;

    bool isEdit() const { return kind < Kind::cut; }
};

/// Reads "VERB ARGUMENTS". A place is NAME.first, NAME.last or NAME METRES of a rope, NAME.EYE or NAME X Y Z of a
/// solid. Throws std::invalid_argument with the form that the verb has.
///
///     hold PLACE                      let_go PLACE            hang PLACE KG        tie PLACE PLACE
///     run_over ROPE SOLID left|right  run_over ROPE RING      wind PLACE SPEED
///     new_rope STOP STOP ...          delete NAME             copy NAME            move SOLID X Y Z
///     pull ROPE NEWTON                mirror
///     cut PLACE                       join PLACE PLACE        drag PLACE X Y Z     drop
///
/// Behind run_over, `behind SOLID` or `behind first` says on which part of its path. A stop is X Y Z, NAME.EYE or NAME
/// X Y Z; on the way also SOLID left, SOLID right, or RING.
Verb parseVerb(std::string_view text);

/// The set-up that comes of an edit. Throws std::invalid_argument as the edits do.
SetUp applyEdit(const SetUp& setUp, const Verb& verb, const WhereIs& whereIs);

} // namespace ropewalk
