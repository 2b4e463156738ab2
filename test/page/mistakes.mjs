// What goes wrong stays visible until somebody has seen to it: rejected rows.
import { strict as assert } from 'node:assert';
import { createTrips, editCells, writeRows } from '../e2e/sheet.mjs';
import { start, toPlan, upload } from './sheetScreens.mjs';

const ids = Array.from({ length: 15 }, (_, index) => `W-${index + 1}`);
/** The rows of the sheet that the service rejects. */
const rejected = Object.fromEntries(ids.slice(2).map((_, index) => [index + 4, 'Atlantis']));

/** A run stops after ten rejected rows, and then finishes what is in flight. */
const correct = /^Correct 1\d rows$/;

export async function tell(stage) {
  await stage.service('--ready-after', '0ms');
  const { link } = await stage.serve();
  const hr = await stage.person();
  await hr.join(link);
  await writeRows(stage.at('trips.xlsx'), createTrips(ids));
  await editCells(stage.at('trips.xlsx'), 'Destination country', rejected);
  await upload(hr, stage.at('trips.xlsx'));
  await leadsToRejectedRows(hr);
}

/** Checks that a run with rejected rows does not look finished, and leads to these rows. */
async function leadsToRejectedRows(hr) {
  const { page } = hr;
  await toPlan(hr);
  await start(hr);
  await page.getByRole('link', { name: correct }).waitFor();
  await hr.look('rejected');
  assert.equal(await page.locator('.bar.is-failed').count(), 1);
  const assess = page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('link', { name: /^Assess/ });
  assert.doesNotMatch(await assess.textContent(), /done/);
  await hr.follow('Sheets');
  await hr.reads('The run has failed');
  await hr.look('list');
  await hr.follow('trips.xlsx');
  await hr.title(/^trips\.xlsx/);
  await hr.follow(correct);
  await page
    .getByRole('button', { name: /^Use for all/ })
    .first()
    .waitFor();
}
