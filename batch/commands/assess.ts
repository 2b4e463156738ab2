import { basename, dirname, extname, join } from 'node:path';
import type { Command } from 'commander';
import type { BaseUrl } from '../../src/baseUrl.js';
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
import { onInterrupt } from './interrupt.js';
import {
  addJournalOptions,
  addSheetOptions,
  duration,
  intakeOptions,
  type ServiceOptions,
  type SheetOptions,
  spacing,
  wholeNumber,
} from './options.js';

interface AssessFlags extends SheetOptions, ServiceOptions {
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
export function addAssess(program: Command, terminal: Terminal, end: (code: ExitCode) => void) {
  const command = program
    .command('assess')
    .description('create an assessment for every row, wait for the scores, write them back')
    .argument('<file>', '.xlsx, .xlsm or .csv');
  addSheetOptions(command);
  addJournalOptions(command)
    .option('--base-url <url>', 'the service (default: RWA_BASE_URL)')
    .option('--token-file <file>', 'file with the company token (default: RWA_TOKEN)')
    .option('--output <file>', 'write a copy there and leave the input alone')
    .option('--yes', 'do not ask')
    .option('--json', 'one JSON object a line on standard output')
    .option('--concurrency <n>', 'requests at the same time', wholeNumber(1), 5)
    .option('--rate <n/s>', 'requests at the most, such as 10/s', spacing)
    .option('--poll-interval <time>', 'between two looks at a result', duration, 2_000)
    .option('--poll-timeout <time>', 'the longest wait for a result', duration, 600_000)
    .option('--request-timeout <time>', 'the longest wait for an answer', duration, 30_000)
    .option('--max-errors <n>', 'stop after so many failures in a row', wholeNumber(1), 10)
    .option('--send-duplicates', 'send rows that are the same as another one too')
    .option('--retry-rejected', 'send rows again that the service refused, unchanged')
    .option('--no-colour-scale', 'no green-yellow-red scale over the scores')
    .action(async (input: string, flags: AssessFlags) => {
      end(
        flags.sandbox === true
          ? await withSandbox(filesOf(input, flags).sandboxData, (sandbox) =>
              assess(input, flags, terminal, sandbox, 'the embedded sandbox'),
            )
          : await assessReal(input, flags, terminal),
      );
    });
}

async function assessReal(input: string, flags: AssessFlags, terminal: Terminal) {
  const connection = await readConnection(flags);
  return assess(input, flags, terminal, connection, connection.baseUrl.url);
}

async function assess(
  input: string,
  flags: AssessFlags,
  terminal: Terminal,
  connection: { baseUrl: BaseUrl; token: string },
  service: string,
): Promise<ExitCode> {
  const slots = new Slots({ concurrency: flags.concurrency, spacingMs: flags.rate ?? 0 });
  const { client, transport } = connect(connection, {
    requestTimeoutMs: flags.requestTimeout,
    connections: flags.concurrency,
    onExchange: (exchange, durationMs) => {
      slots.observe(exchange, durationMs);
    },
  });
  const interrupt = onInterrupt(terminal);
  try {
    const summary = await assessSheet(
      {
        input,
        output: flags.output ?? (flags.sandbox === true ? rehearsalPath(input) : input),
        files: filesOf(input, flags),
        intake: await intakeOptions(flags),
        service,
        concurrency: flags.concurrency,
        pollIntervalMs: flags.pollInterval,
        pollTimeoutMs: flags.pollTimeout,
        maxErrors: flags.maxErrors,
        sendDuplicates: flags.sendDuplicates === true,
        retryRejected: flags.retryRejected === true,
        colourScale: flags.colourScale,
      },
      {
        client,
        slots,
        timing: systemTiming,
        signal: interrupt.signal,
        listen: flags.json === true ? jsonLines(terminal) : words(terminal, input),
        confirm: (plan) => confirm(plan, flags, terminal),
      },
    );
    return summary?.exitCode ?? exitCodes.usage;
  } finally {
    interrupt.dispose();
    await transport.close();
  }
}

async function confirm(plan: Plan, flags: AssessFlags, terminal: Terminal): Promise<boolean> {
  if (flags.yes === true) return true;
  if (!terminal.interactive) {
    throw new UsageError('There is no terminal to ask on. Add --yes to go on. Nothing was sent.');
  }
  const fresh = plan.counts['Not sent'];
  const what = fresh > 0 ? `Assess ${count(fresh, 'row')}` : 'Fetch the results';
  const answer = await terminal.ask(`${what} now? [y/N] `);
  if (/^y(es)?$/i.test(answer.trim())) return true;
  terminal.err('Nothing was sent.');
  return false;
}

// The invented scores of a rehearsal must not end up in the sheet of the real cases.
function rehearsalPath(input: string): string {
  const extension = extname(input);
  return join(dirname(input), `${basename(input, extension)}.sandbox${extension}`);
}
