# Completion of ropewalk for bash. Scenes and constants are asked of the program, options of its --help.

_ropewalk()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local program=${COMP_WORDS[0]} command= scene=rope i
    local commands="list params run render sweep grade check advise card knot"
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case " $commands " in *" ${COMP_WORDS[i]} "*) [[ $command ]] || command=${COMP_WORDS[i]} ;; esac
    done
    local scenes
    scenes=$("$program" list 2>/dev/null | awk 'NR > 1 { print $1 }')
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case " ${scenes//$'\n'/ } " in *" ${COMP_WORDS[i]} "*) scene=${COMP_WORDS[i]} ;; esac
    done
    case $before in
        --input | --replay | --log | --screenshot | --output | --video | --merge | --lesson) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        --shaders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
        --language) mapfile -t COMPREPLY < <(compgen -W "en de" -- "$word"); return ;;
        --theme) mapfile -t COMPREPLY < <(compgen -W "light dark" -- "$word"); return ;;
        --format) mapfile -t COMPREPLY < <(compgen -W "$("$program" card --help | sed -n 's/.*The system: \(.*\) (default.*/\1/p' | tr -d ,)" -- "$word"); return ;;
        --statistic) mapfile -t COMPREPLY < <(compgen -W "last max min mean" -- "$word"); return ;;
        --set | --vary)
            compopt -o nospace
            mapfile -t COMPREPLY < <(compgen -S = -W "$("$program" params "$scene" 2>/dev/null | awk 'NR > 1 && /^[a-z_]+ / { print $1 }')" -- "$word")
            return ;;
    esac
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$program" $command --help 2>/dev/null | grep -oE -- '--[a-z-]+' | sort -u)" -- "$word")
        return
    fi
    if [[ $command == knot ]]; then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -X '!*.csv' -- "$word")
        return
    fi
    [[ $command ]] || scenes+=" $commands"
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -W "$scenes" -- "$word"; compgen -f -X '!*.json' -- "$word")
}
complete -F _ropewalk ropewalk
