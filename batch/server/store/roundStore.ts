import { z } from 'zod/v4';
import { factSchema } from '../../engine/journal/facts.js';
import { type Round as JournalRound, noteRound } from '../../engine/journal/rounds.js';
import { linesIn } from '../../engine/journal/storedJournal.js';
import { rounded } from '../../engine/report/risks.js';
import { type Round, round as roundSchema } from '../api/shapes.js';
import { replacing, wordsOf } from './dialects.js';
import { appendsOfRounds } from './journalLines.js';
import type { Store } from './store.js';

/** At most this many cases are listed of a round. */
const mostChanges = 50;

/** The rounds of a sheet as they were recorded, the latest first. */
export function roundsOf({ db }: Store, sheet: string): Round[] {
  return db
    .prepare('SELECT * FROM round WHERE sheet = ? ORDER BY number DESC')
    .all(sheet)
    .map((found) => ({
      number: found.number as number,
      ...(found.name === null ? {} : { name: found.name as string }),
      startedAt: found.started_at as string,
      ...(found.ended_at === null ? {} : { endedAt: found.ended_at as string }),
      startedBy: found.started_by as string,
      assessed: found.assessed as number,
      risen: found.risen as number,
      fallen: found.fallen as number,
      same: found.same as number,
      changes: roundSchema.shape.changes.parse(JSON.parse(found.changes as string)),
    }));
}

/** Records what the latest round of a sheet has changed so far. To be called when a run has ended. */
export function recordRound(store: Store, sheet: string): void {
  const round = latestRound(store, sheet);
  if (round === undefined) return;
  store.db
    .prepare(
      replacing('round', 'sheet, number', [
        ...['sheet', 'number', 'name', 'started_at', 'ended_at', 'started_by'],
        ...['assessed', 'risen', 'fallen', 'same', 'changes'],
      ]),
    )
    .run(
      ...[sheet, round.number, round.name ?? null],
      ...[round.startedAt, round.endedAt ?? null, round.startedBy],
      ...[round.assessed, round.risen, round.fallen, round.same, JSON.stringify(round.changes)],
    );
}

/**
 * What the latest round has changed so far, from the rows: between the scores as they are shown, and of
 * the cases that it has assessed already, like the report's changes. Round 1 are the first assessments.
 * Undefined while nothing was started.
 */
export function latestRound(store: Store, sheet: string): Round | undefined {
  const { db } = store;
  const begun = journalRounds(store, sheet).at(-1) ?? firstRound(store, sheet);
  if (begun === undefined) return undefined;
  const { number, name, begunAt: startedAt, endedAt } = begun;
  const startedBy = db
    .prepare(
      `SELECT started_by FROM run WHERE sheet = ? AND started_at <= ? AND operation = ?
       ORDER BY started_at DESC LIMIT 1`,
    )
    .get(sheet, startedAt, number === 1 ? 'assess' : 'reassess');
  const counted = db
    .prepare(
      `SELECT count(*) AS assessed, ${numberOf('change_sort < 0')} AS risen,
        ${numberOf(`change_sort > 0 AND change_sort < ${unchanged}`)} AS fallen,
        ${numberOf('change_sort = 0')} AS same
       FROM row ${wordsOf(store).indexedBy('row_by_change')} WHERE ${ofRound(number)}`,
    )
    .get({ sheet, since: startedAt });
  return {
    ...{ number, startedAt, ...(name === undefined ? {} : { name }) },
    ...(endedAt === undefined ? {} : { endedAt }),
    startedBy: (startedBy?.started_by as string | undefined) ?? '',
    assessed: counted?.assessed as number,
    risen: counted?.risen as number,
    fallen: counted?.fallen as number,
    same: counted?.same as number,
    changes: changesIn(store, sheet, begun),
  };
}

/** Counts the rows that a condition is true for. */
function numberOf(condition: string): string {
  return `count(CASE WHEN ${condition} THEN 1 END)`;
}

/** What rowStore.ts has as the change of a row without one. */
const unchanged = 1000;

/** Rows that were assessed in a round; what is not finished has its scores from before. */
function ofRound(number: number): string {
  const before =
    number === 1 ? '' : 'AND (previous_overall IS NOT NULL OR previous_at IS NOT NULL)';
  return `sheet = $sheet AND status = 'Scored' AND coalesce(assessed_at, $since) >= $since ${before}`;
}

const greatestFirst = 'change_sort > 0, abs(change_sort) DESC, risk_sort, number';

/** The cases that have changed: the greatest rise first, and after all that rose the greatest fall. */
function changesIn(
  store: Store,
  sheet: string,
  { number, begunAt }: JournalRound,
): Round['changes'] {
  return store.db
    .prepare(
      `SELECT number, employee_id, destination, previous_overall, change_sort, risk_sort
       FROM row WHERE sheet = $sheet AND number IN (
         SELECT number FROM row ${wordsOf(store).indexedBy('row_by_change')}
         WHERE ${ofRound(number)} AND change_sort <> 0 AND change_sort < ${unchanged}
         ORDER BY ${greatestFirst} LIMIT ${mostChanges}
       ) ORDER BY ${greatestFirst}`,
    )
    .all({ sheet, since: begunAt })
    .map((found) => {
      const now = -(found.risk_sort as number);
      return {
        row: found.number as number,
        employeeId: found.employee_id as string,
        destination: found.destination as string,
        before: rounded(found.previous_overall as number),
        now,
        by: -(found.change_sort as number),
      };
    });
}

/** The rounds that the journal of a sheet has begun. Only their lines are read of it, by an index. */
function journalRounds(store: Store, sheet: string): readonly JournalRound[] {
  const rounds: JournalRound[] = [];
  for (const { lines } of appendsOfRounds(store, sheet)) {
    for (const { line, isComplete } of linesIn(Buffer.from(lines))) {
      if (!isComplete || !line.includes('"fact":"round')) continue;
      const { data } = factSchema.safeParse(JSON.parse(line.toString('utf8')));
      if (data?.fact === 'round' || data?.fact === 'round_ended')
        noteRound(rounds, data, new Map());
    }
  }
  return rounds;
}

/** The first assessments: from the start of the first run to the end of the latest one. */
function firstRound({ db }: Store, sheet: string): JournalRound | undefined {
  const found = db
    .prepare(
      `SELECT min(started_at) AS begun, max(ended_at) AS ended, ${numberOf('ended_at IS NULL')} AS open
       FROM run WHERE sheet = ? AND operation = 'assess'`,
    )
    .get(sheet);
  const times = z.object({ begun: z.string(), ended: z.string().nullable(), open: z.number() });
  const { data } = times.safeParse(found);
  if (data === undefined) return undefined;
  const isOver = data.open === 0 && data.ended !== null;
  return { number: 1, begunAt: data.begun, ...(isOver ? { endedAt: data.ended ?? '' } : {}) };
}
