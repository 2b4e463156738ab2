import { Command, CommanderError } from 'commander';
import { addAssess } from './commands/assess.js';
import { addCheck } from './commands/check.js';
import { addResolve } from './commands/resolve.js';
import { addSandbox } from './commands/sandbox.js';
import { addStatus } from './commands/status.js';
import { JournalError } from './journal/journal.js';
import { type ExitCode, exitCodes, UsageError } from './output/errors.js';
import manifest from './package.json' with { type: 'json' };
import { processTerminal, type Terminal } from './output/terminal.js';
import { SheetError } from './sheets/sheet.js';

const exitCodeHelp = `
Exit codes: 0 all rows done, 2 usage, settings or unreadable input (nothing sent),
3 some rows invalid or refused, 4 some rows unconfirmed, 5 stopped early,
75 results still pending, 130 interrupted, 1 a bug in rwa.`;

/** Runs one command line and resolves to its exit code. */
export async function rwa(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  const end = (ended: ExitCode) => {
    code = ended;
  };
  const program = new Command('rwa')
    .description('Assess the compliance risk of remote hires and work trips, a sheet at a time.')
    .version(manifest.version, '--version')
    .showHelpAfterError('(rwa --help, or rwa COMMAND --help, lists what there is)')
    .addHelpText('after', exitCodeHelp)
    .exitOverride();
  for (const add of [addCheck, addAssess, addStatus, addResolve, addSandbox]) {
    add(program, terminal, end);
  }
  for (const command of program.commands) command.copyInheritedSettings(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
    if (error instanceof UsageError || error instanceof SheetError) {
      terminal.err(`rwa: ${error.message}`);
      return exitCodes.usage;
    }
    if (error instanceof JournalError) {
      terminal.err(`rwa: ${error.message}`);
      return exitCodes.stopped;
    }
    terminal.err(
      `rwa: this is a bug in rwa. What was sent is in the journal; run the same command again to go on.`,
    );
    terminal.err(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return exitCodes.bug;
  }
}

// Reading from a pipe that was closed (rwa check FILE | head) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(exitCodes.done);
});
process.exitCode = await rwa(process.argv.slice(2), processTerminal());
