import { expect } from 'vitest';
import type { Plan, Problems } from '../../../../batch/server/contract/shapes.js';
import { headings, hireRow } from '../../run/testRun.js';
import { clearColumn, createRowLike, type Follow, hires, removeResults } from './pageOfAdvice.js';

/** Functions that do exactly what messages about rows advise, and check what was sent. */
export const rowAdvice: Readonly<Record<string, Follow>> = {
  async fillInOthers(page) {
    const sheet = await page.upload([...hires('E-1'), `Total${','.repeat(13)}`]);
    const path = `/api/sheets/${sheet}`;
    const { problems } = await page.server.json<Problems>('GET', `${path}/problems`);
    expect(problems).toMatchObject([
      { row: 3, remedy: expect.stringContaining('press "Ignore this row"') as string },
    ]);
    await page.server.json('POST', `${path}/ignored-rows`, { rows: [3] });
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1']);
    expect(await page.server.sheet(sheet)).toMatchObject({ problems: 0, rows: 1 });
  },

  async inputsChanged(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2', 'E-3'));
    const lines = (await page.download(sheet)).map((line) =>
      line.startsWith('E-1') ? line.replace('Portugal', 'Spain') : line,
    );
    const edited = await page.uploadAndAssess(lines);
    expect((await page.row(edited, 2)).message).toContain(
      '"Reassess" with the number of this row under "Only these rows"',
    );
    // "If it is another one, upload it in a separate sheet, without results."
    const own = await page.upload([
      headings,
      removeResults(lines[1] ?? '').replace('Spain', 'Italy'),
    ]);
    expect(await page.listSentBy(() => page.assess(own))).toEqual(['E-1']);
    expect(await page.listSentBy(() => page.reassess(edited, '2'))).toEqual(['E-1']);
    expect(await page.row(edited, 2)).toMatchObject({ status: 'Scored', destination: 'Spain' });

    // "If nobody has changed its inputs, …: make the same correction there again."
    const corrected = await page.upload(hires('E-5'));
    await page.correct(corrected, 2, 'destination', 'Portugal', 'Austria');
    await page.assess(corrected);
    const again = await page.upload(await page.download(corrected));
    expect((await page.row(again, 2)).message).toContain('make the same correction there again');
    expect(await page.listSentBy(() => page.assess(again))).toEqual([]);
    expect((await page.row(again, 2)).status).toBe('Invalid');
    expect(
      await page.assessAfter(again, () => page.correctInput(again, 2, 'destination', 'Austria')),
    ).toEqual([]);
    expect(await page.row(again, 2)).toMatchObject({ status: 'Scored', destination: 'Austria' });
  },

  async inputsSentElsewhere(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const lines = (await page.download(sheet)).map((line) => line.replace('Portugal', 'Spain'));
    const edited = await page.uploadAndAssess(lines);
    expect((await page.row(edited, 2)).message).toContain('upload it in a separate sheet');
    const own = await page.upload([headings, removeResults(lines[1] ?? '')]);
    expect(await page.listSentBy(() => page.assess(own))).toEqual(['E-1']);
    // The next round sends only the other row.
    expect(await page.listSentBy(() => page.reassess(edited, '2-3'))).toEqual(['E-2']);
    const { status, message } = await page.row(edited, 2);
    expect([status, message]).toEqual(['Invalid', expect.stringContaining('remove the row')]);
    const [head = '', line = '', ...others] = await page.download(edited);
    const remaining = await page.upload([head, ...others]);
    expect(await page.listSentBy(() => page.assess(remaining))).toEqual([]);
    expect((await page.row(remaining, 2)).status).toBe('Scored');
    const back = await page.upload([head, line.replace('Spain', 'Portugal')]);
    expect(await page.listSentBy(() => page.assess(back))).toEqual([]);
    expect(await page.row(back, 2)).toMatchObject({ status: 'Scored', destination: 'Portugal' });
  },

  async sameAsRow(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-1', 'E-2'));
    expect((await page.row(sheet, 3)).message).toContain(
      'change it with "Correct an input…" under Check, and press "Assess".',
    );
    expect(
      await page.assessAfter(sheet, () => page.correctInput(sheet, 3, 'destination', 'Spain')),
    ).toEqual(['E-1']);
    for (const row of [2, 3])
      expect(await page.row(sheet, row)).toMatchObject({ status: 'Scored' });
  },

  async rowRefused(page) {
    const lines = hires('E-1', 'E-2').map((line) =>
      line.startsWith('E-1') ? line.replace('Portugal', 'atlantis') : line,
    );
    const sheet = await page.uploadAndAssess(lines);
    expect((await page.row(sheet, 2)).message).toContain('Correct the row under Check and press');
    expect(
      await page.assessAfter(sheet, () =>
        page.correct(sheet, 2, 'destination', 'atlantis', 'Spain'),
      ),
    ).toEqual(['E-1']);
    // In a round, the rejected row is sent again only with "Send rejected rows again".
    await page.correct(sheet, 3, 'destination', 'Portugal', 'atlantis');
    await page.reassess(sheet, '3');
    const { message } = await page.row(sheet, 3);
    expect(message).toContain('"Send rejected rows again" and the number of this row');
    await page.correct(sheet, 3, 'destination', 'Portugal', 'Italy');
    expect(await page.listSentBy(() => page.reassess(sheet, '3', true))).toEqual(['E-2']);
  },

  // The message names the download: a run with the original file would send the corrected row with its old value.
  async noId(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.correct(sheet, 2, 'destination', 'Portugal', 'Spain');
    await page.assess(sheet);
    const lines = await page.download(sheet);
    const edited = await page.upload([
      ...lines,
      createRowLike(lines, 'E-3', 'Assessment ID', 'see mail'),
    ]);
    expect(await page.listSentBy(() => page.assess(edited))).toEqual([]);
    expect((await page.row(edited, 4)).message).toContain(
      'clear the cell in the file of "Download the sheet with scores"',
    );
    const download = await page.download(edited);
    expect(download[3]).toContain('see mail');
    const again = await page.upload(
      download.map((line) => line.replace(/(?<=,)see mail(?=,)/, '')),
    );
    expect(await page.listSentBy(() => page.assess(again))).toEqual(['E-3']);
  },

  async assessmentInOtherRow(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const lines = await page.download(sheet);
    const copied = createRowLike(lines, 'E-1', 'Assessment ID', await page.findId('E-1'));
    const edited = await page.uploadAndAssess([...lines, copied.replace('Portugal', 'Spain')]);
    const { message } = await page.row(edited, 4);
    expect(message).toContain('result cells were copied: clear them in the file of');
    const again = await page.upload([...lines, hireRow('E-1').replace('Portugal', 'Spain')]);
    expect(await page.listSentBy(() => page.assess(again))).toEqual(['E-1']);
  },

  async assessmentsWithoutRow(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.sandbox.loseAnswer('E-1');
    await page.assess(sheet);
    await page.match(sheet, { columns: { destination: null }, values: { destination: 'Spain' } });
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual([]);
  },

  async sentRowsNotInSheet(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    await page.correct(sheet, 2, 'destination', 'Portugal', 'Spain');
    await page.undoCorrection(sheet);
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', destination: 'Portugal' });
  },

  async rowsNeverAssessed(page) {
    const lines = hires('E-1', 'E-2').map((line) =>
      line.startsWith('E-2') ? line.replace('2026-11-03', 'soon') : line,
    );
    const sheet = await page.uploadAndAssess(lines);
    await page.correct(sheet, 3, 'startDate', 'soon', '2026-11-03');
    const plan = await page.server.json<Plan>(
      'GET',
      `/api/sheets/${sheet}/plan?operation=reassess`,
    );
    expect([...plan.messages, ...plan.notes].join(' ')).toContain('"Assess" assesses it.');
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-2']);
  },

  async assessmentOnlyInSheet(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const [first, second] = [await page.findId('E-1'), await page.findId('E-2')];
    const lines = (await page.download(sheet)).map((line) => line.replace(first, second));
    const other = await page.openOther();
    const copy = await other.upload(lines);
    const path = `/api/sheets/${copy}/rows/2/not-its-assessment`;
    expect((await other.server.ask('POST', path)).text).toContain('clear its scores in the file');
    // "type the right Assessment ID into the row and clear its scores …, and upload that file"
    const names = (lines[0] ?? '').split(',');
    const inputs = headings.split(',').length;
    const isScore = (at: number) =>
      at >= inputs && /risk|tax|rights|security|law/i.test(names[at] ?? '');
    const clearScores = (line: string) =>
      line
        .split(',')
        .map((cell, at) => (isScore(at) ? '' : cell))
        .join(',');
    const corrected = lines.map((line) =>
      line.startsWith('E-1') ? clearScores(line.replace(second, first)) : line,
    );
    expect(corrected[1]).not.toBe((lines[1] ?? '').replace(second, first));
    const again = await other.upload(corrected);
    expect(await other.listSentBy(() => other.assess(again))).toEqual([]);
    expect(await other.row(again, 2)).toMatchObject({ status: 'Scored', assessmentId: first });
  },

  async identicalInRound(page) {
    const first = await page.uploadAndAssess([
      ...hires('E-1'),
      hireRow('E-1').replace('Portugal', 'Spain'),
    ]);
    expect(await page.row(first, 3)).toMatchObject({ status: 'Scored' });
    const sheet = await page.upload(await page.download(first));
    await page.correct(sheet, 3, 'destination', 'Spain', 'Portugal');
    const path = `/api/sheets/${sheet}/plan?operation=reassess`;
    const { messages, notes } = await page.server.json<Plan>('GET', path);
    expect([...messages, ...notes].join(' ')).toContain('delete all but one of them');
    const lines = await page.download(sheet);
    const kept = await page.upload(lines.slice(0, 2));
    expect(await page.listSentBy(() => page.reassess(kept, '2'))).toEqual(['E-1']);
  },

  async assessmentNeverShown(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2', 'E-3'));
    for (const row of [2, 3]) await page.correct(sheet, row, 'destination', 'Portugal', 'Spain');
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual([]);
    expect((await page.row(sheet, 2)).message).toContain(
      '"Reassess" with the number of this row under "Only these rows" assesses it',
    );
    expect(await page.listSentBy(() => page.reassess(sheet, '2'))).toEqual(['E-1']);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', destination: 'Spain' });
    expect((await page.row(sheet, 3)).message).toContain(
      'confirm that under Check or Results, and press',
    );
    expect(await page.assessAfter(sheet, () => page.confirmNewRow(sheet, 3))).toEqual(['E-2']);
    expect(await page.row(sheet, 3)).toMatchObject({ status: 'Scored', destination: 'Spain' });
  },

  async rowBlockedByIdenticalRow(page) {
    const createBlockedRow = async (employee: string) => {
      const wrong = hireRow(employee).replace('Portugal', 'nowhere');
      const sheet = await page.uploadAndAssess([headings, hireRow(employee), wrong]);
      await page.correct(sheet, 2, 'destination', 'Portugal', 'Spain');
      await page.correct(sheet, 3, 'destination', 'nowhere', 'Italy');
      expect(await page.listSentBy(() => page.assess(sheet))).toEqual([]);
      const { message } = await page.row(sheet, 3);
      expect(message).toContain('Follow the message in row 2, then press "Assess".');
      return sheet;
    };
    const corrected = await createBlockedRow('E-1');
    expect(await page.listSentBy(() => page.reassess(corrected, '2'))).toEqual(['E-1']);
    expect(await page.listSentBy(() => page.assess(corrected))).toEqual(['E-1']);
    const ownRows = await createBlockedRow('E-2');
    for (const row of [2, 3]) {
      // Once row 2 is confirmed as another trip, the message of row 3 asks the same question.
      expect((await page.row(ownRows, row)).message).toContain('Is it another trip or hire?');
      await page.confirmNewRow(ownRows, row);
      expect(await page.listSentBy(() => page.assess(ownRows))).toEqual(['E-2']);
    }
    for (const sheet of [corrected, ownRows])
      expect(await page.row(sheet, 3)).toMatchObject({ status: 'Scored', destination: 'Italy' });
  },

  async assessmentOfOtherEmployee(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const lines = await page.download(sheet);
    const edited = lines.map((line) => line.replace(/^E-2,/, 'E-9,'));
    const corrected = await page.upload(edited);
    expect(await page.listSentBy(() => page.assess(corrected))).toEqual([]);
    expect((await page.row(corrected, 3)).message).toContain('correct it under Check');
    expect(
      await page.assessAfter(corrected, () => page.correctInput(corrected, 3, 'employeeId', 'E-2')),
    ).toEqual([]);
    expect(await page.row(corrected, 3)).toMatchObject({
      status: 'Scored',
      message: 'Sent with Employee ID "E-2" instead of "E-9".',
    });
    // "If this row is new, clear its result cells …, and upload that file"
    const cleared = await page.upload([...edited.slice(0, 2), hireRow('E-9')]);
    expect(await page.listSentBy(() => page.assess(cleared))).toEqual(['E-9']);
  },

  // The row is like one in a file that `rwa assess` has written after `rwa forget`.
  async showsForgotten(page) {
    const sheet = await page.uploadAndAssess(hires('E-1'));
    const lines = await page.download(sheet);
    const forgotten = createRowLike(lines, 'E-2', 'Assessment status', 'Forgotten');
    const copy = await page.upload([...lines, forgotten]);
    expect(await page.listSentBy(() => page.assess(copy))).toEqual([]);
    expect((await page.row(copy, 3)).message).toContain('If the row is new, clear its result');
    const cleared = await page.upload([
      ...lines,
      createRowLike(lines, 'E-2', 'Assessment status', ''),
    ]);
    expect(await page.listSentBy(() => page.assess(cleared))).toEqual(['E-2']);
  },

  async assessmentOnlyShown(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const lines = await page.download(sheet);
    const copied = createRowLike(lines, 'E-1', 'Assessment ID', await page.findId('E-1'));
    const edited = await page.upload([...lines, copied.replace('Portugal', 'Spain')]);
    const path = `/api/sheets/${edited}/rows/4/not-its-assessment`;
    expect((await page.server.ask('POST', path)).text).toContain('Clear the result cells of row 4');
    const cleared = await page.upload([...lines, hireRow('E-1').replace('Portugal', 'Spain')]);
    expect(await page.listSentBy(() => page.assess(cleared))).toEqual(['E-1']);
    expect(await page.row(cleared, 2)).toMatchObject({ status: 'Scored' });
  },

  async moveResultsBack(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const lines = await page.download(sheet);
    const inputs = headings.split(',').length;
    const results = (lines[2] ?? '').split(',').slice(inputs);
    const apart = [...Array<string>(inputs).fill(''), ...results].join(',');
    const other = await page.openOther();
    const moved = await other.upload([...lines.slice(0, 2), hireRow('E-2'), apart]);
    const { problems } = await other.server.json<Problems>('GET', `/api/sheets/${moved}/problems`);
    expect(problems[0]?.remedy).toContain('move the results back to their row');
    const back = await other.upload(lines);
    expect(await other.listSentBy(() => other.assess(back))).toEqual([]);
    // "If that row is no longer in the file, clear the result cells of this one."
    expect(await other.listSentBy(() => other.assess(moved))).toEqual([]);
    const third = await page.openOther();
    const left = await third.upload([...lines.slice(0, 2), apart]);
    expect(await third.listSentBy(() => third.assess(left))).toEqual([]);
    const cleared = await third.upload([...lines.slice(0, 2), apart.replaceAll(/[^,]/g, '')]);
    expect(await third.listSentBy(() => third.assess(cleared))).toEqual([]);
    expect(await third.row(cleared, 2)).toMatchObject({ status: 'Scored', message: '' });
  },

  async rowsCopied(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const lines = await page.download(sheet);
    const copied = (lines[1] ?? '').replace('Portugal', 'Spain');
    const withCopy = await page.upload([...lines, copied]);
    expect(await page.plan(withCopy)).toContain('delete that row instead of sending this one');
    const instead = await page.upload([...lines.slice(0, 1), copied, ...lines.slice(2)]);
    expect(await page.listSentBy(() => page.assess(instead))).toEqual([]);
    expect(await page.listSentBy(() => page.reassess(instead, '2'))).toEqual(['E-1']);
    expect(await page.row(instead, 2)).toMatchObject({ status: 'Scored', destination: 'Spain' });
  },

  async employeesAssessedBefore(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const assessmentId = await page.findId('E-1');
    await page.correct(sheet, 2, 'destination', 'Portugal', 'Spain');
    await page.confirmNewRow(sheet, 2);
    expect(await page.plan(sheet)).toContain('restore the old inputs before you send it');
    await page.undoCorrection(sheet);
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', assessmentId });
  },

  async unknownScore(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    const lines = clearColumn(await page.download(sheet), 'Row reference');
    const score = (lines[0] ?? '').split(',').indexOf('Payroll tax risk');
    const setScore = (all: readonly string[], text: string) =>
      all.map((line, at) => (at === 1 ? line.split(',').with(score, text).join(',') : line));
    const typed = await page.upload(setScore(lines, '9.95'));
    expect(await page.listSentBy(() => page.assess(typed))).toEqual([]);
    expect((await page.row(typed, 2)).message).toContain('clear the cell in the file of "Download');
    const cleared = await page.upload(setScore(await page.download(typed), ''));
    expect(await page.listSentBy(() => page.assess(cleared))).toEqual([]);
    expect(await page.row(cleared, 2)).toMatchObject({ status: 'Scored', message: '' });
  },
};
