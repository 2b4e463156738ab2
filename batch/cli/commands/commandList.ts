import { type Command, Option } from 'commander';
import { type CommandName, descriptions } from './descriptions.js';
import type { Session } from './session.js';

type AddCommand = (program: Command, session: Session) => void;

/** Loads the module of a command. */
const load: Readonly<Record<CommandName, () => Promise<AddCommand>>> = {
  template: async () => (await import('./template.js')).addTemplate,
  check: async () => (await import('./check.js')).addCheck,
  assess: async () => (await import('./assess.js')).addAssess,
  reassess: async () => (await import('./reassess.js')).addReassess,
  decide: async () => (await import('./decide.js')).addDecide,
  invite: async () => (await import('./invite.js')).addInvite,
  'remove-access': async () => (await import('./removeAccess.js')).addRemoveAccess,
  status: async () => (await import('./status.js')).addStatus,
  history: async () => (await import('./history.js')).addHistory,
  resolve: async () => (await import('./resolve.js')).addResolve,
  report: async () => (await import('./report.js')).addReport,
  forget: async () => (await import('./forget.js')).addForget,
  sandbox: async () => (await import('./sandbox.js')).addSandbox,
};

/** The argument that the list of commands shows; `<file>` for all others. */
const shownArgument: Readonly<Partial<Record<CommandName, string>>> = {
  template: '[file]',
  sandbox: '',
};

const names = Object.keys(load) as CommandName[];

/**
 * Adds all commands in the order of the list. Only the typed one is loaded, since loading all takes
 * longer than running most of them; the others have just their line in the list.
 */
export async function addCommands(
  program: Command,
  session: Session,
  args: readonly string[],
): Promise<void> {
  const typed = typedCommand(args);
  for (const name of names) {
    if (name === typed) (await load[name]())(program, session);
    else addToList(program, name);
  }
}

/** The command that commander will run: `rwa` itself has no options that take a value. */
function typedCommand(args: readonly string[]): string | undefined {
  const [first, second] = args.filter((word) => !word.startsWith('-'));
  return first === 'help' ? second : first;
}

function addToList(program: Command, name: CommandName): void {
  const { [name]: argument = '<file>' } = shownArgument;
  program
    .command(`${name} ${argument}`)
    .description(descriptions[name])
    // The list says that it has options.
    .addOption(new Option('--options').hideHelp())
    .action(() => {
      throw new Error(`The command ${name} was not loaded.`);
    });
}
