// After a restore from a backup, the page holds each sheet, and one press releases the new sheet and later ones.
import { strict as assert } from 'node:assert';
import { cp } from 'node:fs/promises';
import { createTrips, writeRows } from '../e2e/sheet.mjs';
import { upload } from './sheetScreens.mjs';

export async function play(stage) {
  // A dump of Postgres is restored in test/batch/server/cluster/restored.test.ts.
  if (stage.cluster !== undefined) return;
  await stage.startService('--ready-after', '0ms');
  const server = await stage.startServer();
  const person = await stage.createPerson();
  await person.join(server.link);
  await writeRows(stage.getPath('old.xlsx'), createTrips(['T-1']));
  await upload(person, stage.getPath('old.xlsx'));
  const old = new URL(person.page.url()).pathname;
  await person.page.goto('about:blank');
  await server.kill();
  await cp(stage.getPath('data'), stage.getPath('backup'), { recursive: true });
  await cp(stage.getPath('backup'), stage.getPath('data'), { recursive: true, force: true });
  const restored = await stage.startServer();
  await person.join(restored.link);
  await writeRows(stage.getPath('new.xlsx'), createTrips(['T-2']));
  await upload(person, stage.getPath('new.xlsx'));
  const created = person.page.url();

  // A copy of the old sheet would run, so it must be checked first.
  await person.waitForText(/Let new sheets run/);
  await person.checkLayout('held-new-sheet');
  person.expect(/409/);
  await person.press('Let new sheets run');
  await person.waitForText(/1 other sheet still waits for its check/);
  await person.page.goto(new URL(old, restored.link).href);
  await person.press('I have checked the service');

  await person.page.goto(created);
  await person.press('Let new sheets run');
  await person.page
    .getByRole('alert')
    .filter({ hasText: 'restored' })
    .waitFor({ state: 'detached' });
  await writeRows(stage.getPath('later.xlsx'), createTrips(['T-3']));
  await person.page.goto(new URL('/', restored.link).href);
  await upload(person, stage.getPath('later.xlsx'));
  await person.follow(/^Assess/);
  await person.press('Assess 1 row');
  await person.waitForText(/1 scored/);
  assert.deepEqual(await stage.listAssessed(), ['T-3']);
}
