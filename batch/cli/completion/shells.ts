import type { ValueCompletion, CommandCompletion } from './commandTree.js';

export type Shell = 'bash' | 'zsh' | 'fish';

/** These scripts need no library, and do not start `rwa`. */
export const completionScripts: Readonly<
  Record<Shell, (commands: readonly CommandCompletion[]) => string>
> = { bash: createBashScript, zsh: createZshScript, fish: createFishScript };

/** The script works without the package bash-completion, and in bash 3.2, the version on macOS. */
function createBashScript(commands: readonly CommandCompletion[]): string {
  const paths = commands.map(({ path }) => path).filter((path) => path !== '');
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap(({ long, short, value }) =>
      value === undefined
        ? []
        : [`--${long}`, ...(short === undefined ? [] : [`-${short}`])].map((flag) => ({
            pattern: `${path} ${flag}`,
            command: completeBashValue(value),
          })),
    ),
  );
  const casesByCommand = Map.groupBy(values, ({ command }) => command);
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
      ${paths.map((path) => quoteForBash(path.includes(' ') ? path : ` ${path}`)).join(' | ')})
        command="\${command:+$command }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$command $previous" in
${[...casesByCommand].map(([command, cases]) => `    ${cases.map(({ pattern }) => quoteForBash(pattern)).join(' | ')}) ${command}; return ;;`).join('\n')}
  esac
  case "$command" in
${commands.map((command) => `    ${quoteForBash(command.path)}) ${completeBashArguments(command, commands)} ;;`).join('\n')}
  esac
}
complete -o filenames -F _rwa rwa
`;
}

function completeBashArguments(
  command: CommandCompletion,
  commands: readonly CommandCompletion[],
): string {
  const { options, argument } = command;
  const flags = options.map(({ long }) => `--${long}`).join(' ');
  const names = findSubcommands(command, commands).map(({ name }) => name);
  const other = [
    ...(names.length === 0 ? [] : [`_rwa_words '${names.join(' ')}'`]),
    ...(argument === undefined ? [] : [completeBashValue(argument)]),
  ];
  const otherwise = other.length === 0 ? ':' : other.join('; ');
  return `if [[ $word == -* ]]; then _rwa_words '${flags}'; else ${otherwise}; fi`;
}

function completeBashValue(value: ValueCompletion): string {
  if (value.kind === 'words') return `_rwa_words '${value.words.join(' ')}'`;
  if (value.kind === 'files') return ['_rwa_files', ...value.endings].join(' ');
  return value.kind === 'folders' ? '_rwa_found -d' : ':';
}

function quoteForBash(text: string): string {
  return `'${text}'`;
}

function createZshScript(commands: readonly CommandCompletion[]): string {
  const [rwa, ...others] = commands;
  const nested = others.filter(({ path }) => path.includes(' '));
  const flat = others.filter(({ path }) => !path.includes(' '));
  const list = flat.map(({ path, description }) =>
    quoteForZsh(`${path}:${description.replaceAll(':', String.raw`\:`)}`),
  );
  return `#compdef rwa
# Completes rwa in zsh. In ~/.zshrc, after compinit: source <(rwa completion zsh)
_rwa() {
  local context state state_descr line curcontext="$curcontext"
  typeset -A opt_args
  local -a commands=(${list.join(' ')})
  _arguments -C ${rwa === undefined ? '' : completeZshOptions(rwa)} '1: :->command' '*:: :->rest' && return
  case $state in
    command) _describe command commands ;;
    rest)
      case "$words[1] $words[2]" in
${nested.map((command) => `        ${quoteForZsh(command.path)}) shift words; (( CURRENT-- )); _arguments ${completeZshOptions(command)} ;;`).join('\n')}
${flat.map((command) => `        ${quoteForZsh(`${command.path} `)}*) _arguments ${completeZshOptions(command)} ${completeZshArgument(command, commands)} ;;`).join('\n')}
      esac ;;
  esac
}
if [ "$funcstack[1]" = _rwa ]; then _rwa "$@"; else compdef _rwa rwa; fi
`;
}

function completeZshOptions({ options }: CommandCompletion): string {
  return options
    .flatMap(({ long, short, description, value }) => {
      const end = `[${description.replaceAll(/[[\]:\\]/g, String.raw`\$&`)}]${value === undefined ? '' : `: :${completeZshValue(value)}`}`;
      return [`--${long}`, ...(short === undefined ? [] : [`-${short}`])].map((flag) =>
        // The asterisk lets an option be repeated.
        quoteForZsh(`*${flag}${end}`),
      );
    })
    .join(' ');
}

function completeZshArgument(
  command: CommandCompletion,
  commands: readonly CommandCompletion[],
): string {
  const names = findSubcommands(command, commands).map(({ name }) => name);
  const first = names.length === 0 ? [] : [quoteForZsh(`1: :(${names.join(' ')})`)];
  const { argument } = command;
  return [
    ...first,
    ...(argument === undefined ? [] : [quoteForZsh(`*: :${completeZshValue(argument)}`)]),
  ].join(' ');
}

function completeZshValue(value: ValueCompletion): string {
  if (value.kind === 'words') return `(${value.words.join(' ')})`;
  if (value.kind === 'folders') return '_files -/';
  if (value.kind === 'unknown') return ' ';
  const endings = value.endings.map((ending) => ending.slice(1)).join('|');
  return endings === '' ? '_files' : `_files -g "*.(${endings})"`;
}

/**
 * The script compares the whole path of the command, because its last word is not unique: there are
 * `status` and `serve status`.
 */
function createFishScript(commands: readonly CommandCompletion[]): string {
  const paths = commands.map(({ path }) => path).filter((path) => path !== '');
  const lines = commands.flatMap((command) => {
    const { path, options, argument } = command;
    const start = `complete -c rwa -n ${quoteForFish(`__rwa_is "${path}"`)}`;
    return [
      ...findSubcommands(command, commands).map(
        (each) => `${start} -a ${each.name} -d ${quoteForFish(each.description)}`,
      ),
      ...options.map(({ long, short, description, value }) => {
        const flags = `-l ${long}${short === undefined ? '' : ` -s ${short}`}`;
        const end = value === undefined ? '' : ` ${completeFishValue(value, '-r')}`;
        return `${start} ${flags}${end} -d ${quoteForFish(description)}`;
      }),
      ...(argument === undefined ? [] : [`${start} ${completeFishValue(argument, '')}`]),
    ];
  });
  return `# Completes rwa in fish. Save as ~/.config/fish/completions/rwa.fish
function __rwa_is
  set -l command ''
  for word in (commandline -opc)[2..-1]
    switch (string trim -- "$command $word")
      case ${paths.map((path) => quoteForFish(path)).join(' ')}
        set command (string trim -- "$command $word")
    end
  end
  test "$command" = "$argv[1]"
end
complete -c rwa -f
${lines.join('\n')}
`;
}

/** `required` is `-r` if a value must follow. */
function completeFishValue(value: ValueCompletion, required: '-r' | ''): string {
  if (value.kind === 'words')
    return `${required} -f -a ${quoteForFish(value.words.join(' '))}`.trim();
  if (value.kind === 'folders') return `${required} -f -a '(__fish_complete_directories)'`.trim();
  if (value.kind === 'unknown') return `${required} -f`.trim();
  return value.endings.length === 0
    ? `${required} -F`.trim()
    : `${required} -k -a '(__fish_complete_suffix ${value.endings.join(' ')})'`.trim();
}

function findSubcommands(
  { path }: CommandCompletion,
  commands: readonly CommandCompletion[],
): readonly { readonly name: string; readonly description: string }[] {
  const start = path === '' ? '' : `${path} `;
  return commands.flatMap((each) => {
    const name = each.path.startsWith(start) ? each.path.slice(start.length) : '';
    return name === '' || name.includes(' ') ? [] : [{ name, description: each.description }];
  });
}

function quoteForZsh(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function quoteForFish(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
