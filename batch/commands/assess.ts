import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { BaseUrl } from '../../src/baseUrl.js';
import { commandLine } from '../output/commandLine.js';
import { exitCodes, type ExitCode, UsageError } from '../output/errors.js';
import { jsonLines, words } from '../output/listeners.js';
import { count, type Terminal } from '../output/terminal.js';
import { filesOf } from '../journal/files.js';
import { assessSheet } from '../run/assessSheet.js';
import type { Plan } from '../run/events.js';
import { Slots } from '../run/slots.js';
import { connect, readConnection } from '../service/connection.js';
import { withSandbox } from '../service/embeddedSandbox.js';
import { systemTiming } from '../service/timing.js';
import { intakeOptions } from './intakeOptions.js';
import { onInterrupt } from './interrupt.js';
import {
  addSheetOptions,
  fileArgument,
  type JournalOptions,
  journalFlags,
  sheetFlags,
  type SheetOptions,
  spacing,
  time,
  wholeNumber,
} from './options.js';
import type { Session } from './session.js';

interface AssessFlags extends SheetOptions, JournalOptions {
  baseUrl?: string;
  tokenFile?: string;
  output?: string;
  yes?: boolean;
  json?: boolean;
  concurrency: number;
  rate?: number;
  pollInterval: number;
  pollTimeout: number;
  requestTimeout: number;
  maxErrors: number;
  sendDuplicates?: boolean;
  retryRejected?: boolean;
  colourScale: boolean;
}

/** `rwa assess FILE`. */
export function addAssess(program: Command, session: Session): void {
  const command = program
    .command('assess')
    .description('create an assessment for every row, wait for the scores, write them back')
    .argument(...fileArgument)
    .option('--yes', 'do not ask')
    .option('--output <file>', 'write a copy there and leave the input alone')
    .option('--json', 'one JSON object a line on standard output')
    .option('--send-duplicates', 'send rows that are the same as another one too')
    .option('--retry-rejected', 'send rows again, unchanged, that the service rejected')
    .option('--no-colour-scale', 'no green, yellow and red behind the scores');
  addSheetOptions(command)
    .optionsGroup('Where it goes:')
    .option('--base-url <url>', 'the service (default: RWA_BASE_URL)')
    .option('--token-file <file>', 'file with the company token (default: RWA_TOKEN)')
    .option('--sandbox', 'rehearse with the built-in sandbox; its scores are invented')
    .option('--journal <file>', 'what was sent is kept here (default: beside the sheet)')
    .optionsGroup('How fast it goes:')
    .option('--concurrency <n>', 'requests at the same time', wholeNumber(1), 5)
    .option('--rate <n/s>', 'no more requests than, for example, 10/s or 100/m', spacing)
    .addOption(time('--poll-interval <time>', 'between two looks at a result', 2_000, '2s'))
    .addOption(time('--poll-timeout <time>', 'the longest wait for a result', 600_000, '10m'))
    .addOption(time('--request-timeout <time>', 'the longest wait for an answer', 30_000, '30s'))
    .option('--max-errors <n>', 'stop after so many failures in a row', wholeNumber(1), 10)
    .addHelpText('after', assessHelp)
    .action(async (input: string, flags: AssessFlags) => {
      session.end(
        flags.sandbox === true
          ? await withSandbox(filesOf(input, flags).sandboxData, (sandbox) =>
              assess(input, flags, session, sandbox, 'the embedded sandbox'),
            )
          : await assessReal(input, flags, session),
      );
    });
}

const assessHelp = `
The same command again goes on where the last one ended; no row is sent twice.

Examples:
  rwa assess hires.xlsx --sandbox            rehearse; writes hires.sandbox.xlsx
  rwa assess hires.xlsx                      the real thing, into the sheet itself
  rwa assess trips.csv --output scored.csv   leave trips.csv as it is`;

async function assessReal(input: string, flags: AssessFlags, session: Session) {
  const connection = await readConnection(flags);
  return assess(input, flags, session, connection, connection.baseUrl.url);
}

async function assess(
  input: string,
  flags: AssessFlags,
  { terminal, typed }: Session,
  connection: { baseUrl: BaseUrl; token: string },
  service: string,
): Promise<ExitCode> {
  const output = flags.output ?? (flags.sandbox === true ? rehearsalPath(input) : input);
  await refuseOutput(input, output, flags.sandbox === true);
  const slots = new Slots({ concurrency: flags.concurrency, spacingMs: flags.rate ?? 0 });
  const { client, looker, transport } = connect(connection, {
    requestTimeoutMs: flags.requestTimeout,
    connections: flags.concurrency,
    slots,
  });
  const commands = {
    again: commandLine(typed),
    check: commandLine(['check', input], sheetFlags(flags)),
    status: commandLine(['status', input], journalFlags(flags)),
    resolve: commandLine(['resolve', input], journalFlags(flags)),
  };
  let declined: ExitCode = exitCodes.usage;
  const interrupt = onInterrupt(terminal, commands.again);
  try {
    const summary = await assessSheet(
      {
        input,
        output,
        files: filesOf(input, flags),
        intake: await intakeOptions(flags),
        service,
        concurrency: flags.concurrency,
        spacingMs: flags.rate ?? 0,
        pollIntervalMs: flags.pollInterval,
        pollTimeoutMs: flags.pollTimeout,
        maxErrors: flags.maxErrors,
        sendDuplicates: flags.sendDuplicates === true,
        retryRejected: flags.retryRejected === true,
        colourScale: flags.colourScale,
      },
      {
        client,
        looker,
        slots,
        timing: systemTiming,
        signal: interrupt.signal,
        listen:
          flags.json === true
            ? jsonLines(terminal)
            : words(terminal, { ...commands, results: destination(input, output) }, commands),
        async confirm(plan) {
          const { signal } = interrupt;
          const answer = signal.aborted ? undefined : await confirm(plan, flags, terminal);
          if (answer === undefined) declined = exitCodes.interrupted;
          if (answer === true) interrupt.begin();
          else terminal.err('Nothing was sent.');
          return answer === true;
        },
      },
    );
    return summary?.exitCode ?? declined;
  } finally {
    interrupt.dispose();
    await transport.close();
  }
}

/** Whether to go on; undefined for Ctrl+C at the question. */
async function confirm(
  plan: Plan,
  flags: AssessFlags,
  terminal: Terminal,
): Promise<boolean | undefined> {
  if (flags.yes === true) return true;
  if (!terminal.interactive) {
    throw new UsageError('There is no terminal to ask on. Add --yes to go on. Nothing was sent.');
  }
  const fresh = plan.counts['Not sent'] + (flags.retryRejected === true ? plan.counts.Rejected : 0);
  const what = fresh > 0 ? `Assess ${count(fresh, 'row')}` : 'Fetch the results';
  const answer = await terminal.ask(terminal.paint.err('bold', `${what} now? [y/N] `));
  return answer === undefined ? undefined : /^y(es)?$/i.test(answer.trim());
}

function destination(input: string, output: string): string {
  if (resolve(input) === resolve(output)) return `into ${input} itself, after a backup beside it`;
  const replaced = existsSync(output) ? ', in place of what is there' : '';
  return `to ${output}${replaced}; ${input} stays as it is`;
}

/** Before anything is sent: results that could not be written afterwards help nobody. */
async function refuseOutput(input: string, output: string, rehearsal: boolean): Promise<void> {
  if (rehearsal && resolve(input) === resolve(output)) {
    throw new UsageError(
      'The scores of a rehearsal are invented and must not stand in the sheet itself. Choose another --output.',
    );
  }
  const [from, to] = [input, output].map((path) => extname(path).toLowerCase());
  const fits = to === from || (to === '.xlsx' && from !== '.xlsm') || !known.includes(from ?? '');
  if (!fits) {
    throw new UsageError(
      `The results of ${input} cannot be written as ${output}. Choose an --output that ends in ${from ?? ''}.`,
    );
  }
  if (resolve(input) === resolve(output)) return;
  await access(dirname(resolve(output)), constants.W_OK).catch(() => {
    throw new UsageError(
      `The folder of ${output} does not exist or cannot be written. Choose another --output.`,
    );
  });
}

// Other inputs are refused when they are opened, with what to do about them.
const known = ['.xlsx', '.xlsm', '.csv', '.tsv', '.txt'];

// The invented scores of a rehearsal must not end up in the sheet of the real cases.
function rehearsalPath(input: string): string {
  const extension = extname(input);
  return join(dirname(input), `${basename(input, extension)}.sandbox${extension}`);
}
