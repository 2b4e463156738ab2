import { sanitize } from '../../../src/sanitized.js';
import { formatNumber, formatTimeSpan } from '../../wording/words.js';
import type { ServiceFacts } from '../services.js';
import type { EndedRun } from './runStore.js';
import { scheduleName } from '../contract/scheduleName.js';

/** Contains no names of people, inputs or quoted values: some readers of a notice have no access to the sheet. */
export interface ServerNotice {
  readonly type: 'summary';
  readonly command: EndedRun['operation'];
  readonly file: string;
  readonly sheet: string;
  readonly run: string;
  readonly service: string;
  readonly sandboxRun: boolean;
  readonly state: EndedRun['state'];
  readonly bySchedule: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly rows: number;
  readonly done: number;
  readonly notes: readonly string[];
  readonly tookMs: number;
  /** ISO 8601, UTC. */
  readonly finishedAt: string;
  /** Chat services show this field. */
  readonly text: string;
}

export function createNotice(run: EndedRun, service: ServiceFacts): ServerNotice {
  const { operation, name, sheet, id, state, counts, rows, done, messages, startedAt, endedAt } =
    run;
  const tookMs = Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
  return {
    type: 'summary',
    command: operation,
    file: name,
    sheet,
    run: id,
    service: service.name,
    sandboxRun: service.isSandbox,
    state,
    bySchedule: run.startedBy === scheduleName,
    counts,
    rows,
    done,
    notes: messages,
    tookMs,
    finishedAt: endedAt,
    text: sanitize(
      [
        `${name}${service.isSandbox ? ' (sandbox run)' : ''}: the ${operationNouns[operation]} ${endVerbs[state]} after ${formatTimeSpan(tookMs)}${formatCounts(counts)}.`,
        ...messages,
      ].join(' '),
    ),
  };
}

const operationNouns: Readonly<Record<EndedRun['operation'], string>> = {
  assess: 'assessment',
  reassess: 'reassessment',
  decide: 'recording of decisions',
};

const endVerbs: Readonly<Record<EndedRun['state'], string>> = {
  ended: 'finished',
  stopped: 'was stopped',
  failed: 'failed',
};

function formatCounts(counts: EndedRun['counts']): string {
  const parts = Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([status, number]) => `${formatNumber(number)} ${status.toLowerCase()}`);
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}
