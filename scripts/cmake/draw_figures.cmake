# cmake -DFIGURES=path|path... -DOUT=file -P draw_figures.cmake: writes the plots that scripts/figures has drawn as the
# strokes of src/app/learning/figure.hpp.

string(REPLACE "|" ";" paths "${FIGURES}")
set(number "([0-9.]+)")
set(rows "")
foreach(path IN LISTS paths)
    get_filename_component(name "${path}" NAME)
    file(READ "${path}" svg)
    string(REGEX MATCH "width=\"${number}\" height=\"${number}\"" size "${svg}")
    string(REPLACE ";" "," svg "${svg}") # a list is cut there
    string(APPEND rows "        {\"${name}\", ${CMAKE_MATCH_1}, ${CMAKE_MATCH_2}, {\n")
    string(REGEX MATCHALL "<(line|rect|polyline|text) [^\n]*" elements "${svg}")
    foreach(element IN LISTS elements)
        if(element MATCHES "^<line x1=\"${number}\" x2=\"${number}\" y1=\"${number}\" y2=\"${number}\"")
            set(stroke "Kind::line, Ink::faint, {{${CMAKE_MATCH_1}, ${CMAKE_MATCH_3}}, {${CMAKE_MATCH_2}, ${CMAKE_MATCH_4}}}, 1.0, 0.25, {}")
        elseif(element MATCHES "^<rect x=\"${number}\" y=\"${number}\" width=\"${number}\" height=\"${number}\" class=\"frame\"")
            set(low "${CMAKE_MATCH_1}, ${CMAKE_MATCH_2}")
            set(right "${CMAKE_MATCH_1} + ${CMAKE_MATCH_3}")
            set(foot "${CMAKE_MATCH_2} + ${CMAKE_MATCH_4}")
            set(stroke "Kind::line, Ink::faint, {{${low}}, {${right}, ${CMAKE_MATCH_2}}, {${right}, ${foot}}, {${CMAKE_MATCH_1}, ${foot}}, {${low}}}, 1.0, 0.7, {}")
        elseif(element MATCHES "^<polyline points=\"([^\"]*)\".* stroke=\"([^\"]*)\" stroke-width=\"${number}\" stroke-opacity=\"${number}\"")
            set(look "${CMAKE_MATCH_3}, ${CMAKE_MATCH_4}")
            set(ink rope)
            if(CMAKE_MATCH_2 STREQUAL "#c8553d") # the article's rule
                set(ink other)
            endif()
            string(REGEX REPLACE "${number},${number}" "{\\1, \\2}," points "${CMAKE_MATCH_1}")
            set(stroke "Kind::line, Ink::${ink}, {${points}}, ${look}, {}")
        elseif(element MATCHES "^<text x=\"${number}\" y=\"${number}\"( text-anchor=\"([a-z]+)\")?( class=\"title\")?>([^<]*)<")
            set(anchor 0.0)
            if(CMAKE_MATCH_4 STREQUAL "middle")
                set(anchor 0.5)
            elseif(CMAKE_MATCH_4 STREQUAL "end")
                set(anchor 1.0)
            endif()
            set(stroke "Kind::words, Ink::support, {{${CMAKE_MATCH_1}, ${CMAKE_MATCH_2}}}, 13.0, 1.0, \"${CMAKE_MATCH_6}\", ${anchor}")
        elseif(element MATCHES "^<rect width=") # the white ground
            continue()
        else()
            message(FATAL_ERROR "${path}: an element that is not drawn: ${element}")
        endif()
        string(APPEND rows "            {${stroke}},\n")
    endforeach()
    string(APPEND rows "        }},\n")
endforeach()
file(WRITE "${OUT}" "// Generated.
#include \"app/learning/figure.hpp\"

const std::vector<ropewalk::Figure>& ropewalk::figures()
{
    using Ink = Stroke::Ink;
    using Kind = Stroke::Kind;
    static const std::vector<Figure> all{
${rows}    };
    return all;
}
")
