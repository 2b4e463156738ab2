import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { DetailedRow, Outcomes, Plan } from '../../../../batch/server/contract/shapes.js';
import { headings, hireRow } from '../../run/testRun.js';
import { toEnv } from '../../cli/rwaUnderTest.js';
import { dataFolder, serve } from '../serveUnderTest.js';
import { type Follow, Page, hires } from './pageOfAdvice.js';

/** Functions that do exactly what messages that only the server has advise, and check what was sent. */
export const ownAdvice: Readonly<Record<string, Follow>> = {
  async 'results that are not ready at the end of a round'() {
    const page = await Page.open({ readyAfterMs: 1_000 });
    const wrong = hireRow('E-3').replace('2026-11-03', 'soon');
    const sheet = await page.uploadAndAssess([...hires('E-1', 'E-2'), wrong]);
    await page.correct(sheet, 4, 'startDate', 'soon', '2026-11-03');
    const before = (await page.sandbox.readLedger()).assessments.length;
    const round = { operation: 'reassess', rows: '2' };
    await page.server.json('POST', `/api/sheets/${sheet}/runs`, round);
    await expect
      .poll(async () => (await page.sandbox.readLedger()).assessments.length)
      .toBe(before + 1);
    const fault = { operation: 'rwa_retrieve', fault: 'platform-400' };
    await page.sandbox.control('POST faults', fault);
    await page.server.ended(sheet);
    await page.sandbox.control('DELETE faults');
    const message = await page.message(sheet);
    expect(message).toContain('Later, press "Reassess" with the row numbers under "Only these');
    expect(message).toContain('To try again, press "Reassess" with the number of this row under');
    expect(await page.listSentBy(() => page.reassess(sheet, '2'))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', message: '' });
    // "1 row was never assessed and is skipped. "Assess" assesses it."
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-3']);
  },

  async 'a correction while a run is under way'() {
    const page = await Page.open({ readyAfterMs: 2_000 });
    const wrong = hireRow('E-2').replace('Portugal', 'nowhere');
    const sheet = await page.upload([headings, hireRow('E-1'), wrong]);
    await page.server.start(sheet);
    await expect.poll(async () => (await page.sandbox.readLedger()).assessments).toHaveLength(1);
    const correct = () => page.correct(sheet, 3, 'destination', 'nowhere', 'Spain');
    await expect(correct()).rejects.toThrow('The run of this sheet has not ended. Stop it first.');
    await page.server.json('POST', `/api/sheets/${sheet}/run/stop`);
    await page.server.ended(sheet);
    await correct();
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-2']);
    for (const row of [2, 3])
      expect(await page.row(sheet, row)).toMatchObject({ status: 'Scored' });
  },

  async 'a decision on a row whose Assessment ID a person has entered'(page) {
    await page.sandbox.loseAnswer('E-1');
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    await page.settle(sheet, 2, await page.findId('E-1'));
    const decide = async () => {
      const decision = { rows: [2], status: 'Manager Approved', managerId: 'M-200' };
      const path = `/api/sheets/${sheet}/decisions`;
      return (await page.server.json<Outcomes>('POST', path, decision)).outcomes;
    };
    expect((await decide())[0]?.message).toContain(
      'Start a run under Assess to fetch its scores, then decide.',
    );
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual([]);
    expect((await page.sandbox.readLedger()).commits.rwa_update).toBe(0);
    expect(await decide()).toMatchObject([{ row: 2, ok: true }]);
    expect((await page.sandbox.readLedger()).commits.rwa_update).toBe(1);
  },

  async 'a sheet whose file was deleted under the retention settings'(first) {
    const lines = hires('E-1', 'E-2', 'E-3').map((line) => line.replace('Portugal', 'Lissabon'));
    const sheet = await first.upload(lines);
    await first.sandbox.loseAnswer('E-2');
    const correction = { field: 'destination', value: 'Lissabon', to: 'Portugal', row: null };
    await first.server.json('POST', `/api/sheets/${sheet}/corrections`, [correction]);
    await expect.poll(async () => (await first.server.sheet(sheet)).stage).toBe('check');
    await first.assess(sheet);
    const settings = { webhookUrl: null, retentionDays: 30 };
    await first.server.json('PUT', '/api/settings', settings);
    await first.server.stop();
    const db = new DatabaseSync(join(dataFolder(first.folder), 'rwa.sqlite'));
    const longAgo = '2026-01-01T00:00:00.000Z';
    db.exec(`UPDATE run SET started_at = '${longAgo}', ended_at = '${longAgo}'`);
    db.exec(`UPDATE sheet SET uploaded_at = '${longAgo}', last_run_at = '${longAgo}'`);
    db.close();
    const server = await serve(first.folder, toEnv(first.sandbox), ['--new-link']);
    const page = new Page(first.sandbox, server, first.folder);
    await expect.poll(async () => (await server.sheet(sheet)).deletedDataAt).toBeDefined();
    await expect(page.plan(sheet)).rejects.toThrow('Upload it again');
    const again = await page.upload(lines);
    // The corrections were deleted with the file.
    expect((await page.row(again, 2)).message).toContain('the same correction');
    const follow = async () => {
      await server.json('POST', `/api/sheets/${again}/corrections`, [correction]);
      await expect.poll(async () => (await server.sheet(again)).stage).not.toBe('reading');
      await page.assess(again);
    };
    expect(await page.listSentBy(follow)).toEqual([]);
    const rows = await server.rows(again);
    expect(rows.map(({ status }) => status)).toEqual(['Scored', 'Unconfirmed', 'Scored']);
  },

  async 'a plan that was made before the sheet was changed'(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    const path = `/api/sheets/${sheet}`;
    const seen = await page.server.json<Plan>('GET', `${path}/plan?operation=assess`);
    await page.correctInput(sheet, 3, 'destination', 'Spain');
    const start = ({ token }: Plan) =>
      page.server.ask('POST', `${path}/runs`, { operation: 'assess', token });
    const sent = await page.listSentBy(async () => {
      expect((await start(seen)).text).toContain('Look at the new plan, and start again.');
    });
    expect(sent).toEqual([]);
    const now = await page.server.json<Plan>('GET', `${path}/plan?operation=assess`);
    const follow = async () => {
      await start(now);
      await page.server.ended(sheet);
    };
    expect(await page.listSentBy(follow)).toEqual(['E-1', 'E-2']);
    expect(await page.row(sheet, 3)).toMatchObject({ status: 'Scored', destination: 'Spain' });
  },

  async 'a row that has changed since a person loaded the page'(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const path = `/api/sheets/${sheet}/rows/2`;
    const seen = await page.server.json<DetailedRow>('GET', path);
    await page.reassess(sheet, '2');
    const mark = ({ key, assessmentId }: DetailedRow) =>
      page.server.ask('POST', `${path}/not-its-assessment`, { key, assessmentId });
    expect((await mark(seen)).text).toContain('Load the page again, and look at the row.');
    const now = await page.server.json<DetailedRow>('GET', path);
    expect(now).toMatchObject({ status: 'Scored' });
    expect(now.assessmentId).not.toBe(seen.assessmentId);
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual([]);
  },

  async 'resolving a row that was resolved in the meantime'(page) {
    await page.sandbox.loseAnswer('E-1');
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const [seen] = await page.listUnconfirmed(sheet);
    const assessmentId = await page.findId('E-1');
    await page.settle(sheet, 2, assessmentId);
    await page.assess(sheet);
    const path = `/api/sheets/${sheet}/settlements`;
    const late = { key: seen?.key, exists: false, sentAt: seen?.sentAt };
    expect((await page.server.ask('POST', path, late)).text).toContain('Look at it again.');
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', assessmentId });
  },
};
