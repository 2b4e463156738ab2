import { setImmediate as nextTurn } from 'node:timers/promises';
import { Command, CommanderError } from 'commander';
import { sanitize } from '../src/sanitized.js';
import { addCommands } from './cli/commands/commandList.js';
import type { CommandEnd, Session } from './cli/commands/session.js';
import { refuseEmptyOptions } from './cli/commands/emptyOptions.js';
import { atWork, Interruption, loading } from './cli/commands/interrupt.js';
import { programDescription, programHelp } from './cli/commands/programHelp.js';
import { beginLog } from './cli/commands/typedRun.js';
import { commandLine } from './cli/output/commandLine.js';
import { type ExitCode, exitCodes } from './cli/output/exitCodes.js';
import { adviseCommand, toFailure, withoutSecrets } from './cli/output/failure.js';
import { wrapText } from './cli/output/lines.js';
import { type RunLog, withLog } from './cli/output/runLog.js';
import { type Sentence, ValuedSentence, showValues, omitValues } from './wording/sentence.js';
import manifest from './package.json' with { type: 'json' };
import type { Terminal } from './cli/output/terminal.js';
import { findSecrets, removeSecretOptions } from './cli/unattended/secretOptions.js';
import type { RunEnding } from './cli/unattended/unattendedRun.js';

/** The caller listens for signals with `interruption`. */
export async function rwa(
  args: readonly string[],
  screen: Terminal,
  interruption = new Interruption(screen),
): Promise<ExitCode> {
  return (await runCommandLine(args, screen, interruption)).exitCode;
}

async function runCommandLine(
  args: readonly string[],
  screen: Terminal,
  interruption: Interruption,
): Promise<CommandEnd> {
  const logHolder: { log?: RunLog | undefined } = {};
  const terminal = withLog(screen, () => logHolder.log);
  interruption.setTerminal(terminal);
  let code: ExitCode = exitCodes.done;
  let ending: RunEnding | undefined;
  const session: Session = {
    terminal,
    interruption,
    typed: removeSecretOptions(args),
    fail: (error) => {
      const failure = toFailure(
        error,
        adviseCommand(commandLine(session.typed)),
        findSecrets(args),
      );
      const { exitCode, message, trace } = failure;
      if (message !== undefined) terminal.err(formatFailure(terminal, message));
      if (trace !== undefined) terminal.err(trace);
      if (!interruption.isInterrupted || exitCode === exitCodes.bug) return failure;
      return { ...failure, exitCode: exitCodes.interrupted };
    },
    async run(words) {
      const end = await runCommandLine(words, screen, interruption);
      interruption.setTerminal(terminal);
      return end;
    },
    setEnding(newEnding) {
      ending = newEnding;
    },
    setExitCode(newCode) {
      code = newCode;
    },
  };
  interruption.reword(loading);
  const program = await createProgram(session, args);
  interruption.reword(atWork);
  const log = await beginLog(program, args, screen);
  logHolder.log = log;
  let reason: Sentence | undefined;
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      code = error.exitCode === 0 ? code : exitCodes.usage;
      reason = code === exitCodes.usage ? 'invalid command line.' : undefined;
    } else {
      const failed = session.fail(error);
      code = failed.exitCode;
      reason = code === exitCodes.bug ? 'a bug in rwa.' : failed.message;
    }
  }
  code = await reportLostOutput(code, terminal);
  log?.end(code, reason);
  const defaultEnding = { text: omitValues(reason ?? ''), isTokenRefused: false };
  return { exitCode: code, ...(ending ?? defaultEnding) };
}

async function reportLostOutput(code: ExitCode, terminal: Terminal): Promise<ExitCode> {
  // Wait for errors from writing to the terminal, which are emitted a little later.
  await nextTurn();
  const moreSevere: readonly ExitCode[] = [exitCodes.interrupted, exitCodes.bug, exitCodes.stopped];
  if (terminal.lost === undefined || moreSevere.includes(code)) return code;
  terminal.err(formatFailure(terminal, terminal.lost));
  return exitCodes.stopped;
}

async function createProgram(session: Session, args: readonly string[]): Promise<Command> {
  const { terminal } = session;
  const program = new Command('rwa')
    .description(programDescription)
    .version(manifest.version, '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', programHelp)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        terminal.out(text.trimEnd());
      },
      writeErr: (text) => {
        terminal.err(text.trimEnd());
      },
      outputError: (text, write) => {
        write(
          showValues(
            formatFailure(
              terminal,
              formatCommanderMessage(removeTypedValues(escapeTypedWords(text, args), args)),
            ),
          ),
        );
      },
    });
  await addCommands(program, session, args);
  program.hook('preAction', (_, command) => {
    refuseEmptyOptions(command);
  });
  for (const command of program.commands) {
    command.copyInheritedSettings(program).helpOption('-h, --help', 'show this help');
    command.showHelpAfterError(`(rwa ${command.name()} --help lists the options)`);
  }
  return program.showHelpAfterError('(rwa --help lists the commands)');
}

function formatFailure({ paint, width }: Terminal, message: Sentence): ValuedSentence {
  const toLine = (text: string) => wrapText(paint.err('red', 'rwa: ') + text, width);
  return new ValuedSentence(toLine(showValues(message)), toLine(omitValues(message)));
}

function escapeTypedWords(text: string, args: readonly string[]): string {
  const unsafe = args.filter((word) => sanitize(word) !== word);
  return unsafe.reduce((escapedText, word) => escapedText.replaceAll(word, sanitize(word)), text);
}

/** An unknown word may be the secret URL of a webhook or a database. */
function removeTypedValues(text: string, args: readonly string[]): string {
  const withoutOptionValues = args
    .filter((word) => /^--[^=]+=/.test(word))
    .reduce((shown, word) => shown.replaceAll(word, word.slice(0, word.indexOf('='))), text);
  const withHostsOnly = withoutOptionValues
    .replaceAll(/(https?:\/\/)[^\s/'"]*@/gi, '$1')
    .replaceAll(/(https?:\/\/[^\s/?#'"]+)[/?#][^\s'"]*/gi, '$1/...');
  const withoutDatabases = withHostsOnly.replaceAll(/(postgres(?:ql)?:\/\/)[^\s']+/gi, '$1...');
  return withoutSecrets(withoutDatabases, findSecrets(args));
}

/** Turns a message such as "error: unknown option '--yess'" into a sentence. */
function formatCommanderMessage(text: string): string {
  const [first = '', ...rest] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  return [/[.?)]$/.test(sentence) ? sentence : `${sentence}.`, ...rest].join('\n');
}
