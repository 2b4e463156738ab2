import { inWords, sentenceOf } from '../../../batch/cli/wording/wording.js';
import { UsageError } from '../../../batch/engine/errors.js';
import { whole } from '../../../batch/wording/sentence.js';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assess } from '../../../batch/engine/operations/assess.js';
import { filesOf } from '../../../batch/engine/journal/files.js';
import { outcomeNow } from '../../../batch/engine/run/outcomeNow.js';
import { readStatus } from '../../../batch/engine/run/readStatus.js';
import { sandboxOfTest } from '../../sandbox/sandboxUnderTest.js';
import { folderOfTest } from '../folderOfTest.js';
import { employees, hireRow, runOn, sheetOf } from './runOfTest.js';

/** A sheet that was run with a journal, its own unless one is named, and shows nothing of it. */
async function sent(journal?: string) {
  const service = await sandboxOfTest();
  const folder = folderOfTest();
  const path = sheetOf(folder, employees(3));
  const before = readFileSync(path);
  const named = (name: string) => ({ journal: join(folder, name) });
  const files = filesOf(path, journal === undefined ? {} : named(journal));
  await runOn(path, service.sandbox, { files });
  writeFileSync(path, before);
  const creates = async () => (await service.ledger()).requests.rwa_create;
  return { service, folder, path, files, named, creates };
}

/** The run is refused, and status says so too, with the same words. */
async function refused(
  { service }: Pick<Awaited<ReturnType<typeof sent>>, 'service'>,
  path: string,
  options: { readonly journal?: string } = {},
): Promise<string> {
  const files = filesOf(path, options);
  const error = await runOn(path, service.sandbox, { files }).then(
    () => new UsageError(),
    (thrown: unknown) => thrown as UsageError,
  );
  expect(error).toMatchObject({ outcome: 'usage' });
  const status = await readStatus(path, files, assess, { inputs: assess }, inWords);
  expect(outcomeNow(status, assess, files)).toBe('usage');
  expect(error.said).toEqual([status.refusal, { code: 'nothingSent' }]);
  return whole(sentenceOf(error));
}

test.each(['new.jsonl', 'old.jsonl', 'z.csv.rwa-journal.jsonl'])(
  'a sheet that was renamed without its journal is not sent by another one: %s',
  async (name) => {
    const all = await sent();
    const { service, folder, path, named, creates } = all;
    if (name !== 'new.jsonl') {
      const other = join(folder, 'z.csv');
      renameSync(sheetOf(folderOfTest(), ['E-9']), other);
      await runOn(other, service.sandbox, { files: filesOf(other, named(name)) });
    }
    const before = await creates();
    const renamed = join(folder, 'staff.csv');
    renameSync(path, renamed);
    const message = await refused(all, renamed, named(name));
    expect(message).toMatch(
      /contains rows 2, 3 and 4 of this sheet, and hires.csv no longer exists/,
    );
    expect(message).toMatch(/to .*staff.csv.rwa-journal.jsonl, then .* without --journal/);
    expect(await creates()).toBe(before);

    renameSync(filesOf(path, {}).journal, filesOf(renamed, {}).journal);
    await runOn(renamed, service.sandbox);
    expect(await creates()).toBe(before);
  },
);

test('a sheet that was sent with a named journal is not sent without it', async () => {
  const all = await sent('x.jsonl');
  const { service, path, files, named, creates } = all;
  const message = await refused(all, path);
  expect(message).toMatch(/The journal .*x.jsonl contains rows 2, 3 and 4 of this sheet/);
  expect(message).toContain(`--journal ${files.journal}\n`);
  await refused(all, path, named('y.jsonl'));
  expect(await creates()).toBe(3);
  const { summary } = await runOn(path, service.sandbox, { files });
  expect([summary.counts.Scored, await creates()]).toEqual([3, 3]);
});

test('copies of the journal that is named forbid nothing', async () => {
  const { service, folder, path, files, creates } = await sent('x.jsonl');
  writeFileSync(join(folder, 'x.jsonl.bak'), readFileSync(files.journal));
  writeFileSync(path, `${readFileSync(path, 'utf8')}${hireRow('E-4')}\r\n`);
  const { summary } = await runOn(path, service.sandbox, { files });
  expect([summary.counts.Scored, await creates()]).toEqual([4, 4]);
});

test('what was recovered of a journal that was lost is found', async () => {
  const all = await sent();
  renameSync(all.files.journal, join(all.folder, 'hires.csv.rwa-journal.recovered-1.jsonl'));
  expect(await refused(all, all.path)).toContain('recovered-1.jsonl contains rows 2, 3 and 4');
});

test('of two journals that each know rows of a sheet none is advised', async () => {
  const all = await sent('x.jsonl');
  const { service, folder, path, named } = all;
  const other = join(folder, 'z.csv');
  renameSync(sheetOf(folderOfTest(), ['E-9']), other);
  await runOn(other, service.sandbox, { files: filesOf(other, named('y.jsonl')) });
  rmSync(other);
  writeFileSync(path, `${readFileSync(path, 'utf8')}${hireRow('E-9')}\r\n`);
  for (const options of [{}, named('x.jsonl'), named('y.jsonl')]) {
    const message = await refused(all, path, options);
    expect(message).toMatch(/No single journal contains all rows .*(contains rows? [2-5, ]+.*){2}/);
    expect(message).not.toContain('Run the same command');
  }
});

test('a copy beside its sheet is another sheet, and so is one for another service', async () => {
  const { service, folder, path, files, creates } = await sent();
  const copy = join(folder, 'copy.csv');
  writeFileSync(copy, readFileSync(path));
  await runOn(copy, service.sandbox);
  expect(await creates()).toBe(6);
  renameSync(files.journal, join(folder, 'j.jsonl'));
  const elsewhere = await sandboxOfTest();
  await runOn(path, elsewhere.sandbox);
  expect(existsSync(files.journal)).toBe(true);
});
