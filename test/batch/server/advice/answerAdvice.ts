import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { headings, hireRow } from '../../run/testRun.js';
import type { RowList } from '../../../../batch/server/contract/shapes.js';
import { dataFolder } from '../serveUnderTest.js';
import { ageInDataFolder } from '../../../ageRequests.mjs';
import { type Follow, Page, clearColumn, hires } from './pageOfAdvice.js';

function deleteFile({ folder }: Page, sheet: string): void {
  const db = new DatabaseSync(join(dataFolder(folder), 'rwa.sqlite'), { timeout: 5_000 });
  db.prepare('UPDATE sheet SET file = NULL WHERE id = ?').run(sheet);
  db.close();
}

/** Functions that do exactly what messages about requests and results advise, and check what was sent. */
export const answerAdvice: Readonly<Record<string, Follow>> = {
  async rowUnconfirmed(page) {
    await page.sandbox.loseAnswer('E-1');
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    expect((await page.row(sheet, 2)).message).toContain('open "Needs review" under Results');
    const sent = await page.assessAfter(sheet, async () =>
      page.settle(sheet, 2, await page.findId('E-1')),
    );
    expect(sent).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored' });
    // The service has no assessment for this row, so the row is sent again.
    await page.sandbox.loseAnswer('E-3', 'reset-before-commit');
    const other = await page.uploadAndAssess(hires('E-3', 'E-4'));
    expect(await page.assessAfter(other, () => page.settle(other, 2))).toEqual(['E-3']);
  },

  async assessmentUnproven(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2', 'E-3'));
    const lines = await page.download(sheet);
    const other = await page.openOther();
    const copy = await other.upload(
      clearColumn(lines, 'Row reference').map((line) =>
        line.startsWith('E-2') ? line.replace(/(?<=,)\d+x\d+(?=,)/, 'x1') : line,
      ),
    );
    expect(await other.listSentBy(() => other.assess(copy))).toEqual([]);
    const { message } = await other.row(copy, 2);
    expect(message).toContain('open the row under Results and confirm the ID. If not, enter');
    const sent = await other.assessAfter(copy, async () => {
      await other.settle(copy, 2, await page.findId('E-1'));
      await other.settle(copy, 3, await page.findId('E-2'));
      await other.settle(copy, 4);
    });
    expect(sent).toEqual(['E-3']);
    for (const [row, employee] of [
      [2, 'E-1'],
      [3, 'E-2'],
      [4, 'E-3'],
    ] as const) {
      const assessmentId = await page.findId(employee);
      expect(await other.row(copy, row)).toMatchObject({ status: 'Scored', assessmentId });
    }
  },

  async resultsWithoutId(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const lines = await page.download(sheet);
    const bare = clearColumn(clearColumn(lines, 'Row reference'), 'Assessment ID');
    const other = await page.openOther();
    const copy = await other.upload(bare);
    expect(await other.listSentBy(() => other.assess(copy))).toEqual([]);
    expect((await other.row(copy, 2)).message).toContain('type its Assessment ID in the file of');
    const typed = await other.upload(clearColumn(lines, 'Row reference'));
    expect(await other.listSentBy(() => other.assess(typed))).toEqual([]);
    expect((await other.row(typed, 2)).message).toContain('Nothing shows which inputs');
    const cleared = await other.upload([bare[0] ?? '', hireRow('E-1'), ...bare.slice(2)]);
    expect(await other.listSentBy(() => other.assess(cleared))).toEqual(['E-1']);
  },

  async rowWithoutItsId(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2', 'E-3'));
    const lines = await page.download(sheet);
    const column = (lines[0] ?? '').split(',').indexOf('Assessment ID');
    const other = await page.openOther();
    const copy = await other.upload(
      lines.map((line, index) => {
        const cells = line.split(',');
        if (index === 1 || index === 2) cells[column] = '';
        return cells.join(',');
      }),
    );
    expect(await other.listSentBy(() => other.assess(copy))).toEqual([]);
    expect((await other.row(copy, 2)).message).toContain(
      'enter the Assessment ID, or, to have the row sent, confirm that there is none',
    );
    const enterId = async () => {
      await other.settle(copy, 2, await page.findId('E-1'));
      await other.assess(copy);
    };
    expect(await other.listSentBy(enterId)).toEqual([]);
    expect(await other.row(copy, 2)).toMatchObject({ status: 'Scored' });
    const resolveAsNotCreated = async () => {
      await other.settle(copy, 3);
      await other.assess(copy);
    };
    expect(await other.listSentBy(resolveAsNotCreated)).toEqual(['E-2']);
  },

  async employeeUnanswered(page) {
    await page.sandbox.loseAnswer('E-1');
    const first = await page.uploadAndAssess(hires('E-1'));
    const second = await page.upload([
      headings,
      hireRow('E-1').replace('Portugal', 'Spain'),
      hireRow('E-2'),
    ]);
    expect(await page.listSentBy(() => page.assess(second))).toEqual(['E-2']);
    expect((await page.row(second, 2)).message).toContain('Open the sheet that contains that row');
    const resolve = async () => {
      await page.settle(first, 2, await page.findId('E-1'));
      await page.assess(second);
    };
    // The row of `second` is sent: it is another trip of the same employee.
    expect(await page.listSentBy(resolve)).toEqual(['E-1']);

    // The file of this sheet is deleted first, as the settings do after some days.
    await page.sandbox.loseAnswer('E-3');
    const deleted = await page.uploadAndAssess(hires('E-3'));
    deleteFile(page, deleted);
    await page.server.json('DELETE', `/api/sheets/${deleted}`);
    const blocked = await page.uploadAndAssess([
      headings,
      hireRow('E-3').replace('Portugal', 'Spain'),
    ]);
    expect((await page.row(blocked, 2)).message).toContain('If that sheet was deleted, upload');
    const resolveInOther = async () => {
      const other = await page.uploadAndAssess(hires('E-3', 'E-4'));
      await page.settle(other, 2, await page.findId('E-3'));
      await page.assess(blocked);
    };
    expect(await page.listSentBy(resolveInOther)).toEqual(['E-3', 'E-4']);
  },

  async assessmentUnknown(page) {
    const readMessages = async (sheet: string) =>
      (await page.server.sheet(sheet)).run?.messages.join(' ');
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const lines = await page.download(sheet);
    await page.sandbox.control('POST reset');
    const more = await page.upload(hires('E-3'));
    expect(await page.listSentBy(() => page.assess(more))).toEqual([]);
    expect(await readMessages(more)).toContain(
      'choose "This is not its assessment…", then start again',
    );
    const rejectId = async (row: number) => {
      await page.server.json('POST', `/api/sheets/${sheet}/rows/${row}/not-its-assessment`);
      await page.assess(more);
    };
    // Each message names the row of the newest assessment that has not been rejected yet.
    const sendMore = async () => {
      for (let left = 2; left > 0 && (await page.server.sheet(more)).run?.state !== 'ended'; left--)
        await rejectId(Number(/of row (\d+) of/.exec((await readMessages(more)) ?? '')?.[1]));
    };
    expect(await page.listSentBy(sendMore)).toEqual(['E-3']);

    // The corrections remove the row of E-3's assessment from the sheet.
    await page.correct(more, 2, 'employeeId', 'E-3', 'E-4');
    await page.correct(more, 2, 'destination', 'Portugal', 'Italy');
    await page.sandbox.control('POST reset');
    expect(await page.listSentBy(() => page.assess(more))).toEqual([]);
    expect(await readMessages(more)).toContain(
      'undo what has changed its row under Match or Check',
    );
    await page.undoCorrection(more);
    await page.undoCorrection(more);
    expect(await page.listSentBy(() => page.assess(more))).toEqual([]);
    expect(await readMessages(more)).toMatch(/of row 2, .* open row 2 under Results/);

    // On another server, only the file shows the assessments.
    const other = await page.openOther();
    const column = (lines[0] ?? '').split(',').indexOf('Assessment ID');
    const cleared = lines.map((line, index) =>
      line
        .split(',')
        .map((cell, at) => (index > 0 && at === column ? '' : cell))
        .join(','),
    );
    const shown = await other.upload([...lines, hireRow('E-5')]);
    expect(await other.listSentBy(() => other.assess(shown))).toEqual([]);
    const { run } = await other.server.sheet(shown);
    expect(run?.messages.join(' ')).toContain('clear the Assessment ID of row');
    const again = await other.upload([...cleared, hireRow('E-5')]);
    expect(await other.listSentBy(() => other.assess(again))).toEqual(['E-5']);
  },

  async resultNotRead(page) {
    await page.sandbox.loseAnswer('E-1');
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const enterId = async (id: string) => {
      await page.settle(sheet, 2, id);
      await page.assess(sheet);
    };
    expect(await page.listSentBy(() => enterId('1700000000000x111111111111111111'))).toEqual([]);
    const { message } = await page.row(sheet, 2);
    expect(message).toContain('open the row under Results and enter the right one');
    const right = await page.findId('E-1');
    expect(await page.listSentBy(() => enterId(right))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', assessmentId: right });

    const slow = await Page.open({ readyAfterMs: 3_000 });
    const other = await slow.upload(hires('E-1', 'E-2'));
    await slow.server.start(other);
    await expect.poll(async () => (await slow.sandbox.readLedger()).assessments).toHaveLength(2);
    await slow.sandbox.control('POST reset');
    await slow.server.ended(other);
    expect((await slow.row(other, 3)).message).toContain('or confirm that there is none');
    expect(
      await slow.assessAfter(other, async () => {
        for (const row of [2, 3]) await slow.settle(other, row);
      }),
    ).toEqual(['E-1', 'E-2']);
    expect(await slow.row(other, 3)).toMatchObject({ status: 'Scored', message: '' });
  },

  async idOfEarlierAssessment(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const earlier = await page.findId('E-1');
    await page.sandbox.loseAnswer('E-1');
    await page.reassess(sheet, '2');
    await expect(page.settle(sheet, 2, earlier)).rejects.toThrow('copy that from the service');
    const later = await page.findId('E-1');
    const resolve = async () => {
      await page.settle(sheet, 2, later);
      await page.assess(sheet);
    };
    expect(await page.listSentBy(resolve)).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', assessmentId: later });

    // The earlier assessment was created from another sheet.
    const next = await page.uploadAndAssess(hires('E-2'));
    const first = await page.findId('E-2');
    await page.sandbox.loseAnswer('E-2');
    await page.reassess(next, '2');
    await expect(page.settle(next, 2, first)).rejects.toThrow('copy that from the service');
    const second = await page.findId('E-2');
    await page.settle(next, 2, second);
    expect(await page.listSentBy(() => page.assess(next))).toEqual([]);
    expect(await page.row(next, 2)).toMatchObject({ status: 'Scored', assessmentId: second });
  },

  async rowOnlyInSheet(page) {
    await page.sandbox.loseAnswer('E-1');
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const other = await page.openOther();
    const copy = await other.upload(await page.download(sheet));
    expect(await other.listSentBy(() => other.assess(copy))).toEqual([]);
    expect((await other.row(copy, 2)).message).toContain('open "Needs review" under Results');
    const resolve = async () => {
      await other.settle(copy, 2, await page.findId('E-1'));
      await other.assess(copy);
    };
    expect(await other.listSentBy(resolve)).toEqual([]);
    expect(await other.row(copy, 2)).toMatchObject({ status: 'Scored' });
  },

  async personUnconfirmed(page) {
    const fault = { operation: 'create_pending_user', fault: 'reset-after-commit', times: 1 };
    await page.sandbox.control('POST faults', fault);
    const person = { first_name: 'Zoë', last_name: 'A', email: 'c1@x.example', staff_id: 'C-1' };
    const lost = await page.invite(person);
    expect(lost).toMatchObject({ status: 'Unconfirmed', waitsFor: 'settle' });
    const other = { ...person, email: 'c2@x.example' };
    expect((await page.invite(other)).message).toContain(
      'Check in the service whether that request exists, then answer beside it',
    );
    await page.server.json('POST', `/api/people/${lost.id}/settlement`, { exists: true });
    await page.invite(person);
    expect(await page.listInvited()).toEqual(['c1@x.example']);
  },

  async doneNeverShown(page) {
    const fault = { operation: 'create_pending_user', fault: 'reset-after-commit', times: 1 };
    await page.sandbox.control('POST faults', fault);
    const person = { first_name: 'Zoë', last_name: 'A', email: 'c1@x.example', staff_id: 'C-1' };
    const { id } = await page.invite(person);
    await page.server.json('POST', `/api/people/${id}/settlement`, { exists: true });
    const other = await page.invite({ ...person, email: 'c2@x.example' });
    expect(other.message).toMatch(/with another Email\. If this person/);
    expect(other.message).toContain('If this person is to be invited too, press "Invite anyway…".');
    expect(await page.listInvited()).toEqual(['c1@x.example']);
    await page.server.json('POST', `/api/people/${other.id}/settlement`, { exists: false });
    expect(await page.listInvited()).toEqual(['c1@x.example', 'c2@x.example']);
  },

  async unconfirmedRowsMissing(page) {
    const editWhileUnconfirmed = async (employee: string, fault: string, destination: string) => {
      await page.sandbox.loseAnswer(employee, fault);
      const sheet = await page.uploadAndAssess(hires(employee));
      // A correction would be refused, so Match sets the value. The next sheet gets it too, so it must use another value.
      await page.match(sheet, { columns: { destination: null }, values: { destination } });
      const message = 'removed or edited. At the top of Results, answer the question about it.';
      expect(await page.plan(sheet)).toContain(message);
      expect(await page.listSentBy(() => page.assess(sheet))).toEqual([]);
      return sheet;
    };
    const first = await editWhileUnconfirmed('E-1', 'reset-after-commit', 'Spain');
    await page.settle(first, null, await page.findId('E-1'));
    // The row with the new inputs is still not sent, because the assessment has the old inputs.
    expect(await page.listSentBy(() => page.assess(first))).toEqual([]);
    const second = await editWhileUnconfirmed('E-2', 'reset-before-commit', 'Italy');
    await page.settle(second, null);
    expect(await page.listSentBy(() => page.assess(second))).toEqual(['E-2']);
    expect(await page.row(second, 2)).toMatchObject({ status: 'Scored', destination: 'Italy' });
  },

  async answerIsNoId(page) {
    await page.sandbox.loseAnswer('E-1');
    await page.sandbox.loseAnswer('E-2', 'reset-before-commit');
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2', 'E-3'));
    for (const row of [2, 3])
      await expect(page.settle(sheet, row, 'a b')).rejects.toThrow(
        'or confirm that there is none.',
      );
    expect(
      await page.assessAfter(sheet, async () => {
        await page.settle(sheet, 2, await page.findId('E-1'));
        await page.settle(sheet, 3);
      }),
    ).toEqual(['E-2']);
    for (const row of [2, 3])
      expect(await page.row(sheet, row)).toMatchObject({ status: 'Scored' });
  },

  async answerTooEarly(page) {
    await page.sandbox.loseAnswer('E-1');
    await page.sandbox.loseAnswer('E-2', 'reset-before-commit');
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2', 'E-3'));
    for (const row of [2, 3])
      await expect(page.settleAtOnce(sheet, row)).rejects.toThrow(
        /Wait \d+ s, check the service again, then answer/,
      );
    // The refused attempts have changed nothing.
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual([]);
    ageInDataFolder(dataFolder(page.folder));
    expect(
      await page.assessAfter(sheet, async () => {
        await page.settleAtOnce(sheet, 2, await page.findId('E-1'));
        await page.settleAtOnce(sheet, 3);
      }),
    ).toEqual(['E-2']);
    for (const row of [2, 3])
      expect(await page.row(sheet, row)).toMatchObject({ status: 'Scored' });
  },

  async resultPending() {
    const page = await Page.open({ readyAfterMs: 2_000 });
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.stopAfterSending(sheet, 2, () => page.server.start(sheet));
    expect((await page.row(sheet, 2)).message).toContain(
      'To get the result, start a run under Assess.',
    );
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', message: '' });
    await page.stopAfterSending(sheet, 2, () =>
      page.server.json('POST', `/api/sheets/${sheet}/runs`, { operation: 'reassess', rows: '2-3' }),
    );
    const { message } = await page.row(sheet, 2);
    expect(message).toContain('press "Reassess" with the number of this row under');
    expect(await page.listSentBy(() => page.reassess(sheet, '2'))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', message: '' });
  },

  async resultsNotRead(page) {
    await page.sandbox.loseAnswer('E-1');
    await page.sandbox.loseAnswer('E-2', 'reset-before-commit');
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2', 'E-3'));
    const wrong = '1700000000000x111111111111111111';
    const idOfOther = await page.sandbox.create({ employeeId: 'E-9' });
    const resolve = async (row: number, id?: string) => {
      await page.settle(sheet, row, id);
      await page.assess(sheet);
    };
    await resolve(2, wrong);
    expect(await page.message(sheet)).toContain(
      'If the Assessment ID is wrong, open the row under',
    );
    const right = await page.findId('E-1');
    expect(await page.listSentBy(() => resolve(2, right))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', assessmentId: right });
    await resolve(3, idOfOther);
    expect(await page.message(sheet)).toContain(
      'enter its Assessment ID, or confirm that there is none',
    );
    expect(await page.listSentBy(() => resolve(3))).toEqual(['E-2']);
    expect(await page.row(sheet, 3)).toMatchObject({ status: 'Scored', message: '' });
    // "To try again, start a run under Assess."
    const slow = await Page.open({ readyAfterMs: 1_000 });
    const other = await slow.upload(hires('E-4', 'E-5'));
    await slow.server.start(other);
    await expect.poll(async () => (await slow.sandbox.readLedger()).assessments).toHaveLength(2);
    const fault = { operation: 'rwa_retrieve', fault: 'platform-400' };
    await slow.sandbox.control('POST faults', fault);
    await slow.server.ended(other);
    expect(await slow.message(other)).toContain('could not be read');
    expect(await slow.message(other)).toContain('To try again, start a run under Assess.');
    expect(await slow.message(other)).toContain(
      'not ready yet. Later, start a run under Assess to get them.',
    );
    await slow.sandbox.control('DELETE faults');
    expect(await slow.listSentBy(() => slow.assess(other))).toEqual([]);
    expect(await slow.row(other, 3)).toMatchObject({ status: 'Scored', message: '' });
  },

  async idOfOtherRow(page) {
    await page.sandbox.loseAnswer('E-1');
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const idOfRow3 = await page.findId('E-2');
    await expect(page.settle(sheet, 2, idOfRow3)).rejects.toThrow('Check in the service which of');
    const right = await page.findId('E-1');
    expect(await page.assessAfter(sheet, () => page.settle(sheet, 2, right))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', assessmentId: right });
    expect(await page.row(sheet, 3)).toMatchObject({ status: 'Scored', assessmentId: idOfRow3 });

    // Each of the two rows gets the ID of the other.
    for (const employee of ['E-3', 'E-4']) await page.sandbox.loseAnswer(employee);
    const swapped = await page.uploadAndAssess(hires('E-3', 'E-4'));
    const [third, fourth] = [await page.findId('E-3'), await page.findId('E-4')];
    await page.settle(swapped, 2, fourth);
    await page.settle(swapped, 3, third);
    await page.assess(swapped);
    const message = await page.message(swapped);
    expect(message).toContain('could not be read');
    expect(message).not.toContain('not ready yet');
    const path = `/api/sheets/${swapped}/rows?filter=settle`;
    const { rows, counts } = await page.server.json<RowList>('GET', path);
    expect(rows.map(({ row }) => row)).toEqual([2, 3]);
    expect(counts).toMatchObject({ settle: 2, pending: 0 });
    await expect(page.settle(swapped, 2, third)).rejects.toThrow(
      'open row 3 under Results and choose',
    );
    const follow = async () => {
      await page.server.json('POST', `/api/sheets/${swapped}/rows/3/not-its-assessment`);
      await page.settle(swapped, 2, third);
      await page.settle(swapped, 3, fourth);
      await page.assess(swapped);
    };
    expect(await page.listSentBy(follow)).toEqual([]);
    const assessmentIds = { 2: third, 3: fourth };
    for (const [row, assessmentId] of Object.entries(assessmentIds)) {
      const shown = await page.row(swapped, Number(row));
      expect(shown).toMatchObject({ status: 'Scored', assessmentId });
    }
  },
};
