import { expect } from 'vitest';
import type { Outcomes } from '../../../../batch/server/contract/shapes.js';
import { headings, hireRow } from '../../run/runOfTest.js';
import { type Follow, Page, hires } from './pageOfAdvice.js';

/** Follows messages that only the page has to the letter, and looks at what was sent. */
export const ownAdvice: Readonly<Record<string, Follow>> = {
  async 'results that are not ready at the end of a round'() {
    const page = await Page.open({ readyAfterMs: 1_000 });
    const wrong = hireRow('E-3').replace('2026-11-03', 'soon');
    const sheet = await page.upload([...hires('E-1', 'E-2'), wrong]);
    await page.assess(sheet);
    await page.correct(sheet, 4, 'startDate', 'soon', '2026-11-03');
    const before = (await page.sandbox.ledger()).assessments.length;
    const again = { operation: 'reassess', rows: '2' };
    await page.server.json('POST', `/api/sheets/${sheet}/runs`, again);
    await expect
      .poll(async () => (await page.sandbox.ledger()).assessments.length)
      .toBe(before + 1);
    const fault = { operation: 'rwa_retrieve', fault: 'platform-400' };
    await page.sandbox.control('POST faults', fault);
    await page.server.ended(sheet);
    await page.sandbox.control('DELETE faults');
    const said = await page.said(sheet);
    expect(said).toContain('Later, press "Assess again" with the row numbers under "Only these');
    expect(said).toContain('To try again, press "Assess again" with the number of this row under');
    expect(await page.sent(() => page.again(sheet, '2'))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', message: '' });
    // "1 row was never assessed and is skipped. "Assess" assesses it."
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-3']);
  },

  async 'a correction while a run is under way'() {
    const page = await Page.open({ readyAfterMs: 2_000 });
    const wrong = hireRow('E-2').replace('Portugal', 'nowhere');
    const sheet = await page.upload([headings, hireRow('E-1'), wrong]);
    await page.server.start(sheet);
    await expect.poll(async () => (await page.sandbox.ledger()).assessments).toHaveLength(1);
    const correct = () => page.correct(sheet, 3, 'destination', 'nowhere', 'Spain');
    await expect(correct()).rejects.toThrow('The run of this sheet is not over. Stop it first.');
    await page.server.json('POST', `/api/sheets/${sheet}/run/stop`);
    await page.server.ended(sheet);
    await correct();
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-2']);
    for (const row of [2, 3])
      expect(await page.row(sheet, row)).toMatchObject({ status: 'Scored' });
  },

  async 'a decision on an ID that a person has entered'(page) {
    await page.sandbox.loseAnswerOf('E-1');
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    await page.settle(sheet, 2, await page.idOf('E-1'));
    const decide = async () => {
      const decision = { rows: [2], status: 'Manager Approved', managerId: 'M-200' };
      const path = `/api/sheets/${sheet}/decisions`;
      return (await page.server.json<Outcomes>('POST', path, decision)).outcomes;
    };
    expect((await decide())[0]?.said).toContain('Press "Assess" to fetch its scores, then decide.');
    expect(await page.sent(() => page.assess(sheet))).toEqual([]);
    expect((await page.sandbox.ledger()).commits.rwa_update).toBe(0);
    expect(await decide()).toMatchObject([{ row: 2, ok: true }]);
    expect((await page.sandbox.ledger()).commits.rwa_update).toBe(1);
  },

  async 'an answer about a row that another member has resolved'(page) {
    await page.sandbox.loseAnswerOf('E-1');
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const [seen] = await page.unconfirmed(sheet);
    const assessmentId = await page.idOf('E-1');
    await page.settle(sheet, 2, assessmentId);
    await page.assess(sheet);
    const path = `/api/sheets/${sheet}/settlements`;
    const late = { key: seen?.key, exists: false, sentAt: seen?.sentAt };
    expect((await page.server.ask('POST', path, late)).text).toContain('Look at it again.');
    expect(await page.sent(() => page.assess(sheet))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', assessmentId });
  },
};
