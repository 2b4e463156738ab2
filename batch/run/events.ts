import type { GroupedWarning } from '../intake/warnings.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { ExitCode } from '../output/errors.js';
import type { ReportData } from '../report/reportData.js';
import type { ResultColumns } from './resultColumns.js';
import type { RoundPlan } from './roundPlan.js';
import type { RowReport } from './rowReport.js';
import type { DoneStanding, Standing } from './standing.js';

/** What a run is about to do. */
export interface Plan {
  readonly command: SheetOperation['command'];
  readonly file: string;
  readonly sheet: string;
  readonly headerRow: number;
  readonly service: string;
  readonly rows: number;
  readonly counts: Counts;
  /** Whom the work is about, where that must be seen before it begins. */
  readonly people?: readonly { readonly row: number; readonly person: string }[];
  /** Of operations that are done in rounds. */
  readonly round?: RoundPlan;
  /** Where the results go; left out when there is nothing to do. */
  readonly resultColumns?: ResultColumns;
  /** Milliseconds; 0 when there is nothing to do. */
  readonly expectedMs: number;
  /** Made anew for each reader: all of them at once would fill the memory. */
  readonly reports: Iterable<RowReport>;
  readonly warnings: readonly GroupedWarning[];
  /** Sentences about the file: a guessed encoding, headings that nearly match. */
  readonly notes: readonly string[];
}

/** What a run came to. */
export interface Summary {
  readonly counts: Counts;
  readonly exitCode: ExitCode;
  readonly tookMs: number;
  /** Of operations that are done in rounds: its number. */
  readonly round?: number;
  /** The file with the results; not given when nothing had to be written. */
  readonly output?: string;
  readonly backup?: string | undefined;
  readonly journal: string;
  /** Rows that were sent, never answered, and are no longer in the sheet as they were sent. */
  readonly gone: number;
  /** Invalid rows whose inputs are right; `rwa status` says what they wait for. */
  readonly blocked: number;
  /** Why the run stopped early. */
  readonly stopped?: string | undefined;
  /** True when `--max-new` let nothing be sent. */
  readonly heldBack?: boolean;
  readonly interrupted: boolean;
  readonly notes: readonly string[];
}

/** A run tells what happens; progress bars, JSON lines and reports are its listeners. */
export type RunEvent =
  | { readonly type: 'plan'; readonly plan: Plan }
  /** Work begins, on so many rows. */
  | { readonly type: 'start'; readonly rows: number }
  /** A row's assessment exists (`done: false`), or the work on it has ended. */
  | { readonly type: 'progress'; readonly row: number; readonly done: boolean; status: Standing }
  | { readonly type: 'row'; readonly report: RowReport }
  /** `report` is of a run whose rows have scores, made when it is asked for. */
  | { readonly type: 'summary'; readonly summary: Summary; readonly report?: () => ReportData };

export type Listener = (event: RunEvent) => void;

/** How many rows stand where. Of the words for rows that are done, it has the operation's own. */
export type Counts = Readonly<
  Record<Exclude<Standing, DoneStanding>, number> & Partial<Record<DoneStanding, number>>
>;

export function countStandings(
  { done }: Pick<SheetOperation, 'done'>,
  reports: Iterable<{ status: Standing }>,
): Counts {
  const ours: Partial<Record<DoneStanding, number>> = { [done]: 0 };
  const rest = { Pending: 0, Unconfirmed: 0, Rejected: 0, Invalid: 0, Duplicate: 0, 'Not sent': 0 };
  const counts = { ...ours, ...rest };
  for (const { status } of reports) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
