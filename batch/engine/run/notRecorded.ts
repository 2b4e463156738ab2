import type { RowFact } from '../journal/facts.js';
import type { Journal } from '../journal/journal.js';
import type { Message } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { WorkMessages } from './workMessages.js';

/**
 * Returns messages about facts that the journal could not store, the cause first. They report the
 * outcome of each row to a person, so that nothing is lost. Returns no messages if the journal
 * stored all facts.
 */
export function notRecorded(
  journal: Pick<Journal, 'unwritten'>,
  rows: readonly { readonly key: string; readonly number: number }[],
  { command, repeatable }: Pick<SheetOperation, 'command' | 'repeatable'>,
): readonly Message[] {
  const unwritten = journal.unwritten();
  if (unwritten === undefined) return [];
  // A repeated request leads to the same state, so the outcome is found again.
  if (repeatable) return [unwritten.error.said];
  const numbers = new Map(rows.map(({ key, number }) => [key, number]));
  const lost = new Map<string, Message>();
  for (const fact of unwritten.facts) {
    if (!('row' in fact)) continue;
    const became = toLostResult(fact);
    // The last fact counts: a refused row was released before.
    if (became !== undefined) {
      const row = numbers.get(fact.row);
      lost.set(fact.row, { code: 'rowNotRecorded', operation: command, row, became });
    }
  }
  return [unwritten.error.said, ...lost.values()];
}

/** Returns the outcome of a row that was sent; undefined if the next run finds it again. */
function toLostResult(fact: RowFact): WorkMessages['rowNotRecorded']['became'] | undefined {
  if (fact.fact === 'created' && fact.by === 'answer') {
    return { what: 'created', id: fact.assessmentId };
  }
  if (fact.fact === 'done' && fact.id !== undefined) return { what: 'done', id: fact.id };
  if (fact.fact === 'rejected') return { what: 'refused', reason: fact.message };
  if (fact.fact === 'released') return { what: 'notSent' };
  return undefined;
}
