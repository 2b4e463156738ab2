import { inWords, toSentence } from '../../../batch/cli/wording/wording.js';
import { UsageError } from '../../../batch/engine/errors.js';
import { showValues } from '../../../batch/wording/sentence.js';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { assess, createReassessment } from '../../../batch/engine/operations/assess.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { readOutcome, readStatus } from '../../../batch/engine/run/readStatus.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { allInWords, employees, hireRow, runOn, writeHires } from './testRun.js';
import type { Message } from '../../../batch/engine/message.js';
import type { RunEvent } from '../../../batch/engine/run/events.js';

/** Assesses a sheet with its own or a named journal, and then removes the results from the sheet. */
async function sendSheet(journal?: string, folder = testFolder()) {
  const service = await startTestSandbox();
  const path = writeHires(folder, employees(3));
  const before = readFileSync(path);
  const named = (name: string) => ({ journal: resolve(folder, name) });
  const files = toSheetFiles(path, journal === undefined ? {} : named(journal));
  await runOn(path, service.sandbox, { files });
  writeFileSync(path, before);
  const countCreates = async () => (await service.readLedger()).requests.rwa_create;
  return { service, folder, path, files, named, countCreates };
}

/** Checks that a run is refused, and that `rwa status` gives the same reason. Returns the message. */
async function expectRefusal(
  { service }: Pick<Awaited<ReturnType<typeof sendSheet>>, 'service'>,
  path: string,
  options: { readonly journal?: string } = {},
): Promise<string> {
  const files = toSheetFiles(path, options);
  const error = await runOn(path, service.sandbox, { files }).then(
    () => new UsageError(),
    (thrown: unknown) => thrown as UsageError,
  );
  expect(error).toMatchObject({ outcome: 'usage' });
  const status = await readStatus(path, files, assess, { inputs: assess }, inWords);
  expect(readOutcome(status, assess, files)).toBe('usage');
  expect(error.messages).toEqual([status.refusal, { code: 'nothingSent' }]);
  return showValues(toSentence(error));
}

test.each(['new.jsonl', 'old.jsonl', 'z.csv.rwa-journal.jsonl'])(
  'a sheet that was renamed without its journal is not sent with another journal: %s',
  async (name) => {
    const all = await sendSheet();
    const { service, folder, path, named, countCreates } = all;
    if (name !== 'new.jsonl') {
      const other = join(folder, 'z.csv');
      renameSync(writeHires(testFolder(), ['E-9']), other);
      await runOn(other, service.sandbox, { files: toSheetFiles(other, named(name)) });
    }
    const before = await countCreates();
    const renamed = join(folder, 'staff.csv');
    renameSync(path, renamed);
    const message = await expectRefusal(all, renamed, named(name));
    expect(message).toMatch(
      /contains rows 2, 3 and 4 of this sheet, and hires.csv no longer exists/,
    );
    expect(message).toMatch(/to .*staff.csv.rwa-journal.jsonl, then .* without --journal/);
    expect(await countCreates()).toBe(before);

    renameSync(toSheetFiles(path, {}).journal, toSheetFiles(renamed, {}).journal);
    await runOn(renamed, service.sandbox);
    expect(await countCreates()).toBe(before);
  },
);

test('a sheet that was sent with a named journal is not sent without it', async () => {
  const all = await sendSheet('x.jsonl');
  const { service, path, files, named, countCreates } = all;
  rmSync(files.location);
  const message = await expectRefusal(all, path);
  expect(message).toMatch(/The journal .*x.jsonl contains rows 2, 3 and 4 of this sheet/);
  expect(message).toContain(`--journal ${files.journal}\n`);
  await expectRefusal(all, path, named('y.jsonl'));
  expect(await countCreates()).toBe(3);
  const { summary } = await runOn(path, service.sandbox, { files });
  expect([summary.counts.Scored, await countCreates()]).toEqual([3, 3]);
});

test('a run ignores copies of its named journal', async () => {
  const { service, folder, path, files, countCreates } = await sendSheet('x.jsonl');
  writeFileSync(join(folder, 'x.jsonl.bak'), readFileSync(files.journal));
  writeFileSync(path, `${readFileSync(path, 'utf8')}${hireRow('E-4')}\r\n`);
  const { summary } = await runOn(path, service.sandbox, { files });
  expect([summary.counts.Scored, await countCreates()]).toEqual([4, 4]);
});

test('a refusal contains the name of the file into which the lost journal was recovered', async () => {
  const all = await sendSheet();
  renameSync(all.files.journal, join(all.folder, 'hires.csv.rwa-journal.recovered-1.jsonl'));
  expect(await expectRefusal(all, all.path)).toContain(
    'recovered-1.jsonl contains rows 2, 3 and 4',
  );
});

test('a refused run recommends neither of two journals that each contain some of the rows', async () => {
  const all = await sendSheet('x.jsonl');
  const { service, folder, path, files, named } = all;
  const other = join(folder, 'z.csv');
  renameSync(writeHires(testFolder(), ['E-9']), other);
  await runOn(other, service.sandbox, { files: toSheetFiles(other, named('y.jsonl')) });
  rmSync(other);
  writeFileSync(path, `${readFileSync(path, 'utf8')}${hireRow('E-9')}\r\n`);
  for (const options of [{}, named('x.jsonl'), named('y.jsonl')]) {
    rmSync(files.location, { force: true });
    const message = await expectRefusal(all, path, options);
    expect(message).toMatch(/No single journal contains all rows .*(contains rows? [2-5, ]+.*){2}/);
    expect(message).not.toContain('Run the same command');
  }
});

test('a copy sends the rows of the original only with --send-known', async () => {
  const { service, folder, path, countCreates } = await sendSheet();
  const copy = join(folder, 'copy.csv');
  writeFileSync(copy, `${readFileSync(path, 'utf8')}${hireRow('E-4')}\r\n`);
  const notes: Message[] = [];
  const onEvent = (event: RunEvent) => {
    if (event.type === 'plan') notes.push(...event.plan.notes);
  };
  const { summary, reports } = await runOn(copy, service.sandbox, { onEvent });
  expect([summary.counts.Scored, summary.counts.Invalid, await countCreates()]).toEqual([1, 3, 4]);
  expect(allInWords(notes)).toContain('Rows 2, 3 and 4 were sent from hires.csv before');
  expect(reports[0]?.message).toMatch(/sent from hires.csv before \(ID \d+x\d+\)/);

  const { summary: again } = await runOn(copy, service.sandbox, { withoutJournal: true });
  expect([again.sent, await countCreates()]).toEqual([0, 4]);
  const files = toSheetFiles(copy, {});
  const { rows } = await readStatus(copy, files, assess, { inputs: assess }, inWords);
  expect(rows.map(({ status }) => status)).toEqual(['Invalid', 'Invalid', 'Invalid', 'Scored']);

  await runOn(copy, service.sandbox, { sendKnown: true });
  expect(await countCreates()).toBe(7);
});

test.each([
  ['the default journal', undefined],
  ['a named journal', 'inside/x.jsonl'],
])(
  'a copy of a deleted sheet does not send the rows that the sheet has sent with %s',
  async (_, journal) => {
    const folder = testFolder();
    mkdirSync(join(folder, 'inside'));
    const { service, path, countCreates } = await sendSheet(journal, folder);
    const copy = join(folder, 'copy.csv');
    writeFileSync(copy, `${readFileSync(path, 'utf8')}${hireRow('E-4')}\r\n`);
    await runOn(copy, service.sandbox);
    rmSync(path);
    const files = toSheetFiles(copy, {});
    const { rows } = await readStatus(copy, files, assess, { inputs: assess }, inWords);
    expect(rows.map(({ status }) => status)).toEqual(['Invalid', 'Invalid', 'Invalid', 'Scored']);
    const { reports } = await runOn(copy, service.sandbox);
    expect(reports[0]?.message).toContain('sent from hires.csv before');
    expect(await countCreates()).toBe(4);
    await runOn(copy, service.sandbox, { sendKnown: true });
    expect(await countCreates()).toBe(7);
  },
);

test('a journal in a folder named like sandbox data is not taken for a sandbox journal', async () => {
  const { service, folder, path, countCreates } = await sendSheet();
  const inside = join(folder, 'y.rwa-sandbox.d');
  mkdirSync(inside);
  for (const name of readdirSync(folder)) {
    if (name !== basename(inside)) renameSync(join(folder, name), join(inside, name));
  }
  const copy = join(inside, 'copy.csv');
  copyFileSync(join(inside, basename(path)), copy);
  await runOn(copy, service.sandbox, { files: toSheetFiles(copy, {}) });
  expect(await countCreates()).toBe(3);
});

/** Adds two columns for the IDs of approvers, and fills them in for the employees in `ids`. */
function addApprovers(text: string, ids: Readonly<Record<string, string>>): string {
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  const rows = lines.map((line) => `${line},${ids[line.split(',', 1)[0] ?? ''] ?? ','}`);
  return [`${head},Manager ID,Compliance team member ID`, ...rows, ''].join('\r\n');
}

const approvers = { 'E-1': 'M-200,', 'E-2': ',C-300', 'E-3': 'M-200,C-300' };

test('a copy is not sent if only the IDs of approvers were filled in', async () => {
  const { service, folder, path, countCreates } = await sendSheet();
  const copy = join(folder, 'copy.csv');
  writeFileSync(copy, addApprovers(readFileSync(path, 'utf8'), approvers));
  const { reports } = await runOn(copy, service.sandbox);
  expect(reports).toHaveLength(3);
  for (const { message } of reports) expect(message).toContain('sent from hires.csv before');
  expect(await countCreates()).toBe(3);
});

test('a renamed sheet is not sent if only the IDs of approvers were filled in', async () => {
  const all = await sendSheet();
  const { folder, path, countCreates } = all;
  const renamed = join(folder, 'staff.csv');
  writeFileSync(renamed, addApprovers(readFileSync(path, 'utf8'), approvers));
  rmSync(path);
  expect(await expectRefusal(all, renamed)).toContain('contains rows 2, 3 and 4 of this sheet');
  expect(await countCreates()).toBe(3);
});

test('a copy of a sheet that was sent with --accept-suggestions is not sent without that option', async () => {
  const service = await startTestSandbox();
  const folder = testFolder();
  const path = writeHires(folder, ['K-1']);
  writeFileSync(path, readFileSync(path, 'utf8').replace('Portugal', 'Deutschland'));
  const before = readFileSync(path);
  const intake = { inputs: assess, acceptSuggestions: true };
  expect((await runOn(path, service.sandbox, { intake })).summary.counts.Scored).toBe(1);
  const copy = join(folder, 'copy.csv');
  writeFileSync(copy, before);
  const { reports } = await runOn(copy, service.sandbox);
  expect(reports[0]?.message).toContain('sent from hires.csv before');
  expect((await service.readLedger()).requests.rwa_create).toBe(1);
});

test('a copy is sent if the service refused the row of the original', async () => {
  const service = await startTestSandbox();
  const folder = testFolder();
  const path = writeHires(folder, ['E-1']);
  const before = readFileSync(path);
  await service.control('POST faults', {
    operation: 'rwa_create',
    fault: 'platform-400',
    times: 1,
  });
  await runOn(path, service.sandbox);
  const copy = join(folder, 'copy.csv');
  writeFileSync(copy, before);
  const { summary } = await runOn(copy, service.sandbox);
  expect(summary.counts.Scored).toBe(1);
});

test('a copy is sent to another service only after a person confirms that the services differ', async () => {
  const { folder, path, countCreates } = await sendSheet();
  const copy = join(folder, 'copy.csv');
  writeFileSync(copy, readFileSync(path));
  const otherService = await startTestSandbox();
  const first = await runOn(copy, otherService.sandbox);
  expect(first.summary.counts.Invalid).toBe(3);
  expect(first.reports[0]?.message).toMatch(/hires.csv to http.*run again with --other-service/);
  const second = await runOn(copy, otherService.sandbox, { confirmedService: 'other' });
  expect(second.summary.counts.Scored).toBe(3);
  writeFileSync(copy, `${readFileSync(copy, 'utf8')}${hireRow('E-4')}\r\n`);
  expect((await runOn(copy, otherService.sandbox)).summary.counts.Scored).toBe(4);
  expect([await countCreates(), (await otherService.readLedger()).requests.rwa_create]).toEqual([
    3, 4,
  ]);
});

test('a sheet that was restored from its backup without its journal is not sent', async () => {
  const all = await sendSheet();
  const { service, path, files, countCreates } = all;
  const kept = `${files.journal}.kept`;
  renameSync(files.journal, kept);
  // Make the journal unreadable, so that only the backup is evidence.
  writeFileSync(kept, readFileSync(kept, 'utf8').slice(1));
  const message = await expectRefusal(all, path);
  expect(message).toMatch(/a run of this sheet made .*hires.backup-.*csv/);
  await expect(runOn(path, service.sandbox, { sendKnown: true })).rejects.toThrow(
    'backupWithoutJournal',
  );
  expect(await countCreates()).toBe(3);
  await runOn(path, service.sandbox, { withoutJournal: true });
  expect(await countCreates()).toBe(6);
});

test('a sheet with a backup is not sent without its journal, even if its first run sent nothing', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), ['E-1']);
  const edit = (from: string, to: string) => {
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  };
  edit('2026-11-03', 'soon');
  await runOn(path, service.sandbox);
  edit('soon', '2026-11-03');
  const before = readFileSync(path, 'utf8');
  await runOn(path, service.sandbox);
  rmSync(toSheetFiles(path, {}).journal);
  writeFileSync(path, before);
  await expect(runOn(path, service.sandbox)).rejects.toThrow('backupWithoutJournal');
  await expectRefusal({ service }, path);
  expect((await service.readLedger()).requests.rwa_create).toBe(1);
});

test.each([
  ['backupWithoutJournal', 'beside a backup', () => undefined, { roundName: 'Q1' }],
  ['roundWithoutJournal', 'without any backup', rmSync, { roundName: 'Q1' }],
  ['roundWithoutJournal', 'without any backup or name', rmSync, {}],
] as const)(
  'a round is not repeated after its journal is lost: the error is %s %s',
  async (code, _, remove, named) => {
    const { service, folder, path, files, countCreates } = await sendSheet();
    const round = { operation: createReassessment({}), ...named };
    await runOn(path, service.sandbox);
    await runOn(path, service.sandbox, round);
    rmSync(files.journal);
    for (const name of readdirSync(folder)) if (name.includes('backup')) remove(join(folder, name));
    await expect(runOn(path, service.sandbox, round)).rejects.toThrow(code);
    expect(await countCreates()).toBe(6);
    await runOn(path, service.sandbox, { ...round, withoutJournal: true });
    await runOn(path, service.sandbox, round);
    expect(await countCreates()).toBe(9);
  },
);

test('a sheet with a backup is not sent with only the journal of another command', async () => {
  const { service, folder, path, files, countCreates } = await sendSheet();
  writeFileSync(`${path}.rwa-journal-decide.jsonl`, readFileSync(files.journal));
  const backup = readdirSync(folder).find((name) => name.includes('backup')) ?? '';
  renameSync(join(folder, backup), path);
  writeFileSync(join(folder, backup), readFileSync(path));
  rmSync(files.journal);
  await expect(runOn(path, service.sandbox)).rejects.toThrow('backupWithoutJournal');
  expect(await countCreates()).toBe(3);
});

test.each([
  ['a named round', { roundName: 'Q1' }],
  ['an unnamed round', {}],
])('%s is not repeated with a journal that was rebuilt from the sheet', async (_, named) => {
  const { service, folder, path, files, countCreates } = await sendSheet();
  const round = { operation: createReassessment({}), ...named };
  await runOn(path, service.sandbox);
  await runOn(path, service.sandbox, round);
  rmSync(files.journal);
  for (const name of readdirSync(folder)) if (name.includes('backup')) rmSync(join(folder, name));
  expect((await runOn(path, service.sandbox)).summary.counts.Scored).toBe(3);
  expect(existsSync(files.journal)).toBe(true);
  await expect(runOn(path, service.sandbox, round)).rejects.toThrow('roundWithoutJournal');
  expect(await countCreates()).toBe(6);
  await runOn(path, service.sandbox, { ...round, withoutJournal: true });
  await runOn(path, service.sandbox, round);
  expect(await countCreates()).toBe(9);
});

test('a run without --journal, or with another journal, is refused after a run with --journal', async () => {
  const otherFolder = testFolder();
  const { service, folder, path, countCreates } = await sendSheet(join(otherFolder, 'x.jsonl'));
  await expect(runOn(path, service.sandbox)).rejects.toThrow('sheetHasNamedJournal');
  const moved = toSheetFiles(path, { journal: join(folder, 'moved.jsonl') });
  await expect(runOn(path, service.sandbox, { files: moved })).rejects.toThrow(
    'sheetHasNamedJournal',
  );
  renameSync(join(otherFolder, 'x.jsonl'), moved.journal);
  await expect(runOn(path, service.sandbox)).rejects.toThrow('"isMissing":true');
  const { summary } = await runOn(path, service.sandbox, { files: moved });
  expect([summary.counts.Scored, await countCreates()]).toEqual([3, 3]);
  await expect(runOn(path, service.sandbox)).rejects.toThrow('moved.jsonl');
});
