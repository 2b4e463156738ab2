import { expect, test } from 'vitest';
import { headings, hireRow } from '../../run/testRun.js';
import { Page } from '../advice/pageOfAdvice.js';

test('a row that lost its assessment by an undone correction is not sent after a download and an upload', async () => {
  const page = await Page.open();
  const corrected = ['E-1', 'E-2', 'E-3'].map(hireRow);
  const [first = '', second = '', third = ''] = corrected;
  const rows = [first, second.replace('Portugal', 'Spain'), third.replace('E-3', 'E-4')];
  const sheet = await page.upload([headings, ...rows]);
  await page.correct(sheet, 3, 'destination', 'Spain', 'Portugal');
  await page.correct(sheet, 4, 'employeeId', 'E-4', 'E-3');
  expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1', 'E-2', 'E-3']);
  await page.undoCorrection(sheet);
  await page.undoCorrection(sheet);
  const lines = await page.download(sheet);
  const uploaded = await page.upload(lines);
  expect(await page.listSentBy(() => page.assess(uploaded))).toEqual([]);
  expect((await page.row(uploaded, 2)).status).toBe('Scored');
  const other = await page.openOther();
  const uploadedElsewhere = await other.upload(lines);
  expect(await other.listSentBy(() => other.assess(uploadedElsewhere))).toEqual([]);
  // The row keeps its new assessment after it was assessed again.
  expect(await page.listSentBy(() => page.reassess(sheet, '3'))).toEqual(['E-2']);
  const reassessed = await page.upload(await page.download(sheet));
  expect((await page.row(reassessed, 3)).status).toBe('Scored');
});

test('a row that is skipped as hidden after its assessment is not sent after a download and an upload', async () => {
  const page = await Page.open();
  const rows = ['E-1', 'E-2', 'E-3'].map(hireRow);
  const sheet = await page.uploadHidden([headings, ...rows], rows.slice(1, 2));
  expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1', 'E-2', 'E-3']);
  await page.match(sheet, { skipHidden: true });
  const { text } = await page.server.ask('GET', `/api/sheets/${sheet}/downloads/workbook`);
  const other = await page.openOther();
  const uploaded = await other.server.upload('hires.xlsx', Buffer.from(text, 'latin1'));
  expect((await other.row(uploaded.id, 3)).assessmentId).toBe(await page.findId('E-2'));
  expect(await other.listSentBy(() => other.assess(uploaded.id))).toEqual([]);
});
