import type { Command } from 'commander';
import { sanitize } from '../../../src/sanitized.js';
import { readRunConfig } from '../config/runConfig.js';
import { createTasks, type SheetTask } from '../config/sheetTasks.js';
import { type ExitCode, exitCodes, worstExitCode } from '../output/exitCodes.js';
import { wrapText } from '../output/lines.js';
import { logLine } from '../output/logLine.js';
import type { Terminal } from '../output/terminal.js';
import { Heartbeat } from '../unattended/heartbeat.js';
import { defaultConfig } from './configuredSheet.js';
import { collect } from './options.js';
import { createEndedStage } from './runStages.js';
import type { Session } from './session.js';

interface Flags {
  config: string;
  company?: readonly string[];
  dryRun?: boolean;
  json?: boolean;
}

export function addRun(command: Command, session: Session): void {
  command
    .argument('[files...]', 'only these sheets of the configuration')
    .option('--config <file>', 'configuration file', defaultConfig)
    .option('--company <name>', 'only the sheets of this company; repeatable', collect)
    .option('--dry-run', 'show the plan of each sheet; send and change nothing')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', help)
    .action(async (files: readonly string[], flags: Flags) => {
      session.setExitCode(await runAll(files, flags, session));
    });
}

async function runAll(
  files: readonly string[],
  { config: path, company: companies = [], dryRun = false, json = false }: Flags,
  session: Session,
): Promise<ExitCode> {
  const config = await readRunConfig(path);
  const addedArgs = [dryRun ? '--dry-run' : '--yes', ...(json ? ['--json'] : [])];
  const selection = { companies, files };
  const all = createTasks(config, selection, { config: path, now: new Date(), words: addedArgs });
  const output = json ? createJsonOutput(session.terminal) : createTextOutput(session.terminal);
  const configuredRun = new ConfiguredRun(session, output);
  // The heartbeat of the file reports that all sheets were run, so a dry run or a run of selected
  // sheets does not send it.
  const isWhole = companies.length + files.length === 0;
  const heartbeat = dryRun || !isWhole ? undefined : config.heartbeat;
  const exitCode = await configuredRun.runWithHeartbeat('rwa run', heartbeat, async () => {
    for (const { name, tasks, heartbeat: url } of all) {
      await configuredRun.runWithHeartbeat(`rwa run for ${name}`, dryRun ? undefined : url, () =>
        configuredRun.run(tasks),
      );
    }
  });
  output.end(configuredRun.ends, exitCode);
  return exitCode;
}

interface TaskEnd {
  readonly task: SheetTask;
  readonly exitCode?: ExitCode;
  readonly text: string;
}

class ConfiguredRun {
  readonly ends: TaskEnd[] = [];
  readonly #session: Session;
  readonly #output: Output;
  #isInterrupted = false;

  constructor(session: Session, output: Output) {
    this.#session = session;
    this.#output = output;
  }

  /**
   * Runs the tasks of one company. Skips the remaining tasks if the service refuses the token,
   * which they use too, but not after any other failure.
   */
  async run(tasks: readonly SheetTask[]): Promise<void> {
    let isTokenRefused = false;
    for (const task of tasks) {
      const reason = this.#isInterrupted
        ? 'the run was interrupted'
        : isTokenRefused
          ? 'the service refused the company token'
          : undefined;
      if (reason !== undefined) {
        this.ends.push({ task, text: `${formatTitle(task)} did not begin: ${reason}.` });
        continue;
      }
      this.#output.begin(task);
      const { exitCode, text, ...ended } = await this.#session.run(task.args);
      this.#recordInterruption();
      this.#isInterrupted ||= exitCode === exitCodes.interrupted;
      isTokenRefused = ended.isTokenRefused;
      this.ends.push({ task, exitCode, text: text === '' ? `${formatTitle(task)} ended.` : text });
    }
  }

  /** Resolves to the worst exit code of the tasks in `work`, or to 130 after an interruption. */
  async runWithHeartbeat(
    name: string,
    url: string | undefined,
    work: () => Promise<void>,
  ): Promise<ExitCode> {
    const { terminal, interruption } = this.#session;
    const heartbeat =
      url === undefined ? undefined : new Heartbeat(new URL(url), `${name} begins.`);
    const first = this.ends.length;
    await work();
    const ends = this.ends.slice(first);
    const codes = ends.flatMap(({ exitCode = [] }) => exitCode);
    const exitCode = this.#isInterrupted ? exitCodes.interrupted : worstExitCode(codes);
    if (heartbeat === undefined) return exitCode;
    const texts = ends.map((end) => `${end.task.company}: ${end.text}`);
    const text = [`${name} ended.`, ...texts].join(' ');
    const signal = interruption.begin(createEndedStage(exitCode));
    const problem = await heartbeat.end({ exitCode, text }, signal);
    this.#recordInterruption();
    if (problem !== undefined) logLine(terminal, problem);
    return exitCode;
  }

  #recordInterruption(): void {
    this.#isInterrupted ||= this.#session.interruption.isInterrupted;
  }
}

interface Output {
  begin(task: SheetTask): void;
  end(ends: readonly TaskEnd[], exitCode: ExitCode): void;
}

function createTextOutput(terminal: Terminal): Output {
  const { paint, width } = terminal;
  return {
    begin(task) {
      terminal.out(paint.out('bold', `\n${sanitize(`${task.company}: ${formatTitle(task)}`)}`));
    },
    end(ends) {
      const lines = ends.map(({ task, exitCode, text }) => {
        const line = `${String(exitCode ?? '-').padStart(5)}  ${sanitize(`${task.company}: ${text}`)}`;
        return wrapText(line, width, '       ');
      });
      terminal.out([paint.out('bold', '\nExit codes:'), ...lines].join('\n'));
    },
  };
}

function createJsonOutput(terminal: Terminal): Output {
  const print = (line: object) => {
    terminal.out(JSON.stringify(line));
  };
  return {
    begin({ company, command, file }) {
      print({ type: 'sheet', company, command, file });
    },
    end(ends, exitCode) {
      for (const { task, exitCode: code, text } of ends) {
        const { company, command, file } = task;
        print({ type: 'sheetEnd', company, command, file, exitCode: code, text });
      }
      print({ type: 'end', exitCode });
    },
  };
}

function formatTitle({ command, file }: SheetTask): string {
  return `rwa ${command} ${file}`;
}

const help = `
Runs rwa assess and rwa reassess for the sheets in rwa.config.json, one after
the other. docs/several-companies.md describes the file. No question is asked.
A sheet that fails does not stop the others; a refused token stops those of its
company. Repeat the command as often as you like: it assesses each row once, and
reassesses it once in each round.

The exit code is the first of these with which a sheet ended: 130, 1, 2, 5, 6,
4, 75, 3, 8, 7, 0.

Examples:
  rwa run                                 all sheets
  rwa run --dry-run                       only show what would be sent
  rwa run --company "Example Ltd"
  rwa run --config /etc/rwa/rwa.config.json /srv/hr/hires.xlsx`;
