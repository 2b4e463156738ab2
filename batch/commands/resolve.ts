import type { Command } from 'commander';
import type { NewAssessment } from '../../src/assessment.js';
import { filesOf } from '../journal/files.js';
import { Journal } from '../journal/journal.js';
import { takeLock } from '../journal/lock.js';
import type { RowState } from '../journal/rowState.js';
import { type ExitCode, exitCodes, UsageError } from '../output/errors.js';
import { count, type Terminal } from '../output/terminal.js';
import { readStatus, type SheetStatus } from '../run/readStatus.js';
import {
  addJournalOptions,
  addSheetOptions,
  intakeOptions,
  type ServiceOptions,
  type SheetOptions,
} from './options.js';

interface ResolveFlags extends SheetOptions, ServiceOptions {
  row?: string;
  exists?: string;
  sendAgain?: boolean;
  json?: boolean;
}

/** A row whose create may have taken effect. */
interface UnconfirmedRow {
  readonly key: string;
  /** Missing when the row has left the sheet, or its inputs have changed. */
  readonly row?: number;
  readonly sentAt: string;
  readonly reason: string;
  readonly request?: NewAssessment;
}

/** `rwa resolve FILE`: a person says what became of rows whose answer was lost. */
export function addResolve(program: Command, terminal: Terminal, end: (code: ExitCode) => void) {
  const command = program
    .command('resolve')
    .description('settle rows that were sent and never answered')
    .argument('<file>', '.xlsx, .xlsm or .csv');
  addSheetOptions(command);
  addJournalOptions(command)
    .option('--row <row>', 'the row to settle: its number, or its key if it has left the sheet')
    .option('--exists <id>', 'with --row: it exists, and this is its Assessment ID')
    .option('--send-again', 'with --row: it does not exist; the next run sends it again')
    .option('--json', 'list as one JSON object a line')
    .action(async (path: string, flags: ResolveFlags) => {
      end(await resolveRows(path, flags, terminal));
    });
}

async function resolveRows(
  path: string,
  flags: ResolveFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  if (flags.row === undefined && (flags.exists !== undefined || flags.sendAgain === true)) {
    throw new UsageError('Say which row with --row. rwa resolve without flags lists them.');
  }
  if (flags.row !== undefined && (flags.exists === undefined) === (flags.sendAgain !== true)) {
    throw new UsageError('With --row, say either --exists ID or --send-again.');
  }
  const files = filesOf(path, flags);
  const status = await readStatus(path, files.journal, await intakeOptions(flags));
  const open = unconfirmedRows(status);
  if (flags.row !== undefined) {
    const key = keyOfRow(flags.row, open, status);
    await settle(path, flags, status, [[key, flags.exists]]);
    terminal.out(`Settled. Next: rwa assess ${path}`);
    return exitCodes.done;
  }
  if (flags.json === true) {
    for (const row of open) terminal.out(JSON.stringify({ type: 'unconfirmed', ...row }));
  } else if (open.length === 0) {
    terminal.out('No row is unconfirmed.');
  } else {
    for (const row of open) terminal.out(describe(row));
  }
  if (open.length === 0) return exitCodes.done;
  if (flags.json === true || !terminal.interactive) return exitCodes.unconfirmed;
  return askAll(path, flags, status, open, terminal);
}

async function askAll(
  path: string,
  flags: ResolveFlags,
  status: SheetStatus,
  open: readonly UnconfirmedRow[],
  terminal: Terminal,
): Promise<ExitCode> {
  terminal.err(
    `\n${count(open.length, 'row')} may or may not exist. Look each up in the service, then answer.`,
  );
  let left = open.length;
  for (const row of open) {
    const answer = await terminal.ask(
      `${nameOf(row)}: Assessment ID if it exists, "no" if it does not, Enter to leave it: `,
    );
    const text = answer.trim();
    if (text === '') continue;
    await settle(path, flags, status, [[row.key, /^no?$/i.test(text) ? undefined : text]]);
    left--;
  }
  terminal.out(left === 0 ? `All settled. Next: rwa assess ${path}` : `${left} left unconfirmed.`);
  return left === 0 ? exitCodes.done : exitCodes.unconfirmed;
}

function unconfirmedRows({ rows, states }: SheetStatus): UnconfirmedRow[] {
  const inSheet = new Map(rows.map(({ planned }) => [planned.key, planned]));
  return [...states].flatMap(([key, state]) => {
    if (!isUnconfirmed(state)) return [];
    const planned = inSheet.get(key);
    return {
      key,
      ...(planned === undefined ? {} : { row: planned.number }),
      sentAt: state.sentAt ?? state.at,
      reason: state.message ?? 'the run ended before the answer came',
      ...(planned?.body === undefined
        ? {}
        : { request: JSON.parse(planned.body) as NewAssessment }),
    };
  });
}

function isUnconfirmed({ state }: RowState): boolean {
  return state === 'Unconfirmed' || state === 'Sent';
}

function keyOfRow(
  wanted: string,
  open: readonly UnconfirmedRow[],
  { rows, states }: SheetStatus,
): string {
  const found = open.find(({ key, row }) => key === wanted || String(row) === wanted);
  if (found !== undefined) return found.key;
  // An id that a person mistyped can be corrected until the result is there.
  const key = rows.find(({ planned }) => String(planned.number) === wanted)?.planned.key ?? wanted;
  const state = states.get(key);
  if (state?.byPerson === true && state.state === 'Pending') return key;
  const list = open.map((row) => row.row ?? row.key).join(', ');
  throw new UsageError(
    `Row ${wanted} is not unconfirmed. ${list === '' ? 'No row is.' : `Unconfirmed are: ${list}.`}`,
  );
}

/** Writes what the person said into the journal; with an id it exists, without it is sent again. */
async function settle(
  path: string,
  flags: ResolveFlags,
  { service, states }: SheetStatus,
  answers: readonly (readonly [key: string, assessmentId: string | undefined])[],
): Promise<void> {
  for (const [key, assessmentId] of answers) {
    const taken = [...states].find(
      ([other, state]) => other !== key && state.assessmentId === assessmentId,
    );
    if (assessmentId !== undefined && taken !== undefined) {
      throw new UsageError(`The Assessment ID ${assessmentId} belongs to another row already.`);
    }
  }
  const files = filesOf(path, flags);
  const lock = await takeLock(files.lock, Date.now);
  try {
    const journal = await Journal.open(files.journal, service ?? '', Date.now);
    for (const [row, assessmentId] of answers) {
      const at = new Date().toISOString();
      journal.append(
        assessmentId === undefined
          ? { fact: 'send_again', row, at }
          : { fact: 'created', row, assessmentId, by: 'person', at },
      );
    }
    await journal.close();
  } finally {
    await lock.release();
  }
}

function nameOf({ row, key }: UnconfirmedRow): string {
  return row === undefined ? `Row ${key} (no longer in the sheet as it was sent)` : `Row ${row}`;
}

function describe(row: UnconfirmedRow): string {
  const sent = row.request;
  const what =
    sent === undefined
      ? ''
      : `\n  employee ${sent.employeeId}, ${sent.purpose}, ${sent.destination}, ${sent.startDate.slice(0, 10)} to ${sent.endDate.slice(0, 10)}`;
  return `${nameOf(row)}, sent ${row.sentAt}: ${row.reason}${what}`;
}
