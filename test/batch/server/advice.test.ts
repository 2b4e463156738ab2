import { expect, test } from 'vitest';
import type {
  Case,
  MatchChoice,
  Matching,
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
import { workbookParts } from '../../sheets/xlsx/workbookFixture.js';
import { buildZip, type Parts, unzip } from '../../sheets/xlsx/zipFixture.js';
import { dataFolder, serve, type ServerUnderTest } from './serveUnderTest.js';
import { ageInDataFolder } from '../../ageRequests.mjs';

const sheet1 = 'xl/worksheets/sheet1.xml';

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

  /** Uploads a workbook with these lines, some of which are hidden. */
  async uploadHidden(lines: readonly string[], hidden: readonly string[]): Promise<string> {
    return this.uploadParts(workbookParts({ rows: toRows(lines, hidden) }));
  }

  async uploadParts(parts: Parts): Promise<string> {
    return (await this.server.upload('hires.xlsx', buildZip(parts))).id;
  }

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

  /** Chooses under Match how a sheet is read. */
  async match(sheet: string, choice: Partial<MatchChoice>): Promise<void> {
    await this.server.json('PUT', `/api/sheets/${sheet}/match`, choice);
    await expect.poll(async () => (await this.server.sheet(sheet)).stage).not.toBe('reading');
  }

  /** Says under Check or Results that a row is another case. */
  async sayNewCase(sheet: string, row: number): Promise<void> {
    await this.server.json('POST', `/api/sheets/${sheet}/rows/${row}/new-case`);
  }

  /** Returns what the page shows before a start. */
  async plan(sheet: string, operation: 'assess' | 'reassess' = 'assess'): Promise<string> {
    const path = `/api/sheets/${sheet}/plan?operation=${operation}`;
    const { said, notes } = await this.server.json<Plan>('GET', path);
    return [...said, ...notes].join(' ');
  }

  /** Returns the sentences about the end of the latest run. */
  async said(sheet: string): Promise<string> {
    return ((await this.server.sheet(sheet)).run?.said ?? []).join(' ');
  }

  /** Resolves a row under "To settle": with an ID, or, after a minute, as not created. */
  async settle(sheet: string, row: number | null, assessmentId?: string): Promise<void> {
    if (assessmentId === undefined) ageInDataFolder(dataFolder(this.folder));
    await this.settleAtOnce(sheet, row, assessmentId);
  }

  /** The same at once. A row that is no longer in the sheet has no number. */
  async settleAtOnce(sheet: string, row: number | null, assessmentId?: string): Promise<void> {
    const { unconfirmed: all } = await this.server.json<{ unconfirmed: Unconfirmed[] }>(
      'GET',
      `/api/sheets/${sheet}/unconfirmed`,
    );
    const found =
      all.find((each) => each.row === row) ??
      (await this.server.json<Case>('GET', `/api/sheets/${sheet}/rows/${row}`)).unconfirmed;
    const exists = assessmentId !== undefined;
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

/** Lines of CSV without quotes as rows of a workbook. A cell may be XML. */
function toRows(lines: readonly string[], hidden: readonly string[] = []): string {
  const rows = lines.map((line) => {
    const cells = line
      .split(',')
      .map((text) =>
        text.startsWith('<c') ? text : `<c t="inlineStr"><is><t>${text}</t></is></c>`,
      );
    return `<row${hidden.includes(line) ? ' hidden="1"' : ''}>${cells.join('')}</row>`;
  });
  return rows.join('');
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

  async rowInvalid(page) {
    const wrong = hireRow('E-1').replace('Germany,No', 'Germany,Ja');
    const sheet = await page.upload([headings, wrong, hireRow('E-2')]);
    await page.assess(sheet);
    expect((await page.row(sheet, 2)).message).toContain(
      'Use Yes or No. Or accept the suggestion.',
    );
    expect(
      await page.sent(async () => {
        await page.correct(sheet, 2, 'salesContracts', 'Ja', 'Yes');
        await page.assess(sheet);
      }),
    ).toEqual(['E-1']);
    // "And 1 more: Check lists them."
    const fiveWrong = wrong.replace('Mid,', 'Middle,').replace('No,2,', 'Nein,two,');
    const other = await page.upload([headings, fiveWrong.replace('2026-11-03', 'soon')]);
    await page.assess(other);
    expect((await page.row(other, 2)).message).toContain('And 1 more: Check lists them.');
    const right: Record<string, string> = { Middle: 'Mid', Nein: 'No', two: '2', Ja: 'No' };
    const listed = await page.server.json<Problems>('GET', `/api/sheets/${other}/problems`);
    expect(
      await page.sent(async () => {
        for (const { row, field, value } of listed.problems)
          await page.correct(other, row, field, value, right[value] ?? '2026-11-03');
        await page.assess(other);
      }),
    ).toEqual(['E-1']);
  },

  async assessmentNeverShown(page) {
    const sheet = await page.upload(hires('E-1', 'E-2', 'E-3'));
    await page.assess(sheet);
    for (const row of [2, 3]) await page.correct(sheet, row, 'destination', 'Portugal', 'Spain');
    expect(await page.sent(() => page.assess(sheet))).toEqual([]);
    expect((await page.row(sheet, 2)).message).toContain(
      '"Assess again" with the number of this row under "Only these rows" assesses it',
    );
    expect(await page.sent(() => page.again(sheet, '2'))).toEqual(['E-1']);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', destination: 'Spain' });
    expect((await page.row(sheet, 3)).message).toContain(
      'say so under Check or Results, and press',
    );
    expect(
      await page.sent(async () => {
        await page.sayNewCase(sheet, 3);
        await page.assess(sheet);
      }),
    ).toEqual(['E-2']);
    expect(await page.row(sheet, 3)).toMatchObject({ status: 'Scored', destination: 'Spain' });
  },

  async rowBlockedLike(page) {
    const blocked = async (employee: string) => {
      const wrong = hireRow(employee).replace('Portugal', 'nowhere');
      const sheet = await page.upload([headings, hireRow(employee), wrong]);
      await page.assess(sheet);
      await page.correct(sheet, 2, 'destination', 'Portugal', 'Spain');
      await page.correct(sheet, 3, 'destination', 'nowhere', 'Italy');
      expect(await page.sent(() => page.assess(sheet))).toEqual([]);
      const { message } = await page.row(sheet, 3);
      expect(message).toContain('Follow the message in row 2, then press "Assess".');
      return sheet;
    };
    const corrected = await blocked('E-1');
    expect(await page.sent(() => page.again(corrected, '2'))).toEqual(['E-1']);
    expect(await page.sent(() => page.assess(corrected))).toEqual(['E-1']);
    const ownCases = await blocked('E-2');
    for (const row of [2, 3]) {
      // With row 2 as another case, the same question is about row 3.
      expect((await page.row(ownCases, row)).message).toContain('Is this row another case?');
      await page.sayNewCase(ownCases, row);
      expect(await page.sent(() => page.assess(ownCases))).toEqual(['E-2']);
    }
    for (const sheet of [corrected, ownCases])
      expect(await page.row(sheet, 3)).toMatchObject({ status: 'Scored', destination: 'Italy' });
  },

  async assessmentOfOtherEmployee(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const lines = await page.download(sheet);
    const edited = lines.map((line) => line.replace(/^E-2,/, 'E-9,'));
    const corrected = await page.upload(edited);
    expect(await page.sent(() => page.assess(corrected))).toEqual([]);
    expect((await page.row(corrected, 3)).message).toContain('otherwise correct the Employee ID');
    expect(
      await page.sent(async () => {
        await page.correct(corrected, 3, 'employeeId', 'E-9', 'E-2');
        await page.assess(corrected);
      }),
    ).toEqual([]);
    expect(await page.row(corrected, 3)).toMatchObject({ status: 'Scored', message: '' });
    // "If this row is a new case, clear its result cells …, and upload that file"
    const cleared = await page.upload([...edited.slice(0, 2), hireRow('E-9')]);
    expect(await page.sent(() => page.assess(cleared))).toEqual(['E-9']);
  },

  // The row of a file that the command has written after `rwa forget`.
  async showsForgotten(page) {
    const sheet = await page.upload(hires('E-1'));
    await page.assess(sheet);
    const lines = await page.download(sheet);
    const forgotten = withCell(lines, 'E-2', 'Assessment status', 'Forgotten');
    const copy = await page.upload([...lines, forgotten]);
    expect(await page.sent(() => page.assess(copy))).toEqual([]);
    expect((await page.row(copy, 3)).message).toContain('If it is a new case, clear its result');
    const cleared = await page.upload([...lines, withCell(lines, 'E-2', 'Assessment status', '')]);
    expect(await page.sent(() => page.assess(cleared))).toEqual(['E-2']);
  },

  async unconfirmedRowsMissing(page) {
    const edited = async (employee: string, fault: string) => {
      await page.sandbox.loseAnswerOf(employee, fault);
      const sheet = await page.upload(hires(employee));
      await page.assess(sheet);
      await page.correct(sheet, 2, 'destination', 'Portugal', 'Spain');
      expect(await page.plan(sheet)).toContain('removed or edited. "To settle" lists it.');
      expect(await page.sent(() => page.assess(sheet))).toEqual([]);
      return sheet;
    };
    const first = await edited('E-1', 'reset-after-commit');
    await page.settle(first, null, await page.idOf('E-1'));
    // The corrected row has a question for itself.
    expect(await page.sent(() => page.assess(first))).toEqual([]);
    const second = await edited('E-2', 'reset-before-commit');
    await page.settle(second, null);
    expect(await page.sent(() => page.assess(second))).toEqual(['E-2']);
    expect(await page.row(second, 2)).toMatchObject({ status: 'Scored', destination: 'Spain' });
  },

  async assessmentOnlyShown(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const lines = await page.download(sheet);
    const copied = withCell(lines, 'E-1', 'Assessment ID', await page.idOf('E-1'));
    const edited = await page.upload([...lines, copied.replace('Portugal', 'Spain')]);
    const path = `/api/sheets/${edited}/rows/4/not-its-assessment`;
    expect((await page.server.ask('POST', path)).text).toContain('Clear the result cells of row 4');
    const cleared = await page.upload([...lines, hireRow('E-1').replace('Portugal', 'Spain')]);
    expect(await page.sent(() => page.assess(cleared))).toEqual(['E-1']);
    expect(await page.row(cleared, 2)).toMatchObject({ status: 'Scored' });
  },

  async answerIsNoId(page) {
    await page.sandbox.loseAnswerOf('E-1');
    await page.sandbox.loseAnswerOf('E-2', 'reset-before-commit');
    const sheet = await page.upload(hires('E-1', 'E-2', 'E-3'));
    await page.assess(sheet);
    for (const row of [2, 3])
      await expect(page.settle(sheet, row, 'a b')).rejects.toThrow('if there is none, say so.');
    expect(
      await page.sent(async () => {
        await page.settle(sheet, 2, await page.idOf('E-1'));
        await page.settle(sheet, 3);
        await page.assess(sheet);
      }),
    ).toEqual(['E-2']);
    for (const row of [2, 3])
      expect(await page.row(sheet, row)).toMatchObject({ status: 'Scored' });
  },

  async answerTooEarly(page) {
    await page.sandbox.loseAnswerOf('E-1');
    await page.sandbox.loseAnswerOf('E-2', 'reset-before-commit');
    const sheet = await page.upload(hires('E-1', 'E-2', 'E-3'));
    await page.assess(sheet);
    for (const row of [2, 3])
      await expect(page.settleAtOnce(sheet, row)).rejects.toThrow(
        /Wait \d+ s, look in the service again, and answer then/,
      );
    // The refused answers have changed nothing.
    expect(await page.sent(() => page.assess(sheet))).toEqual([]);
    ageInDataFolder(dataFolder(page.folder));
    expect(
      await page.sent(async () => {
        await page.settleAtOnce(sheet, 2, await page.idOf('E-1'));
        await page.settleAtOnce(sheet, 3);
        await page.assess(sheet);
      }),
    ).toEqual(['E-2']);
    for (const row of [2, 3])
      expect(await page.row(sheet, row)).toMatchObject({ status: 'Scored' });
  },

  async allRowsHidden(page) {
    const sheet = await page.uploadHidden(hires('E-1', 'E-2'), hires('E-1', 'E-2').slice(1));
    await page.match(sheet, { skipHidden: true });
    const { misfit } = await page.server.json<Matching>('GET', `/api/sheets/${sheet}/match`);
    expect(misfit ?? (await page.server.sheet(sheet)).refused).toContain('Untick it under Match.');
    await page.match(sheet, { skipHidden: false });
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-1', 'E-2']);
  },

  async hiddenRowsLeftOut(page) {
    const sheet = await page.uploadHidden(hires('E-1', 'E-2', 'E-3'), hires('E-1').slice(1));
    await page.match(sheet, { skipHidden: true });
    expect(await page.plan(sheet)).toContain('1 hidden row is skipped ("Skip hidden rows" under');
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-2', 'E-3']);
    await page.match(sheet, { skipHidden: false });
    expect(await page.plan(sheet)).toContain('"Skip hidden rows" under Match skips them');
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-1']);
  },

  async resultPending() {
    const page = await Page.open({ readyAfterMs: 2_000 });
    const stop = async (sheet: string, begin: () => Promise<unknown>) => {
      const before = (await page.sandbox.ledger()).assessments.length;
      await begin();
      await expect
        .poll(async () => (await page.sandbox.ledger()).assessments.length)
        .toBe(before + 2);
      await page.server.json('POST', `/api/sheets/${sheet}/run/stop`);
      await page.server.ended(sheet);
    };
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await stop(sheet, () => page.server.start(sheet));
    expect((await page.row(sheet, 2)).message).toContain('To get the result, press "Assess".');
    expect(await page.sent(() => page.assess(sheet))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', message: '' });
    await stop(sheet, () =>
      page.server.json('POST', `/api/sheets/${sheet}/runs`, { operation: 'reassess', rows: '2-3' }),
    );
    const { message } = await page.row(sheet, 2);
    expect(message).toContain('press "Assess again" with the number of this row under');
    expect(await page.sent(() => page.again(sheet, '2'))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', message: '' });
  },

  async resultsNotRead(page) {
    await page.sandbox.loseAnswerOf('E-1');
    await page.sandbox.loseAnswerOf('E-2', 'reset-before-commit');
    const sheet = await page.upload(hires('E-1', 'E-2', 'E-3'));
    await page.assess(sheet);
    const wrong = '1700000000000x111111111111111111';
    const ofOther = await page.sandbox.create({ employeeId: 'E-9' });
    const enter = async (row: number, id?: string) => {
      await page.settle(sheet, row, id);
      await page.assess(sheet);
    };
    await enter(2, wrong);
    expect(await page.said(sheet)).toContain('If the Assessment ID is wrong, open the row under');
    const right = await page.idOf('E-1');
    expect(await page.sent(() => enter(2, right))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', assessmentId: right });
    await enter(3, ofOther);
    expect(await page.said(sheet)).toContain('enter its Assessment ID, or say that there is none');
    expect(await page.sent(() => enter(3))).toEqual(['E-2']);
    expect(await page.row(sheet, 3)).toMatchObject({ status: 'Scored', message: '' });
    // "To try again, press "Assess"."
    const slow = await Page.open({ readyAfterMs: 1_000 });
    const other = await slow.upload(hires('E-4', 'E-5'));
    await slow.server.start(other);
    await expect.poll(async () => (await slow.sandbox.ledger()).assessments).toHaveLength(2);
    const fault = { operation: 'rwa_retrieve', fault: 'platform-400' };
    await slow.sandbox.control('POST faults', fault);
    await slow.server.ended(other);
    expect(await slow.said(other)).toContain('could not be read');
    expect(await slow.said(other)).toContain('To try again, press "Assess".');
    await slow.sandbox.control('DELETE faults');
    expect(await slow.sent(() => slow.assess(other))).toEqual([]);
    expect(await slow.row(other, 3)).toMatchObject({ status: 'Scored', message: '' });
  },

  async moveResultsBack(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const lines = await page.download(sheet);
    const inputs = headings.split(',').length;
    const results = (lines[2] ?? '').split(',').slice(inputs);
    const apart = [...Array<string>(inputs).fill(''), ...results].join(',');
    const other = await page.other();
    const moved = await other.upload([...lines.slice(0, 2), hireRow('E-2'), apart]);
    const { problems } = await other.server.json<Problems>('GET', `/api/sheets/${moved}/problems`);
    expect(problems[0]?.remedy).toContain('move the results back to their row');
    const back = await other.upload(lines);
    expect(await other.sent(() => other.assess(back))).toEqual([]);
    // "If that row is no longer in the file, delete this one."
    expect(await other.sent(() => other.assess(moved))).toEqual([]);
    const third = await page.other();
    const left = await third.upload([...lines.slice(0, 2), apart]);
    expect(await third.sent(() => third.assess(left))).toEqual([]);
    const deleted = await third.upload(lines.slice(0, 2));
    expect(await third.sent(() => third.assess(deleted))).toEqual([]);
    expect(await third.row(deleted, 2)).toMatchObject({ status: 'Scored', message: '' });
  },

  async idOfOtherRow(page) {
    await page.sandbox.loseAnswerOf('E-1');
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const ofRow3 = await page.idOf('E-2');
    await expect(page.settle(sheet, 2, ofRow3)).rejects.toThrow('Look in the service which of');
    const right = await page.idOf('E-1');
    expect(
      await page.sent(async () => {
        await page.settle(sheet, 2, right);
        await page.assess(sheet);
      }),
    ).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', assessmentId: right });
    expect(await page.row(sheet, 3)).toMatchObject({ status: 'Scored', assessmentId: ofRow3 });
  },

  async rowsCopied(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const lines = await page.download(sheet);
    const copied = (lines[1] ?? '').replace('Portugal', 'Spain');
    const withCopy = await page.upload([...lines, copied]);
    expect(await page.plan(withCopy)).toContain('delete that row instead of sending this one');
    const instead = await page.upload([...lines.slice(0, 1), copied, ...lines.slice(2)]);
    expect(await page.sent(() => page.assess(instead))).toEqual([]);
    expect(await page.sent(() => page.again(instead, '2'))).toEqual(['E-1']);
    expect(await page.row(instead, 2)).toMatchObject({ status: 'Scored', destination: 'Spain' });
  },

  async employeesAssessedBefore(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const assessmentId = await page.idOf('E-1');
    await page.correct(sheet, 2, 'destination', 'Portugal', 'Spain');
    await page.sayNewCase(sheet, 2);
    expect(await page.plan(sheet)).toContain('restore the old inputs before you send it');
    await page.undoCorrection(sheet);
    expect(await page.sent(() => page.assess(sheet))).toEqual([]);
    expect(await page.row(sheet, 2)).toMatchObject({ status: 'Scored', assessmentId });
  },

  async columnsAlike(page) {
    const lines = hires('E-1', 'E-2').map(
      (line, at) => `${line},${at === 0 ? 'Staff ID' : `S-${at}`}`,
    );
    const sheet = await page.upload(lines);
    expect((await page.server.sheet(sheet)).refused).toContain('Choose one of them under Match');
    await page.match(sheet, { columns: { employeeId: 'A' } });
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-1', 'E-2']);
  },

  async headingsDoNotFit(page) {
    const lines = [headings.replace('Destination country', 'Ziel'), hireRow('E-1')];
    const sheet = await page.upload(lines);
    expect((await page.server.sheet(sheet)).refused).toContain('Choose a column under Match');
    await page.match(sheet, { columns: { destination: 'F' } });
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-1']);
    // "… or one value for all rows."
    const other = await page.upload([lines[0] ?? '', hireRow('E-2')]);
    await page.match(other, { columns: { destination: null }, values: { destination: 'Spain' } });
    expect(await page.sent(() => page.assess(other))).toEqual(['E-2']);
    // "If the headings are in another row, choose that one."
    const below = await page.upload(['Hires', ...hires('E-3')]);
    await page.match(below, { headerRow: 1 });
    expect((await page.server.sheet(below)).refused).toContain('If the headings are in another');
    await page.match(below, { headerRow: 2 });
    expect(await page.sent(() => page.assess(below))).toEqual(['E-3']);
  },

  async headerRowEmpty(page) {
    const sheet = await page.upload(hires('E-1'));
    await page.match(sheet, { headerRow: 40 });
    expect((await page.server.sheet(sheet)).refused).toContain('given with "Heading row" under');
    await page.match(sheet, { headerRow: 1 });
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-1']);
  },

  async sheetEmpty(page) {
    const empty = await page.upload(['']);
    expect((await page.server.sheet(empty)).refused).toContain('and upload the file again');
    const sheet = await page.upload(hires('E-1'));
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-1']);
  },

  async csvHidesNoRows(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.match(sheet, { skipHidden: true });
    expect(await page.plan(sheet)).toContain('"Skip hidden rows" under Match has no effect');
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-1', 'E-2']);
  },

  async hiddenRowsCount(page) {
    const sheet = await page.uploadHidden(hires('E-1', 'E-2'), hires('E-1').slice(1));
    expect(await page.plan(sheet)).toContain('"Skip hidden rows" under Match skips them');
    await page.match(sheet, { skipHidden: true });
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-2']);
  },

  async valuesSuggested(page) {
    const sheet = await page.upload([
      ...hires('E-1', 'E-2').map((line) => line.replace('Germany,No', 'Germany,Nein')),
      hireRow('E-3'),
    ]);
    expect(await page.plan(sheet)).toContain('such as "Nein" as No: accept them under Match.');
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-3']);
    const path = `/api/sheets/${sheet}`;
    const { valuesToSettle } = await page.server.json<Matching>('GET', `${path}/match`);
    const accepted = valuesToSettle.map(({ field, value, suggestion: to }) => ({
      field,
      value,
      to,
    }));
    await page.server.json('POST', `${path}/corrections`, accepted);
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-1', 'E-2']);
  },

  async sayDateOrder(page) {
    const ambiguous = (id: string) => hireRow(id).replace('2026-11-03', '03/04/2026');
    const sheet = await page.upload([headings, ambiguous('E-1'), ambiguous('E-2')]);
    expect(await page.sent(() => page.assess(sheet))).toEqual([]);
    expect((await page.row(sheet, 2)).message).toContain('Choose under Match whether 03/04/2026');
    expect(
      await page.sent(async () => {
        await page.correct(sheet, 2, 'startDate', '03/04/2026', '30 November 2026');
        await page.assess(sheet);
      }),
    ).toEqual(['E-1']);
    await page.match(sheet, { dateOrder: 'dmy' });
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-2']);
  },

  async datesOfColumn(page) {
    const lines = [['E-1', '13/11/2026'] as const, ['E-2', '03/11/2026'] as const].map(
      ([id, date]) => hireRow(id).replace('2026-11-03', date),
    );
    const sheet = await page.upload([headings, ...lines]);
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-1']);
    expect((await page.row(sheet, 3)).message).toContain(
      'choose "3 April (day first)" under Match',
    );
    await page.match(sheet, { dateOrder: 'dmy' });
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-2']);
  },

  async datesOfOtherColumns(page) {
    const dates = (id: string, from: string, to: string) =>
      hireRow(id).replace('2026-11-03', from).replace('2027-11-02', to);
    const sheet = await page.upload([
      headings,
      dates('E-1', '2026-11-03', '11/13/2027'),
      dates('E-2', '03/04/2026', '2027-11-02'),
    ]);
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-1']);
    expect((await page.row(sheet, 3)).message).toContain('if this one is too, choose "4 March');
    await page.match(sheet, { dateOrder: 'mdy' });
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-2']);
  },

  async checkHeading(page) {
    const long = hireRow('E-1').replace('Other', 'x'.repeat(33_000));
    const sheet = await page.upload([headings, long]);
    await page.assess(sheet);
    expect((await page.row(sheet, 2)).message).toContain('Check under Match that the right column');
    await page.match(sheet, { columns: { roleType: null }, values: { roleType: 'Other' } });
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-1']);
  },

  async encodingGuessed(page) {
    const text = [headings, hireRow('É-1'), hireRow('E-2'), ''].join('\r\n');
    const { id } = await page.server.upload('hires.csv', Buffer.from(text, 'latin1'));
    expect(await page.plan(id)).toContain('save it again as UTF-8');
    expect(await page.sent(() => page.assess(id))).toEqual(['E-2']);
    const sheet = await page.upload(hires('É-1', 'E-2'));
    expect(await page.sent(() => page.assess(sheet))).toEqual(['É-1']);
  },

  async saveAsUtf8(page) {
    const text = [headings, hireRow('É-1'), ''].join('\r\n');
    const { id } = await page.server.upload('hires.csv', Buffer.from(text, 'latin1'));
    expect(await page.sent(() => page.assess(id))).toEqual([]);
    expect((await page.row(id, 2)).message).toContain('Save the file again as UTF-8');
    const sheet = await page.upload(hires('É-1'));
    expect(await page.sent(() => page.assess(sheet))).toEqual(['É-1']);
  },

  async allSheetsHidden(page) {
    const parts = workbookParts({ rows: toRows(hires('E-1')) });
    const list = String(parts['xl/workbook.xml']).replace('<sheet ', '<sheet state="hidden" ');
    const sheet = await page.uploadParts({ ...parts, 'xl/workbook.xml': list });
    expect((await page.server.sheet(sheet)).refused).toContain('with the list of worksheets under');
    await page.match(sheet, { worksheet: 'Hires' });
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-1']);
  },

  async otherSheetsFit(page) {
    const parts = workbookParts({ rows: toRows(hires('E-1')) });
    const [book, links] = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'];
    const [link = ''] = /<Relationship [^>]*sheet1[.]xml"[^>]*>/.exec(String(parts[links])) ?? [];
    const sheet = await page.uploadParts({
      ...parts,
      [book]: String(parts[book]).replace(
        '</sheets>',
        '<sheet name="Trips" sheetId="8" r:id="s2"/></sheets>',
      ),
      [links]: String(parts[links]).replace(
        link,
        link + link.replace('"s1"', '"s2"').replace('sheet1', 'sheet2'),
      ),
      'xl/worksheets/sheet2.xml': String(workbookParts({ rows: toRows(hires('E-9')) })[sheet1]),
    });
    expect(await page.plan(sheet)).toContain('use the list of worksheets under Match to choose it');
    await page.match(sheet, { worksheet: 'Trips' });
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-9']);
  },

  async calculateFormula(page) {
    const formula = hireRow('E-1').replace('Portugal', '<c><f>A1</f></c>');
    const sheet = await page.uploadHidden([headings, formula, hireRow('E-2')], []);
    expect(await page.sent(() => page.assess(sheet))).toEqual(['E-2']);
    expect((await page.row(sheet, 2)).message).toContain(
      'Enter the value here, or open the file of',
    );
    // Excel saves the value with the formula, in the file that was downloaded.
    const { text } = await page.server.ask('GET', `/api/sheets/${sheet}/downloads/workbook`);
    const parts = Object.fromEntries(
      [...unzip(Buffer.from(text, 'latin1'))].map(([name, { content }]) => [name, content]),
    );
    const value = '<c t="str"><f>A1</f><v>Portugal</v></c>';
    const saved = String(parts[sheet1]).replace('<c><f>A1</f></c>', value);
    const again = await page.uploadParts({ ...parts, [sheet1]: saved });
    expect(await page.sent(() => page.assess(again))).toEqual(['E-1']);
  },

  async unknownScore(page) {
    const sheet = await page.upload(hires('E-1', 'E-2'));
    await page.assess(sheet);
    const lines = withoutColumn(await page.download(sheet), 'Row reference');
    const score = (lines[0] ?? '').split(',').indexOf('Payroll tax risk');
    const withScore = (all: readonly string[], text: string) =>
      all.map((line, at) => (at === 1 ? line.split(',').with(score, text).join(',') : line));
    const typed = await page.upload(withScore(lines, '9.95'));
    const confirmed = async () => {
      await page.settle(typed, 2, await page.idOf('E-1'));
      await page.assess(typed);
    };
    expect(await page.sent(confirmed)).toEqual([]);
    expect((await page.row(typed, 2)).message).toContain('clear the cell in the file of "Download');
    const cleared = await page.upload(withScore(await page.download(typed), ''));
    expect(await page.sent(() => page.assess(cleared))).toEqual([]);
    // The new sheet asks once more about the ID.
    expect((await page.row(cleared, 2)).message).toContain('confirm the ID');
    const again = async () => {
      await page.settle(cleared, 2, await page.idOf('E-1'));
      await page.assess(cleared);
    };
    expect(await page.sent(again)).toEqual([]);
    expect(await page.row(cleared, 2)).toMatchObject({ status: 'Scored', message: '' });
  },
};

test.for(Object.entries(followed))(
  'following the message %s sends only the rows that it is about',
  { timeout: 60_000 },
  async ([, follow]) => {
    await follow(await Page.open());
  },
);

/** Why no test here follows the message. */
const others: Readonly<Record<string, string>> = {
  ...sendsNothing(
    'needs a record that fails or changes during a run: chaos.test.ts and the tests of the journal start again',
    'journalUnreadable journalNotWritable journalWriteFailed journalChanged lockLost lockNotWritable',
  ),
  ...sendsNothing(
    'needs another program that changes the stored file while a download is written',
    'sheetChanged resultsDoNotFit',
  ),
  ...sendsNothing(
    'needs results that replace the sheet: the page writes them only into downloads, without notes',
    'resultsBeside cellKept cellsKept',
  ),
  mappedToResults:
    'needs a record of the columns for results: the page writes them only into downloads, and Match does not offer them',
  decisionOnOtherAssessment:
    'needs a sheet with a column for decisions and the inputs of its rows: the page sends typed decisions',
  noRowHasInput: 'needs a sheet with a column for decisions: the page sends typed decisions',
  rowShowsForgottenId: 'needs a record of a forgotten person: only rwa forget writes one',
  rowCannotBeResolved: 'needs a row named by its number: only rwa resolve takes one',
  sheetHasSecondName: 'needs a lock beside the sheet: the page has its locks in the database',
  rowNotRecorded: 'needs a disk that fails between an answer of the service and its record',
};

function sendsNothing(why: string, ...codes: readonly string[]): Record<string, string> {
  return Object.fromEntries(codes.flatMap((line) => line.split(' ')).map((code) => [code, why]));
}

/** Names a button, an option or a place of the page, or tells people to edit and upload the file. */
const advises =
  /"(?:Assess|Assess again|To settle|Send rejected rows again|Skip hidden rows|Heading row|Download the sheet with scores)"|\b[Pp]ress\b|[Uu]pload|under (?:Check|Results|Match|People)|\b[Cc]lear\b|[Ss]tart again|Reload|\b[Oo]pen\b|say so|answer then|[Dd]elete that row|old inputs|Look in the service/;

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
  expect(Object.keys(others).filter((code) => Object.hasOwn(followed, code))).toEqual([]);
});
