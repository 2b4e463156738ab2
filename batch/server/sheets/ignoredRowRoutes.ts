import { ignoreRows, sheet } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { type Route, route } from '../http/route.js';
import { RefusalError } from '../refusalError.js';
import { addIgnoredRows, removeIgnoredRow } from './ignoredRowStore.js';
import { requireStoredSheet } from './liveSheet.js';
import { changeAndRead } from './matchRoutes.js';
import { canBeIgnored } from './problemStore.js';

const ignore = route({
  method: 'POST',
  path: '/api/sheets/:id/ignored-rows',
  requires: 'edit',
  topic: 'Check',
  summary:
    'Ignore rows with problems, such as totals: they are not sent, and nothing is written beside them',
  body: ignoreRows,
  response: sheet,
  async handle({ params, body, caller }, services) {
    const { id } = await requireStoredSheet(services, params.id ?? '');
    const rows = [...new Set(body.rows)];
    const digests = await services.work.digests(id, rows);
    const decision = { by: caller.memberId, at: new Date(services.now()).toISOString() };
    const action = { code: 'rowsIgnored', rows: rows.length } as const;
    return changeAndRead(services, { sheet: id, caller, action }, async (tx) => {
      await assertIgnorable(tx, id, rows);
      await addIgnoredRows(tx, id, digests, decision);
    });
  },
});

const undo = route({
  method: 'DELETE',
  path: '/api/sheets/:id/ignored-rows/:row',
  requires: 'edit',
  topic: 'Check',
  summary: 'Read an ignored row again',
  response: sheet,
  handle({ params, caller }, services) {
    const id = params.id ?? '';
    const action = { code: 'ignoringUndone' } as const;
    const row = /^\d{1,9}$/.test(params.row ?? '') ? Number(params.row) : 0;
    return changeAndRead(services, { sheet: id, caller, action }, async (tx) => {
      if (await removeIgnoredRow(tx, id, row)) return;
      throw new RefusalError('not_found', (t) => t(($) => $.sheets.notIgnored));
    });
  },
});

async function assertIgnorable({ db }: Store, id: string, rows: readonly number[]): Promise<void> {
  const found = await db
    .selectFrom('row')
    .select('number')
    .where('sheet', '=', id)
    .where('number', 'in', rows)
    .where(canBeIgnored, '=', 1)
    .execute();
  const ignorable = new Set(found.map(({ number }) => number));
  const refusedRow = rows.find((number) => !ignorable.has(number));
  if (refusedRow !== undefined) {
    throw new RefusalError('conflict', (t) => t(($) => $.sheets.notIgnorable, { row: refusedRow }));
  }
  const { count } = await db
    .selectFrom('row')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sheet', '=', id)
    .executeTakeFirstOrThrow();
  if (count > rows.length) return;
  throw new RefusalError('conflict', (t) => t(($) => $.sheets.allIgnored));
}

export const ignoredRowRoutes: readonly Route[] = [ignore, undo];
