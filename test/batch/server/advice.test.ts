import { expect, test } from 'vitest';
import type {
  Case,
  PersonAction,
  Plan,
  Problems,
  Row,
  Unconfirmed,
} from '../../../batch/server/contract/shapes.js';
import { inWords } from '../../../batch/server/words/wording.js';
import type { Message } from '../../../batch/engine/message.js';
import type { SandboxOptions } from '../../../sandbox/sandbox.js';
import { type SandboxUnderTest, sandboxOfTest } from '../../sandbox/sandboxUnderTest.js';
import { messageExamples } from '../cli/messageExamples.js';
import { toEnv, folderWith } from '../cli/rwaUnderTest.js';
import { headings, hireRow } from '../run/runOfTest.js';
import { dataFolder, serve, type ServerUnderTest } from './serveUnderTest.js';
import { ageInDataFolder } from '../../ageRequests.mjs';

/** A page on a sandbox, whose ledger shows what following a message has sent. */
class Page {
  constructor(
    readonly sandbox: SandboxUnderTest,
    readonly server: ServerUnderTest,
    readonly folder: string,
  ) {}

  static async open(options: SandboxOptions = {}): Promise<Page> {
    return Page.#on(await sandboxOfTest(options));
  }

  /** Another server on the same service, without the record of this one. */
  other(): Promise<Page> {
    return Page.#on(this.sandbox);
  }

  static async #on(sandbox: SandboxUnderTest): Promise<Page> {
    const folder = await folderWith();
    return new Page(sandbox, await serve(folder, toEnv(sandbox)), folder);
  }

  async upload(lines: readonly string[]): Promise<string> {
    const name = `hires ${(this.#files += 1)}.csv`;
    return (await this.server.upload(name, [...lines, ''].join('\r\n'))).id;
  }
  #files = 0;

  /** Presses "Assess". */
  async assess(sheet: string): Promise<void> {
    await this.server.start(sheet);
    await this.server.ended(sheet);
  }

  /** Uses "Assess again", with row numbers under "Only these rows". */
  async again(sheet: string, rows: string, retryRejected = false): Promise<void> {
    const order = { operation: 'reassess', rows, retryRejected };
    await this.server.json('POST', `/api/sheets/${sheet}/runs`, order);
    await this.server.ended(sheet);
  }

  /** Corrects a value of a row under Check. */
  async correct(sheet: string, row: number, field: string, value: string, to: string) {
    const path = `/api/sheets/${sheet}/corrections`;
    await this.server.json('POST', path, [{ field, value, to, row }]);
    await expect.poll(async () => (await this.server.sheet(sheet)).stage).not.toBe('reading');
  }

  /** Undoes the only correction of a sheet. */
  async undoCorrection(sheet: string): Promise<void> {
    const path = `/api/sheets/${sheet}/problems`;
    const { corrections } = await this.server.json<Problems>('GET', path);
    await this.server.json('DELETE', `/api/sheets/${sheet}/corrections/${corrections[0]?.id}`);
    await expect.poll(async () => (await this.server.sheet(sheet)).stage).not.toBe('reading');
  }

  /** Resolves a row under "To settle": with an ID, or as not created. */
  async settle(sheet: string, row: number, assessmentId?: string): Promise<void> {
    const { unconfirmed: all } = await this.server.json<{ unconfirmed: Unconfirmed[] }>(
      'GET',
      `/api/sheets/${sheet}/unconfirmed`,
    );
    const found =
      all.find((each) => each.row === row) ??
      (await this.server.json<Case>('GET', `/api/sheets/${sheet}/rows/${row}`)).unconfirmed;
    const exists = assessmentId !== undefined;
    if (!exists) ageInDataFolder(dataFolder(this.folder));
    await this.server.json('POST', `/api/sheets/${sheet}/settlements`, {
      key: found?.key,
      exists,
      insteadOf: found?.assessmentId,
      ...(exists ? { assessmentId } : {}),
    });
  }

  /** Invites a person under People, and returns what the list there shows of it. */
  async invite(person: object): Promise<PersonAction> {
    const path = '/api/people/invitations';
    const body = { people: [person] };
    const { actions } = await this.server.json<{ actions: PersonAction[] }>('POST', path, body);
    const [latest] = actions;
    if (latest === undefined) throw new Error('The list under People is empty.');
    return latest;
  }

  /** The email addresses that were invited. */
  async invited(): Promise<string[]> {
    return (await this.sandbox.outbox()).map(({ to }) => to).toSorted();
  }

  async row(sheet: string, number: number): Promise<Row> {
    const found = (await this.server.rows(sheet)).find(({ row }) => row === number);
    if (found === undefined) throw new Error(`There is no row ${number}.`);
    return found;
  }

  async download(sheet: string): Promise<string[]> {
    const { text } = await this.server.ask('GET', `/api/sheets/${sheet}/downloads/workbook`);
    return text.trim().split(/\r?\n/);
  }

  async idOf(employee: string): Promise<string> {
    const { assessments } = await this.sandbox.ledger();
    return assessments.findLast(({ employeeId }) => employeeId === employee)
      ?.assessmentId as string;
  }

  /** The requests of assessments that were made during something, by employee. */
  async sent(follow: () => Promise<void>): Promise<string[]> {
    const all = async () =>
      (await this.sandbox.ledger()).assessments.map(({ employeeId }) => employeeId as string);
    const before = await all();
    await follow();
    return (await all()).slice(before.length).toSorted();
  }
}

/** A line of CSV without quotes, up to its first result. */
const withoutResults = (line: string): string =>
  line.split(',').slice(0, headings.split(',').length).join(',');

/** These lines with empty cells in a column. */
function withoutColumn(lines: readonly string[], column: string): string[] {
  const index = (lines[0] ?? '').split(',').indexOf(column);
  const isCell = (line: number, at: number) => line > 0 && at === index;
  return lines.map((line, number) =>
    line
      .split(',')
      .map((cell, at) => (isCell(number, at) ? '' : cell))
      .join(','),
  );
}

/** A new row below these lines, with this text in a column. */
function withCell(
  lines: readonly string[],
  employee: string,
  column: string,
  text: string,
): string {
  const names = (lines[0] ?? '').split(',');
  const cells = hireRow(employee).split(',');
  return names.map((name, index) => (name === column ? text : (cells[index] ?? ''))).join(',');
}

const hires = (...ids: readonly string[]): string[] => [headings, ...ids.map(hireRow)];

type Follow = (page: Page) => Promise<void>;

/** Follows the message of each code to the letter, and looks at what was sent. */
const followed: Readonly<Record<string, Follow>> = {
  async rowUnconfirmed(page) {
    await page.sandbox.loseAnswerOf('E-1');
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    expect((await page.row(sheet, 2)).message).toContain('open "To settle" under Results');
    const sent = await page.sent(async () => {
      await page.settle(sheet, 2, await page.idOf('E-1'));
      await page.assess(sheet);
    });
    expect(sent).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored' });
    // There is none.
    await page.sandbox.loseAnswerOf('E-3', 'reset-before-commit');
    const other = await page.upload(hires('E-3', 'E-4'));
    await page.assess(other);
    expect(
      await page.sent(async () => {
        if ((await page.row(other, 2)).status === 'Unconfirmed') await page.settle(other, 2);
        await page.assess(other);
      }),
    ).toEqual(['E-3']);
  },

  async inputsChanged(page) {
    const sheet = await page.upload(hires('E-1', 'E-2', 'E-3'));
    await page.assess(sheet);
    const lines = (await page.download(sheet)).map((line) =>
      line.startsWith('E-1') ? line.replace('Portugal', 'Spain') : line,
    );
    const edited = await page.upload(lines);
    await page.assess(edited);
    expect((await page.row(edited, 2)).message).toContain(
      '"Assess again" with the number of this row under "Only these rows"',
    );
    // "If it is a new one, upload it in a sheet of its own, without results."
    const own = await page.upload([
      headings,
      withoutResults(lines[1] ?? '').replace('Spain', 'Italy'),
    ]);
    expect(
      await page.sent(async () => {
        await page.assess(own);
        // It may be held, as another case of this employee.
        const { message } = await page.row(own, 2);
        if (message.includes('say so under Check or Results')) {
          await page.server.json('POST', `/api/sheets/${own}/rows/2/new-case`);
          await page.assess(own);
        }
      }),
    ).toEqual(['E-1']);
    expect(await page.sent(() => page.again(edited, '2'))).toEqual(['E-1']);
    expect(await page.row(edited, 2)).toMatchObject({ status: 'Scored', destination: 'Spain' });

    // "If nobody has changed them, …: make the same correction there again."
    const corrected = await page.upload(hires('E-5'));
    await page.correct(corrected, 2, 'destination', 'Portugal', 'Austria');
    await page.assess(corrected);
    const again = await page.upload(await page.download(corrected));
    expect((await page.row(again, 2)).message).toContain('make the same correction there again');
    expect(await page.sent(() => page.assess(again))).toEqual([]);
    expect((await page.row(again, 2)).status).toBe('Invalid');
    expect(
      await page.sent(async () => {
        await page.correct(again, 2, 'destination', 'Portugal', 'Austria');
        await page.assess(again);
      }),
    ).toEqual([]);
    expect(await page.row(again, 2)).toMatchObject({ status: 'Scored', destination: 'Austria' });
  },

  async rowsDoneInSheet(page) {
    const sheet = await page.upload(hires('E-1', 'E-2', 'E-3'));
    await page.assess(sheet);
    const lines = (await page.download(sheet)).map((line) =>
      line.startsWith('E-2') ? line.replace('Portugal', 'Spain') : line,
    );
    const other = await page.other();
    const copy = await other.upload(lines);
    expect(await other.sent(() => other.assess(copy))).toEqual([]);
    // "If inputs were changed since, use "Assess again" with the numbers of those rows"
    expect(await other.sent(() => other.again(copy, '3'))).toEqual(['E-2']);
  },

  async sameAsRow(page) {
    const sheet = await page.upload(hires('E-1', 'E-1', 'E-2'));
    await page.assess(sheet);
    expect((await page.row(sheet, 3)).message).toContain('change its inputs in the file of');
    const lines = (await page.download(sheet)).map((line, index) =>
      index === 2 ? line.replace('Portugal', 'Spain') : line,
    );
    expect(
      await page.sent(async () => {
        const copy = await page.upload(lines);
        await page.assess(copy);
        const { message } = await page.row(copy, 3);
        if (message.includes('say so under Check or Results')) {
          await page.server.json('POST', `/api/sheets/${copy}/rows/3/new-case`);
          await page.assess(copy);
        }
      }),
    ).toEqual(['E-1']);
  },

  async rowRefused(page) {
    const lines = hires('E-1', 'E-2').map((line) =>
      line.startsWith('E-1') ? line.replace('Portugal', 'atlantis') : line,
    );
    const sheet = await page.upload(lines);
    await page.assess(sheet);
    expect((await page.row(sheet, 2)).message).toContain('Correct the row under Check and press');
    expect(
      await page.sent(async () => {
        await page.correct(sheet, 2, 'destination', 'atlantis', 'Spain');
        await page.assess(sheet);
      }),
    ).toEqual(['E-1']);
    // The same in a round, with the rows that were refused in it.
    await page.correct(sheet, 3, 'destination', 'Portugal', 'atlantis');
    await page.again(sheet, '3');
    const { message } = await page.row(sheet, 3);
    expect(message).toContain('"Send rejected rows again" and the number of this row');
    await page.correct(sheet, 3, 'destination', 'Portugal', 'Italy');
    expect(await page.sent(() => page.again(sheet, '3', true))).toEqual(['E-2']);
  },

  // The original file would send the corrected row with its value before the correction.
  async noId(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.correct(sheet, 2, 'destination', 'Portugal', 'Spain');
    await page.assess(sheet);
    const lines = await page.download(sheet);
    const edited = await page.upload([
      ...lines,
      withCell(lines, 'E-3', 'Assessment ID', 'see mail'),
    ]);
    expect(await page.sent(() => page.assess(edited))).toEqual([]);
    expect((await page.row(edited, 4)).message).toContain(
      'clear the cell in the file of "Download the sheet with scores"',
    );
    const download = await page.download(edited);
    expect(download[3]).toContain('see mail');
    const again = await page.upload(
      download.map((line) => line.replace(/(?<=,)see mail(?=,)/, '')),
    );
    expect(await page.sent(() => page.assess(again))).toEqual(['E-3']);
  },

  async assessmentInOtherRow(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const lines = await page.download(sheet);
    const copied = withCell(lines, 'E-1', 'Assessment ID', await page.idOf('E-1'));
    const edited = await page.upload([...lines, copied.replace('Portugal', 'Spain')]);
    await page.assess(edited);
    const { message } = await page.row(edited, 4);
    expect(message).toContain('result cells were copied: clear them in the file of');
    const again = await page.upload([...lines, hireRow('E-1').replace('Portugal', 'Spain')]);
    expect(
      await page.sent(async () => {
        await page.assess(again);
        if ((await page.row(again, 4)).message.includes('say so under Check or Results')) {
          await page.server.json('POST', `/api/sheets/${again}/rows/4/new-case`);
          await page.assess(again);
        }
      }),
    ).toEqual(['E-1']);
  },

  async assessmentUnproven(page) {
    const sheet = await page.upload(hires('E-1', 'E-2', 'E-3'));
    await page.assess(sheet);
    const lines = await page.download(sheet);
    const other = await page.other();
    const copy = await other.upload(
      withoutColumn(lines, 'Row reference').map((line) =>
        line.startsWith('E-2') ? line.replace(/(?<=,)\d+x\d+(?=,)/, 'x1') : line,
      ),
    );
    expect(await other.sent(() => other.assess(copy))).toEqual([]);
    const { message } = await other.row(copy, 2);
    expect(message).toContain('open the row under Results and confirm the ID. If not, enter');
    const sent = await other.sent(async () => {
      await other.settle(copy, 2, await page.idOf('E-1'));
      await other.settle(copy, 3, await page.idOf('E-2'));
      await other.settle(copy, 4);
      await other.assess(copy);
    });
    expect(sent).toEqual(['E-3']);
    for (const [row, employee] of [
      [2, 'E-1'],
      [3, 'E-2'],
      [4, 'E-3'],
    ] as const) {
      const assessmentId = await page.idOf(employee);
      expect(await other.row(copy, row)).toMatchObject({ status: 'Scored', assessmentId });
    }
  },

  async resultsWithoutId(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const lines = await page.download(sheet);
    const bare = withoutColumn(withoutColumn(lines, 'Row reference'), 'Assessment ID');
    const other = await page.other();
    const copy = await other.upload(bare);
    expect(await other.sent(() => other.assess(copy))).toEqual([]);
    expect((await other.row(copy, 2)).message).toContain('type its Assessment ID in the file of');
    const typed = await other.upload(withoutColumn(lines, 'Row reference'));
    expect(await other.sent(() => other.assess(typed))).toEqual([]);
    expect((await other.row(typed, 2)).message).toContain('Nothing shows which inputs');
    const cleared = await other.upload([bare[0] ?? '', hireRow('E-1'), ...bare.slice(2)]);
    expect(await other.sent(() => other.assess(cleared))).toEqual(['E-1']);
  },

  async rowWithoutItsId(page) {
    const sheet = await page.upload(hires('E-1', 'E-2', 'E-3'));
    await page.assess(sheet);
    const lines = await page.download(sheet);
    const column = (lines[0] ?? '').split(',').indexOf('Assessment ID');
    const other = await page.other();
    const copy = await other.upload(
      lines.map((line, index) => {
        const cells = line.split(',');
        if (index === 1 || index === 2) cells[column] = '';
        return cells.join(',');
      }),
    );
    expect(await other.sent(() => other.assess(copy))).toEqual([]);
    expect((await other.row(copy, 2)).message).toContain('enter the Assessment ID, or say');
    const entered = async () => {
      await other.settle(copy, 2, await page.idOf('E-1'));
      await other.assess(copy);
    };
    expect(await other.sent(entered)).toEqual([]);
    expect(await other.row(copy, 2)).toMatchObject({ status: 'Scored' });
    const none = async () => {
      await other.settle(copy, 3);
      await other.assess(copy);
    };
    expect(await other.sent(none)).toEqual(['E-2']);
  },

  async employeeUnanswered(page) {
    await page.sandbox.loseAnswerOf('E-1');
    const first = await page.upload(hires('E-1'));
    await page.assess(first);
    const second = await page.upload([
      headings,
      hireRow('E-1').replace('Portugal', 'Spain'),
      hireRow('E-2'),
    ]);
    expect(await page.sent(() => page.assess(second))).toEqual(['E-2']);
    expect((await page.row(second, 2)).message).toContain('Open the sheet that contains that row');
    const answered = async () => {
      await page.settle(first, 2, await page.idOf('E-1'));
      await page.assess(second);
    };
    // The row that the message is about, as a case with other inputs.
    expect(await page.sent(answered)).toEqual(['E-1']);
  },

  async assessmentsWithoutRow(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.sandbox.loseAnswerOf('E-1');
    await page.assess(sheet);
    await page.correct(sheet, 2, 'destination', 'Portugal', 'Spain');
    expect(await page.sent(() => page.assess(sheet))).toEqual([]);
  },

  async assessmentUnknown(page) {
    const said = async (sheet: string) => (await page.server.sheet(sheet)).run?.said.join(' ');
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const lines = await page.download(sheet);
    await page.sandbox.control('POST reset');
    const more = await page.upload(hires('E-3'));
    expect(await page.sent(() => page.assess(more))).toEqual([]);
    expect(await said(more)).toContain('choose "This is not its assessment…", then start again');
    const sayNotIts = async (row: number) => {
      await page.server.json('POST', `/api/sheets/${sheet}/rows/${row}/not-its-assessment`);
      await page.assess(more);
    };
    // Each time, the message names the newest row that is left.
    const sendMore = async () => {
      for (let left = 2; left > 0 && (await page.server.sheet(more)).run?.state !== 'ended'; left--)
        await sayNotIts(Number(/of row (\d+) of/.exec((await said(more)) ?? '')?.[1]));
    };
    expect(await page.sent(sendMore)).toEqual(['E-3']);

    // Its row is no longer in the sheet.
    await page.correct(more, 2, 'employeeId', 'E-3', 'E-4');
    await page.correct(more, 2, 'destination', 'Portugal', 'Italy');
    await page.sandbox.control('POST reset');
    expect(await page.sent(() => page.assess(more))).toEqual([]);
    expect(await said(more)).toContain('undo what has changed its row under Match or Check');
    await page.undoCorrection(more);
    await page.undoCorrection(more);
    expect(await page.sent(() => page.assess(more))).toEqual([]);
    expect(await said(more)).toMatch(/of row 2, .* open row 2 under Results/);

    // Only the file shows it.
    const other = await page.other();
    const column = (lines[0] ?? '').split(',').indexOf('Assessment ID');
    const cleared = lines.map((line, index) =>
      line
        .split(',')
        .map((cell, at) => (index > 0 && at === column ? '' : cell))
        .join(','),
    );
    const shown = await other.upload([...lines, hireRow('E-5')]);
    expect(await other.sent(() => other.assess(shown))).toEqual([]);
    const { run } = await other.server.sheet(shown);
    expect(run?.said.join(' ')).toContain('clear the Assessment ID of row');
    const again = await other.upload([...cleared, hireRow('E-5')]);
    expect(await other.sent(() => other.assess(again))).toEqual(['E-5']);
  },

  async resultNotRead(page) {
    await page.sandbox.loseAnswerOf('E-1');
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const entered = async (id: string) => {
      await page.settle(sheet, 2, id);
      await page.assess(sheet);
    };
    expect(await page.sent(() => entered('1700000000000x111111111111111111'))).toEqual([]);
    const { message } = await page.row(sheet, 2);
    expect(message).toContain('open the row under Results and enter the right one');
    const right = await page.idOf('E-1');
    expect(await page.sent(() => entered(right))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', assessmentId: right });

    const slow = await Page.open({ readyAfterMs: 3_000 });
    const other = await slow.upload(hires('E-1', 'E-2'));
    await slow.server.start(other);
    await expect.poll(async () => (await slow.sandbox.ledger()).assessments).toHaveLength(2);
    await slow.sandbox.control('POST reset');
    await slow.server.ended(other);
    expect((await slow.row(other, 3)).message).toContain('or say that there is none');
    expect(
      await slow.sent(async () => {
        for (const row of [2, 3]) await slow.settle(other, row);
        await slow.assess(other);
      }),
    ).toEqual(['E-1', 'E-2']);
    expect(await slow.row(other, 3)).toMatchObject({ status: 'Scored', message: '' });
  },

  async idOfEarlierAssessment(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const earlier = await page.idOf('E-1');
    await page.sandbox.loseAnswerOf('E-1');
    await page.again(sheet, '2');
    await expect(page.settle(sheet, 2, earlier)).rejects.toThrow('copy that from the service');
    const later = await page.idOf('E-1');
    const answered = async () => {
      await page.settle(sheet, 2, later);
      await page.assess(sheet);
    };
    expect(await page.sent(answered)).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', assessmentId: later });
  },

  async sentRowsNotInSheet(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    await page.correct(sheet, 2, 'destination', 'Portugal', 'Spain');
    await page.undoCorrection(sheet);
    expect(await page.sent(() => page.assess(sheet))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', destination: 'Portugal' });
  },

  async rowsNeverAssessed(page) {
    const lines = hires('E-1', 'E-2').map((line) =>
      line.startsWith('E-2') ? line.replace('2026-11-03', 'soon') : line,
    );
    const sheet = await page.upload(lines);
    await page.assess(sheet);
    await page.correct(sheet, 3, 'startDate', 'soon', '2026-11-03');
    const plan = await page.server.json<Plan>(
      'GET',
      `/api/sheets/${sheet}/plan?operation=reassess`,
    );
    expect([...plan.said, ...plan.notes].join(' ')).toContain('"Assess" assesses it.');
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-2']);
  },

  async rowOnlyInSheet(page) {
    await page.sandbox.loseAnswerOf('E-1');
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const other = await page.other();
    const copy = await other.upload(await page.download(sheet));
    expect(await other.sent(() => other.assess(copy))).toEqual([]);
    expect((await other.row(copy, 2)).message).toContain('open "To settle" under Results');
    const answered = async () => {
      await other.settle(copy, 2, await page.idOf('E-1'));
      await other.assess(copy);
    };
    expect(await other.sent(answered)).toEqual([]);
    expect(await other.row(copy, 2)).toMatchObject({ status: 'Scored' });
  },

  async assessmentOnlyInSheet(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const [first, second] = [await page.idOf('E-1'), await page.idOf('E-2')];
    const lines = (await page.download(sheet)).map((line) => line.replace(first, second));
    const other = await page.other();
    const copy = await other.upload(lines);
    const path = `/api/sheets/${copy}/rows/2/not-its-assessment`;
    expect((await other.server.ask('POST', path)).text).toContain('clear its scores in the file');
    // "type the right Assessment ID into the row and clear its scores …, and upload that file"
    const names = (lines[0] ?? '').split(',');
    const inputs = headings.split(',').length;
    const isScore = (at: number) =>
      at >= inputs && /risk|tax|rights|security|law/i.test(names[at] ?? '');
    const withoutScores = (line: string) =>
      line
        .split(',')
        .map((cell, at) => (isScore(at) ? '' : cell))
        .join(',');
    const corrected = lines.map((line) =>
      line.startsWith('E-1') ? withoutScores(line.replace(second, first)) : line,
    );
    expect(corrected[1]).not.toBe((lines[1] ?? '').replace(second, first));
    const again = await other.upload(corrected);
    expect(await other.sent(() => other.assess(again))).toEqual([]);
    expect(await other.row(again, 2)).toMatchObject({ status: 'Scored', assessmentId: first });
  },

  async identicalInRound(page) {
    const first = await page.upload([...hires('E-1'), hireRow('E-1').replace('Portugal', 'Spain')]);
    await page.assess(first);
    expect(await page.row(first, 3)).toMatchObject({ status: 'Scored' });
    const sheet = await page.upload(await page.download(first));
    await page.correct(sheet, 3, 'destination', 'Spain', 'Portugal');
    const path = `/api/sheets/${sheet}/plan?operation=reassess`;
    const { said, notes } = await page.server.json<Plan>('GET', path);
    expect([...said, ...notes].join(' ')).toContain('delete all but one of them');
    const lines = await page.download(sheet);
    const kept = await page.upload(lines.slice(0, 2));
    expect(await page.sent(() => page.again(kept, '2'))).toEqual(['E-1']);
  },

  async personUnconfirmed(page) {
    const fault = { operation: 'create_pending_user', fault: 'reset-after-commit', times: 1 };
    await page.sandbox.control('POST faults', fault);
    const person = { first_name: 'Zoë', last_name: 'A', email: 'c1@x.example', staff_id: 'C-1' };
    const lost = await page.invite(person);
    expect(lost).toMatchObject({ status: 'Unconfirmed', waitsFor: 'settle' });
    const other = { ...person, email: 'c2@x.example' };
    expect((await page.invite(other)).said).toContain('say under People what became of it');
    await page.server.json('POST', `/api/people/${lost.id}/settlement`, { exists: true });
    await page.invite(person);
    expect(await page.invited()).toEqual(['c1@x.example']);
  },

  async doneNeverShown(page) {
    const fault = { operation: 'create_pending_user', fault: 'reset-after-commit', times: 1 };
    await page.sandbox.control('POST faults', fault);
    const person = { first_name: 'Zoë', last_name: 'A', email: 'c1@x.example', staff_id: 'C-1' };
    const { id } = await page.invite(person);
    await page.server.json('POST', `/api/people/${id}/settlement`, { exists: true });
    const other = await page.invite({ ...person, email: 'c2@x.example' });
    expect(other.said).toMatch(/with another Email\. If this person/);
    expect(other.said).toContain('If this person is to be invited too, say so under People.');
    expect(await page.invited()).toEqual(['c1@x.example']);
    await page.server.json('POST', `/api/people/${other.id}/settlement`, { exists: false });
    expect(await page.invited()).toEqual(['c1@x.example', 'c2@x.example']);
  },

  async statusColumnMixed(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const lines = await page.download(sheet);
    const other = await page.other();
    const mixed = await other.upload([
      ...lines,
      withCell(lines, 'E-3', 'Assessment status', 'later'),
    ]);
    expect((await other.server.sheet(mixed)).refused).toContain('or clear the cell if it was not');
    const cleared = await other.upload([...lines, withCell(lines, 'E-3', 'Assessment status', '')]);
    expect(await other.sent(() => other.assess(cleared))).toEqual(['E-3']);
  },
};

test.for(Object.entries(followed))(
  'following the message %s sends only the rows that it is about',
  { timeout: 60_000 },
  async ([, follow]) => {
    await follow(await Page.open());
  },
);

/** Why nothing is sent by following the message, or what else tries it. */
const others: Readonly<Record<string, string>> = {
  ...sendsNothing(
    'chooses how the file is read; a run starts only after its plan',
    'mappedToResults columnsAlike headerRowEmpty allSheetsHidden headingsDoNotFit allRowsHidden otherSheetsFit',
    'csvHidesNoRows encodingGuessed hiddenRowsLeftOut hiddenRowsCount valuesSuggested checkHeading sayDateOrder',
    'datesOfColumn datesOfOtherColumns',
  ),
  ...sendsNothing(
    'is about a file without rows that were sent',
    'sheetEmpty noRowHasInput calculateFormula sheetHasSecondName saveAsUtf8',
  ),
  ...sendsNothing(
    'starts again what stopped: the record knows what was sent (chaos.test.ts, journal tests)',
    'journalUnreadable journalNotWritable journalWriteFailed journalChanged lockLost lockNotWritable',
  ),
  ...sendsNothing(
    'refuses an answer about a row; what is answered instead is tried with rowUnconfirmed',
    'answerIsNoId rowCannotBeResolved assessmentOnlyShown',
    'rowShowsForgottenId rowNotRecorded unconfirmedRowsMissing',
  ),
  ...sendsNothing(
    'changes or shows results, and no input',
    'resultsBeside sheetChanged resultsDoNotFit cellKept cellsKept',
    'resultsNotRead resultPending unknownScore moveResultsBack',
  ),
  ...sendsNothing(
    'leads to the message of another row, or to the same answer as another message',
    'rowBlockedLike rowInvalid rowOnlyInSheet assessmentNeverShown rowsNeverAssessed',
    'identicalInRound assessmentOfOtherEmployee showsForgotten decisionOnOtherAssessment',
  ),
  ...sendsNothing(
    'is about invitations, which test/batch/operations/invite.test.ts follows',
    'doneNeverShown personUnconfirmed',
  ),
};

function sendsNothing(why: string, ...codes: readonly string[]): Record<string, string> {
  return Object.fromEntries(codes.flatMap((line) => line.split(' ')).map((code) => [code, why]));
}

/** Names a button, an option or a place of the page, or tells people to edit and upload the file. */
const advises =
  /"(?:Assess|Assess again|To settle|Send rejected rows again|Skip hidden rows|Heading row|Download the sheet with scores)"|\b[Pp]ress\b|[Uu]pload|under (?:Check|Results|Match|People)|\b[Cc]lear\b|[Ss]tart again|Reload|\b[Oo]pen\b|say so/;

test('each message of the page that advises something is followed, or sends nothing by it', () => {
  const advising = Object.entries(messageExamples)
    .filter(([code]) => !/^(?:baseUrl|token(?!Refused)|proxyUnusable|tooFewFiles)/.test(code))
    .filter(([code, examples]) =>
      examples.some((example) => advises.test(inWords({ code, ...example } as Message))),
    )
    .map(([code]) => code);
  const known = new Set([...Object.keys(followed), ...Object.keys(others)]);
  expect(advising.filter((code) => !known.has(code))).toEqual([]);
  expect([...known].filter((code) => !advising.includes(code))).toEqual([]);
});
