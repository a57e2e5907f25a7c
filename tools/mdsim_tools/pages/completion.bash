# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Completion of mdsim(1) for bash; tables by tools/command-pages from what the program says of itself.

# TABLES
# _mdsim_of_kind KIND WORD : completions of a word that is a value of this kind, a line each.
_mdsim_of_kind() {
    local kind=$1 word=$2
    case $kind in
    INPUT)
        compgen -f -X '!*.toml' -- "$word"
        compgen -d -- "$word"
        ;;
    FILE) compgen -f -- "$word" ;;
    FOLDER) compgen -d -- "$word" ;;
    KEY) compgen -W "${_mdsim_described[*]}" -- "$word" ;;
    KEY=VALUE) _mdsim_assignment "$word" ;;
    [a-z]*) compgen -W "${kind//|/ }" -- "$word" ;;
    esac
}

# _mdsim_assignment WORD : section.key=, then the allowed values. In a list the number or name that
# stands there is kept; where there is none yet, 0 is offered.
_mdsim_assignment() {
    local word=$1 name key REPLY
    if [[ $word == *=* ]]; then
        name=${word%%=*}
        compgen -P "$name=" -W "$(_mdsim_key_words "$name")" -- "${word#*=}"
        return
    fi
    for key in "${_mdsim_keys[@]}"; do
        _mdsim_numbered "$key" "$word"
        [[ $REPLY != "$word"* ]] || echo "$REPLY="
    done
}

# _mdsim_numbered KEY WORD : sets REPLY to the key with each star replaced by what the word has there,
# once a dot follows it, or by 0.
_mdsim_numbered() {
    local key has dots=${2//[^.]/} part k=0
    IFS=. read -ra key <<<"$1"
    IFS=. read -ra has <<<"$2"
    REPLY=''
    for part in "${key[@]}"; do
        if [ "$part" = '*' ]; then
            part=0
            [ ${#dots} -le $k ] || part=${has[k]}
        fi
        REPLY+=${REPLY:+.}$part
        k=$((k + 1))
    done
}

# Bash splits words at the sign "=", too: here they are whole again. Sets `words`, without the first.
_mdsim_whole_words() {
    local word
    words=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [ ${#words[@]} -gt 0 ] && { [ "$word" = = ] || [[ ${words[-1]} == *= && -n $word ]]; }; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
    done
}

_mdsim() {
    local words word command='' previous='' kind operands=0
    _mdsim_whole_words
    local current=${words[-1]}
    for word in "${words[@]:0:${#words[@]}-1}"; do
        if [ -n "$(_mdsim_values "$command $previous")" ]; then
            previous='' # this word is the value of the one before
            continue
        fi
        previous=$word
        if [[ $word == -* ]]; then continue; fi
        if [ -z "$command" ] && [[ " ${_mdsim_commands[*]} " == *" $word "* ]]; then
            command=$word
        else
            operands=$((operands + 1))
        fi
    done
    local offered=()
    kind=$(_mdsim_values "$command $previous")
    if [ -n "$kind" ]; then
        mapfile -t offered < <(_mdsim_of_kind "$kind" "$current")
    elif [[ $current == --*=* && -n "$(_mdsim_values "$command ${current%%=*}")" ]]; then
        kind=$(_mdsim_values "$command ${current%%=*}")
        mapfile -t offered < <(_mdsim_of_kind "$kind" "${current#*=}" | sed "s/^/${current%%=*}=/")
    elif [[ $current == -* ]]; then
        mapfile -t offered < <(compgen -W "$(_mdsim_options "$command")" -- "$current")
    else
        local kinds
        read -ra kinds <<<"$(_mdsim_operands "$command")"
        [ "${#kinds[@]}" -gt 0 ] || kinds=(FILE) # a command of the Python package
        kind=${kinds[operands]:-${kinds[-1]}}
        mapfile -t offered < <(_mdsim_of_kind "$kind" "$current")
        if [ -z "$command" ] && [ "$operands" -eq 0 ]; then
            mapfile -t -O "${#offered[@]}" offered < <(compgen -W "${_mdsim_commands[*]}" -- "$current")
        fi
    fi
    _mdsim_reply "$kind" "${offered[@]}"
}

# Hands the words to bash, which wants of them what lies behind the last "=" where it splits there.
_mdsim_reply() {
    local kind=$1 before=''
    shift
    COMPREPLY=("$@")
    if [[ ${words[-1]} == *=* && $COMP_WORDBREAKS == *=* ]]; then
        before=${words[-1]%=*}=
        COMPREPLY=("${COMPREPLY[@]#"$before"}")
    fi
    case $kind in
    INPUT | FILE | FOLDER) compopt -o filenames 2>/dev/null ;;
    KEY=VALUE) [[ ${words[-1]} == *=* ]] || compopt -o nospace 2>/dev/null ;;
    esac
    return 0
}

complete -F _mdsim mdsim
