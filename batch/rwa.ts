import { Command, CommanderError } from 'commander';
import { sanitized } from '../src/sanitized.js';
import { addAssess } from './commands/assess.js';
import { addCheck } from './commands/check.js';
import { addDecide } from './commands/decide.js';
import { addHistory } from './commands/history.js';
import { addInvite } from './commands/invite.js';
import { addRemoveAccess } from './commands/removeAccess.js';
import { addReassess } from './commands/reassess.js';
import { addReport } from './commands/report.js';
import { addResolve } from './commands/resolve.js';
import { addSandbox } from './commands/sandbox.js';
import type { Session } from './commands/session.js';
import { Interruption } from './commands/interrupt.js';
import { addStatus } from './commands/status.js';
import { addTemplate } from './commands/template.js';
import { beginLog } from './commands/typedRun.js';
import { JournalError } from './journal/journalFile.js';
import { commandLine, withoutValuesOf } from './output/commandLine.js';
import { type ExitCode, exitCodes, ReaderGone, sentenceOf, UsageError } from './output/errors.js';
import { wrapped } from './output/lines.js';
import { LogError } from './output/logFile.js';
import { type RunLog, withLog } from './output/runLog.js';
import {
  type Sentence,
  sentence,
  value,
  ValuedSentence,
  whole,
  withoutValues,
} from './output/sentence.js';
import manifest from './package.json' with { type: 'json' };
import type { Terminal } from './output/terminal.js';
import { SheetError } from './sheets/sheet.js';
import { withoutNotices } from './unattended/options.js';

const help = `
To begin:
  rwa template hires.xlsx            make a workbook to fill in
  rwa check hires.xlsx               see what is wrong in it; nothing is sent
  rwa assess hires.xlsx --sandbox    rehearse, with invented scores
  rwa assess hires.xlsx              the real thing: needs RWA_BASE_URL and RWA_TOKEN

Exit codes:
  0    all rows are done
  2    usage, settings or unreadable input; nothing was sent
  3    finished; some rows are invalid, duplicates, rejected or removed
  4    finished; some rows are unconfirmed (see the command's last lines)
  5    stopped early; the same command goes on
  75   some results are still pending; the same command goes on
  130  interrupted
  1    a bug in rwa`;

/** Runs one command line and resolves to its exit code. `interruption` is heard by the caller. */
export async function rwa(
  args: readonly string[],
  screen: Terminal,
  interruption = new Interruption(screen),
): Promise<ExitCode> {
  const begun: { log?: RunLog | undefined } = {};
  const terminal = withLog(screen, () => begun.log);
  interruption.speakOn(terminal);
  let code: ExitCode = exitCodes.done;
  const session: Session = {
    terminal,
    interruption,
    typed: withoutNotices(args),
    end(ended) {
      code = ended;
    },
  };
  const program = programFor(session, args);
  const log = beginLog(program, args, screen);
  begun.log = log;
  let reason: Sentence | undefined;
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    reason = reasonOf(error);
    code = said(error, session);
  }
  log?.end(code, reason);
  return code;
}

/** Says why a command failed, and gives its exit code. */
function said(error: unknown, { terminal, typed, interruption }: Session): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  if (error instanceof ReaderGone) return exitCodes.done;
  if (error instanceof UsageError || error instanceof SheetError) {
    terminal.err(failure(terminal, sentenceOf(error)));
    return interruption.isInterrupted ? exitCodes.interrupted : exitCodes.usage;
  }
  if (error instanceof JournalError || error instanceof LogError) {
    terminal.err(failure(terminal, error.message));
    return exitCodes.stopped;
  }
  const again = commandLine(typed);
  const bug = 'This is a bug in rwa. What was sent is in the journal. Go on with\n  ';
  const goOn = new ValuedSentence(bug + again, bug + withoutValuesOf(again));
  terminal.err(failure(terminal, goOn));
  terminal.err(traceOf(error));
  return exitCodes.bug;
}

/** Why a run ended that failed, for the last line of its log. */
function reasonOf(error: unknown): Sentence {
  if (error instanceof CommanderError) return 'its command line cannot be used.';
  const isExpected = [UsageError, SheetError, JournalError, LogError].some(
    (kind) => error instanceof kind,
  );
  return isExpected ? sentenceOf(error) : 'a bug in rwa.';
}

/** The message on one line, whatever it quotes, and where it comes from. */
function traceOf(error: unknown): Sentence {
  const { stack = '' } = error instanceof Error ? error : {};
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  const { name } = error instanceof Error ? error : { name: 'Error' };
  const what = String(error).replace(`${name}: `, '');
  return sentence`${name}: ${value(sanitized(what))}\n${frames.join('\n')}`;
}

function programFor(session: Session, args: readonly string[]): Command {
  const { terminal } = session;
  const program = new Command('rwa')
    .description('Assess the compliance risk of remote hires and work trips, a sheet at a time.')
    .version(manifest.version, '--version', 'say which version this is')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', help)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        terminal.out(text.trimEnd());
      },
      writeErr: (text) => {
        terminal.err(text.trimEnd());
      },
      outputError: (text, write) => {
        write(whole(failure(terminal, commanderMessage(oneLineEach(text, args)))));
      },
    });
  const commands = [
    ...[addTemplate, addCheck, addAssess, addReassess, addDecide, addInvite, addRemoveAccess],
    ...[addStatus, addHistory, addResolve, addReport, addSandbox],
  ];
  for (const add of commands) add(program, session);
  for (const command of program.commands) {
    command.copyInheritedSettings(program).helpOption('-h, --help', 'show this help');
    command.showHelpAfterError(`(rwa ${command.name()} --help lists what there is)`);
  }
  return program.showHelpAfterError('(rwa --help lists what there is)');
}

function failure({ paint, width }: Terminal, message: Sentence): ValuedSentence {
  const shown = (text: string) => wrapped(paint.err('red', 'rwa: ') + text, width);
  return new ValuedSentence(shown(whole(message)), shown(withoutValues(message)));
}

/** What was typed makes no lines of its own in what commander says of it. */
function oneLineEach(text: string, args: readonly string[]): string {
  const odd = args.filter((word) => sanitized(word) !== word);
  return odd.reduce((told, word) => told.replaceAll(word, sanitized(word)), text);
}

// "error: unknown option '--yess'" as a sentence of ours.
function commanderMessage(text: string): string {
  const [first = '', ...rest] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  return [/[.?)]$/.test(sentence) ? sentence : `${sentence}.`, ...rest].join('\n');
}
