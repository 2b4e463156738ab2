import type { Completed, CompletedCommand } from './commandTree.js';

/** The shells that {@link completionScripts} writes for. */
export type Shell = 'bash' | 'zsh' | 'fish';

/** Creates the script that makes a shell complete `rwa`, without a library and without starting `rwa`. */
export const completionScripts: Readonly<
  Record<Shell, (commands: readonly CompletedCommand[]) => string>
> = { bash: bashScript, zsh: zshScript, fish: fishScript };

// It needs no package bash-completion, and works in bash 3.2, which macOS has.
function bashScript(commands: readonly CompletedCommand[]): string {
  const paths = commands.map(({ path }) => path).filter((path) => path !== '');
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap(({ long, short, value }) =>
      value === undefined
        ? []
        : [`--${long}`, ...(short === undefined ? [] : [`-${short}`])].map((flag) => ({
            when: `${path} ${flag}`,
            then: bashValue(value),
          })),
    ),
  );
  const byValue = Map.groupBy(values, ({ then }) => then);
  return `# Completes rwa in bash. In ~/.bashrc: source <(rwa completion bash)
_rwa_words() { while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -W "$1" -- "$word"); }
_rwa_found() { while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$@" -- "$word"); }
_rwa_files() {
  local ending
  [ $# = 0 ] && _rwa_found -f && return
  _rwa_found -d
  for ending in "$@"; do _rwa_found -f -X "!*$ending"; done
}
_rwa() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command= line i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command \${COMP_WORDS[i]}" in
      ${paths.map((path) => bashPattern(path.includes(' ') ? path : ` ${path}`)).join(' | ')})
        command="\${command:+$command }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$command $previous" in
${[...byValue].map(([then, cases]) => `    ${cases.map(({ when }) => bashPattern(when)).join(' | ')}) ${then}; return ;;`).join('\n')}
  esac
  case "$command" in
${commands.map((command) => `    ${bashPattern(command.path)}) ${bashArguments(command, commands)} ;;`).join('\n')}
  esac
}
complete -o filenames -F _rwa rwa
`;
}

function bashArguments(command: CompletedCommand, commands: readonly CompletedCommand[]): string {
  const { options, argument } = command;
  const flags = options.map(({ long }) => `--${long}`).join(' ');
  const names = below(command, commands).map(({ name }) => name);
  const other = [
    ...(names.length === 0 ? [] : [`_rwa_words '${names.join(' ')}'`]),
    ...(argument === undefined ? [] : [bashValue(argument)]),
  ];
  const otherwise = other.length === 0 ? ':' : other.join('; ');
  return `if [[ $word == -* ]]; then _rwa_words '${flags}'; else ${otherwise}; fi`;
}

function bashValue(value: Completed): string {
  if (value.kind === 'words') return `_rwa_words '${value.words.join(' ')}'`;
  if (value.kind === 'files') return ['_rwa_files', ...value.endings].join(' ');
  return value.kind === 'folders' ? '_rwa_found -d' : ':';
}

function bashPattern(text: string): string {
  return `'${text}'`;
}

function zshScript(commands: readonly CompletedCommand[]): string {
  const [rwa, ...others] = commands;
  const nested = others.filter(({ path }) => path.includes(' '));
  const flat = others.filter(({ path }) => !path.includes(' '));
  const list = flat.map(({ path, description }) =>
    quoted(`${path}:${description.replaceAll(':', String.raw`\:`)}`),
  );
  return `#compdef rwa
# Completes rwa in zsh. In ~/.zshrc, after compinit: source <(rwa completion zsh)
_rwa() {
  local context state state_descr line curcontext="$curcontext"
  typeset -A opt_args
  local -a commands=(${list.join(' ')})
  _arguments -C ${rwa === undefined ? '' : zshOptions(rwa)} '1: :->command' '*:: :->rest' && return
  case $state in
    command) _describe command commands ;;
    rest)
      case "$words[1] $words[2]" in
${nested.map((command) => `        ${quoted(command.path)}) shift words; (( CURRENT-- )); _arguments ${zshOptions(command)} ;;`).join('\n')}
${flat.map((command) => `        ${quoted(`${command.path} `)}*) _arguments ${zshOptions(command)} ${zshArgument(command, commands)} ;;`).join('\n')}
      esac ;;
  esac
}
if [ "$funcstack[1]" = _rwa ]; then _rwa "$@"; else compdef _rwa rwa; fi
`;
}

function zshOptions({ options }: CompletedCommand): string {
  return options
    .flatMap(({ long, short, description, value }) => {
      const end = `[${description.replaceAll(/[[\]:\\]/g, String.raw`\$&`)}]${value === undefined ? '' : `: :${zshValue(value)}`}`;
      return [`--${long}`, ...(short === undefined ? [] : [`-${short}`])].map((flag) =>
        // An option may be repeated.
        quoted(`*${flag}${end}`),
      );
    })
    .join(' ');
}

function zshArgument(command: CompletedCommand, commands: readonly CompletedCommand[]): string {
  const names = below(command, commands).map(({ name }) => name);
  const first = names.length === 0 ? [] : [quoted(`1: :(${names.join(' ')})`)];
  const { argument } = command;
  return [...first, ...(argument === undefined ? [] : [quoted(`*: :${zshValue(argument)}`)])].join(
    ' ',
  );
}

function zshValue(value: Completed): string {
  if (value.kind === 'words') return `(${value.words.join(' ')})`;
  if (value.kind === 'folders') return '_files -/';
  if (value.kind === 'unknown') return ' ';
  const endings = value.endings.map((ending) => ending.slice(1)).join('|');
  return endings === '' ? '_files' : `_files -g "*.(${endings})"`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap((command) => {
    const { path, options, argument } = command;
    const name = path.split(' ').at(-1) ?? '';
    const when = path === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${name}`;
    const start = `complete -c rwa -n ${fishQuoted(when)}`;
    return [
      ...below(command, commands).map(
        (each) => `${start} -a ${each.name} -d ${fishQuoted(each.description)}`,
      ),
      ...options.map(({ long, short, description, value }) => {
        const flags = `-l ${long}${short === undefined ? '' : ` -s ${short}`}`;
        const end = value === undefined ? '' : ` ${fishValue(value, '-r')}`;
        return `${start} ${flags}${end} -d ${fishQuoted(description)}`;
      }),
      ...(argument === undefined ? [] : [`${start} ${fishValue(argument, '')}`]),
    ];
  });
  return `# Completes rwa in fish. Save as ~/.config/fish/completions/rwa.fish
complete -c rwa -f
${lines.join('\n')}
`;
}

/** `required` is the option for a value that must follow. */
function fishValue(value: Completed, required: '-r' | ''): string {
  if (value.kind === 'words')
    return `${required} -f -a ${fishQuoted(value.words.join(' '))}`.trim();
  if (value.kind === 'folders') return `${required} -f -a '(__fish_complete_directories)'`.trim();
  if (value.kind === 'unknown') return `${required} -f`.trim();
  return value.endings.length === 0
    ? `${required} -F`.trim()
    : `${required} -k -a '(__fish_complete_suffix ${value.endings.join(' ')})'`.trim();
}

/** Returns the commands directly below a command. */
function below(
  { path }: CompletedCommand,
  commands: readonly CompletedCommand[],
): readonly { readonly name: string; readonly description: string }[] {
  const start = path === '' ? '' : `${path} `;
  return commands.flatMap((each) => {
    const name = each.path.startsWith(start) ? each.path.slice(start.length) : '';
    return name === '' || name.includes(' ') ? [] : [{ name, description: each.description }];
  });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
