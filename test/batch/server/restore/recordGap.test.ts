import { expect, onTestFinished, test } from 'vitest';
import type { Language } from '../../../../batch/server/contract/languages.js';
import { addDecisions, listDecisions } from '../../../../batch/server/decisions/decisionStore.js';
import { RefusalError } from '../../../../batch/server/refusalError.js';
import { holdAfterRestore, markChecked } from '../../../../batch/server/restore/recordGap.js';
import { findLatestRun } from '../../../../batch/server/runs/latestRun.js';
import { queueRun } from '../../../../batch/server/runs/runStore.js';
import { headings, hireRow } from '../../run/testRun.js';
import { testFolder } from '../../testFolder.js';
import { openTestStore } from '../openTestStore.js';
import { testSheets } from '../sheets/testSheets.js';
import { addCsvSheet } from '../storedRows.js';

const started = { by: 'me', at: '2026-11-25T12:00:00.000Z' };
const gap = { since: '2026-11-24T09:00:00.000Z', noticedAt: '2026-11-26T08:30:00.000Z' };

async function openEmptyStore() {
  const store = await openTestStore(testFolder());
  onTestFinished(() => store.close());
  return store;
}

test('after a restore, a run and a decision are stopped with a message in the language of the sheet', async () => {
  const store = await openEmptyStore();
  const languages: readonly Language[] = ['en', 'de', 'fr'];
  for (const language of languages) {
    await addCsvSheet(store, language, { language });
    await queueRun(store, language, { operation: 'assess' }, started);
    await addDecisions(store, [
      {
        id: `decision-${language}`,
        sheet: language,
        row: 2,
        assessmentId: `1x${language}`,
        status: 'Manager Approved',
        person: 'm',
        personField: 'managerId',
        note: '',
        ...started,
      },
    ]);
  }
  await holdAfterRestore(store, gap);
  const texts = [];
  for (const language of languages) {
    const run = await findLatestRun(store, language);
    const decisions = await listDecisions(store, language, { row: 2, employeeId: '' });
    expect([run?.state, decisions.map(({ state }) => state)]).toEqual(['paused', ['failed']]);
    texts.push([...(run?.messages ?? []), ...decisions.map(({ message }) => message)]);
  }
  expect(texts).toMatchInlineSnapshot(`
    [
      [
        "This server was restored from a backup. The notice on the page of the sheet lists what to check before you press "Resume".",
        "This server was restored from a backup while the decision was being sent. Check in the service what was recorded, then decide again.",
      ],
      [
        "Dieser Server wurde aus einer Sicherung wiederhergestellt. Der Hinweis auf der Seite der Tabelle sagt, was zu prüfen ist, bevor Sie auf „Fortsetzen“ klicken.",
        "Während des Sendens wurde dieser Server aus einer Sicherung wiederhergestellt. Sehen Sie im Dienst nach, was erfasst ist, und entscheiden Sie noch einmal.",
      ],
      [
        "Ce serveur a été restauré à partir d’une sauvegarde. L’avis sur la page du tableau indique ce qu’il faut vérifier avant de cliquer sur « Reprendre ».",
        "Ce serveur a été restauré à partir d’une sauvegarde pendant l’envoi. Vérifiez dans le service ce qui est enregistré, puis décidez à nouveau.",
      ],
    ]
  `);
});

test('after a restore, a new run of an unchecked sheet is refused with a message in each language', async () => {
  const store = await openEmptyStore();
  await holdAfterRestore(store, gap);
  const refused = await queueRun(store, 'sheet', { operation: 'assess' }, started).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(RefusalError);
  expect(refused).toMatchObject({
    code: 'conflict',
    reason: {
      en: expect.stringContaining('was restored from a backup') as string,
      de: expect.stringContaining('aus einer Sicherung') as string,
      fr: expect.stringContaining('sauvegarde') as string,
    },
  });
  expect(await findLatestRun(store, 'sheet')).toBeUndefined();
});

test('a file that was deleted by its age can be uploaded again only after its sheet is checked', async () => {
  const { store, ask, upload } = await testSheets();
  const file = Buffer.from([headings, hireRow('E-1'), ''].join('\r\n'));
  const { id } = await upload('hires.csv', file);
  await holdAfterRestore(store, gap);
  const deleted = { file: null, deleted_data_at: gap.noticedAt };
  await store.db.updateTable('sheet').set(deleted).where('id', '=', id).execute();
  const uploadAgain = () => ask('PUT', '/api/sheets?name=hires.csv', file);
  const refused = await uploadAgain();
  expect(refused.status).toBe(409);
  const message = await refused.text();
  expect(message).toContain('and then upload the file again');
  expect(message).not.toContain('Download the sheet with scores');
  await markChecked(store, id, gap);
  expect((await uploadAgain()).status).toBe(200);
});
