import { Command, Option } from 'commander';
import type { SheetCommand } from '../../engine/sheetCommand.js';
import { operationWords } from '../operations/operations.js';
import { programDescription, programHelp } from './programHelp.js';
import type { Session } from './session.js';

interface ListedCommand {
  readonly description: string;
  readonly argument?: string;
  readonly load: () => Promise<(command: Command, session: Session) => void>;
}

/** Lists the commands in the order of `rwa --help`. */
export const commands: Readonly<Record<string, ListedCommand>> = {
  template: {
    description: 'create a workbook to fill in, with help, drop-downs and two example rows',
    argument: '[file]',
    load: async () => (await import('./template.js')).addTemplate,
  },
  check: {
    description: 'list every problem in the sheet; send nothing',
    load: async () => (await import('./check.js')).addCheck,
  },
  ...listSheetCommands(),
  run: {
    description: 'assess the sheets of a configuration file, for schedules',
    argument: '[files...]',
    load: async () => (await import('./run.js')).addRun,
  },
  status: {
    description: 'show the status of every row (offline)',
    load: async () => (await import('./status.js')).addStatus,
  },
  history: {
    description: 'list every assessment of every row, old and new (offline)',
    load: async () => (await import('./history.js')).addHistory,
  },
  log: {
    description: 'list what each run sent and each person decided (offline)',
    load: async () => (await import('./log.js')).addLog,
  },
  resolve: {
    description: 'resolve unconfirmed rows: sent, but without a usable answer',
    load: async () => (await import('./resolve.js')).addResolve,
  },
  report: {
    description: 'write an HTML report: how many rows, how risky, where, what changed',
    load: async () => (await import('./report.js')).addReport,
  },
  doctor: {
    description: 'check the settings, the service and the sheets; change nothing',
    argument: '[files...]',
    load: async () => (await import('./doctor.js')).addDoctor,
  },
  unlock: {
    description: 'show which run is using the sheet; remove the lock of one that was killed',
    load: async () => (await import('./unlock.js')).addUnlock,
  },
  forget: {
    description: "remove a person from the sheet's journal, backups and reports; send nothing",
    load: async () => (await import('./forget.js')).addForget,
  },
  serve: {
    description: 'start the web app, for one person or a team',
    argument: '',
    load: async () => (await import('./serve.js')).addServe,
  },
  worker: {
    description: 'work on runs that rwa serve has started, on many machines that share a Postgres',
    argument: '',
    load: async () => (await import('./worker.js')).addWorker,
  },
  mcp: {
    description: 'serve AI assistants and agents (Model Context Protocol)',
    argument: '',
    load: async () => (await import('./mcp.js')).addMcp,
  },
  sandbox: {
    description: 'run the service on this machine, with made-up scores, for trials and tests',
    argument: '',
    load: async () => (await import('./sandbox.js')).addSandbox,
  },
  completion: {
    description: 'print a script that completes commands, options and sheets in your shell',
    argument: '<shell>',
    load: async () => {
      const { addCompletion } = await import('./completion.js');
      return (command, session) => {
        addCompletion(command, session, () => loadProgram(session));
      };
    },
  },
};

/** Loads all commands, which takes longer than running most of them. */
export async function loadProgram(session: Session): Promise<Command> {
  const program = new Command('rwa').description(programDescription);
  for (const [name, { description, load }] of Object.entries(commands)) {
    (await load())(program.command(name).description(description), session);
  }
  return program
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', programHelp);
}

/** Loads only the typed command. */
export async function addCommands(
  program: Command,
  session: Session,
  args: readonly string[],
): Promise<void> {
  const typedCommand = findTypedCommand(args);
  for (const [name, { description, argument = '<file>', load }] of Object.entries(commands)) {
    if (name === typedCommand) {
      (await load())(program.command(name).description(description), session);
    } else {
      addToList(program.command(`${name} ${argument}`).description(description));
    }
  }
}

/**
 * Returns the command to run or to explain. `rwa` itself has no options with values, so no value
 * can precede the name.
 */
function findTypedCommand(args: readonly string[]): string | undefined {
  const [first, second] = args.filter((word) => !word.startsWith('-'));
  return first === 'help' ? second : first;
}

function addToList(command: Command): void {
  command
    // commander shows `[options]` in the list only for a command that has an option.
    .addOption(new Option('--options').hideHelp())
    .action(() => {
      throw new Error(`The command ${command.name()} was not loaded.`);
    });
}

function listSheetCommands(): Record<string, ListedCommand> {
  const ownLoaders: Partial<Record<SheetCommand, ListedCommand['load']>> = {
    assess: async () => (await import('./assess.js')).addAssess,
    reassess: async () => (await import('./reassess.js')).addReassess,
  };
  return Object.fromEntries(
    (Object.keys(operationWords) as SheetCommand[]).map((name) => [
      name,
      {
        description: operationWords[name].description,
        load: ownLoaders[name] ?? createSheetCommandLoader(name),
      },
    ]),
  );
}

function createSheetCommandLoader(name: SheetCommand): ListedCommand['load'] {
  return async () => {
    const { addSheetCommand } = await import('./sheetCommand.js');
    return (command, session) => {
      addSheetCommand(command, session, name);
    };
  };
}
