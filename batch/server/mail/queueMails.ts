import { randomUUID } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import { z } from 'zod/v4';
import type { NoticeChoice } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import type { EndedRun } from '../runs/runStore.js';
import { scheduleName } from '../contract/scheduleName.js';
import type { RowChoice } from '../../engine/run/settleRow.js';
import type { ServiceFacts } from '../services.js';
import { readMailServer } from './mailSettings.js';

const count = z.int().nonnegative();

/**
 * The email contains counts and the name of the file, but no people, inputs or scores: readers may forward it, and mail
 * servers keep it.
 */
export const mailNotice = z.object({
  /** The name of the file. */
  name: z.string(),
  operation: z.enum(['assess', 'reassess', 'decide']),
  state: z.enum(['ended', 'stopped', 'failed']),
  isSandbox: z.boolean(),
  tookMs: z.number(),
  scored: count,
  pending: count,
  /** See {@link countRowsToReview}. */
  review: z.object({ rejected: count, review: count, blocked: count }),
  /** Sentences without values of the sheet. */
  messages: z.array(z.string()),
  because: z.enum(['began', 'scheduled', 'allEnds', 'allReviews']),
});
export type MailNotice = z.infer<typeof mailNotice>;

interface RunEndReport {
  readonly run: EndedRun;
  readonly service: ServiceFacts;
  /** ISO 8601 */
  readonly at: string;
}

/** Call this in the transaction that records that the end was reported, so that no member gets two emails. */
export async function queueMails(tx: Store, { run, service, at }: RunEndReport): Promise<void> {
  if ((await readMailServer(tx)) === undefined) return;
  const review = await countRowsToReview(tx, run);
  const { Scored: scored = 0, Pending: pending = 0 } = run.counts;
  const notice: Omit<MailNotice, 'because'> = {
    name: run.name,
    operation: run.operation,
    state: run.state,
    isSandbox: service.isSandbox,
    tookMs: Math.max(0, Date.parse(run.endedAt) - Date.parse(run.startedAt)),
    scored,
    pending,
    review,
    messages: [...run.messages],
  };
  const isScheduled = run.startedBy === scheduleName;
  const owner = isScheduled ? await findScheduler(tx, run.sheet) : run.startedBy;
  const mustReview = Object.values(review).some((rows) => rows > 0);
  const values = (await listAddressees(tx)).flatMap(({ id, ends_notice, review_notice }) => {
    const isWanted = (choice: NoticeChoice) =>
      choice === 'all' || (choice === 'own' && id === owner);
    const wantsEnd = isWanted(ends_notice);
    if (!wantsEnd && !(mustReview && isWanted(review_notice))) return [];
    const reasonOfOthers = wantsEnd ? 'allEnds' : 'allReviews';
    const because = id !== owner ? reasonOfOthers : isScheduled ? 'scheduled' : 'began';
    const facts: MailNotice = { ...notice, because };
    return {
      id: randomUUID(),
      sheet: run.sheet,
      member: id,
      notice: JSON.stringify(facts),
      created_at: at,
      due_at: at,
    };
  });
  if (values.length > 0) await tx.db.insertInto('mail').values(values).execute();
}

function listAddressees({ db }: Store) {
  return db
    .selectFrom('member')
    .select(['id', 'ends_notice', 'review_notice'])
    .where('left_at', 'is', null)
    .where('email', '<>', '')
    .execute();
}

async function findScheduler({ db }: Store, sheet: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('schedule')
    .select('set_by')
    .where('sheet', '=', sheet)
    .executeTakeFirst();
  return found?.set_by;
}

const hasChoice = (choice: RowChoice) => sql`choices LIKE ${`%${choice}%`}`;

/**
 * `review` counts the rows that "Needs review" lists: unconfirmed rows, and rows with a wrong ID. `blocked` counts the
 * rows that have valid inputs and are Invalid only because they need an answer.
 */
async function countRowsToReview(
  { db }: Store,
  { sheet, counts }: Pick<EndedRun, 'sheet' | 'counts'>,
): Promise<MailNotice['review']> {
  const rows = db
    .selectFrom('row')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('sheet', '=', sheet);
  const found = await db
    .selectFrom('sheet')
    .select([
      'unconfirmed',
      rows
        .where(sql<SqlBool>`status = 'Pending' AND ${hasChoice('correctId')}`)
        .as('with_wrong_id'),
      rows
        .where(
          sql<SqlBool>`status = 'Invalid' AND (${hasChoice('newRow')} OR ${hasChoice('settle')})`,
        )
        .as('blocked'),
    ])
    .where('sheet.id', '=', sheet)
    .executeTakeFirst();
  return {
    rejected: counts.Rejected ?? 0,
    review: (found?.unconfirmed ?? 0) + (found?.with_wrong_id ?? 0),
    blocked: found?.blocked ?? 0,
  };
}
