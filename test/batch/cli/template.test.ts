import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assessmentFields } from '../../../src/assessmentFields.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { toTemplateFields } from '../../../batch/cli/commands/template.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { readFiles, toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { typeInto } from './typeInto.js';

const templateName = 'remote-work-assessment.xlsx';

test('the template can be checked and assessed after its examples are replaced', async () => {
  const folder = await folderWith();
  const { code, out } = await rwa(folder, ['template']);
  expect(code).toBe(0);
  expect(out).toBe(
    `Created ${templateName}. Its two example rows show a trip and a hire: replace them with your own.\nNext: fill in one row for each assessment, save, and run\n  rwa check ${templateName}\n`,
  );
  await typeInto(join(folder, templateName), { A2: '00124', A3: '00457' });
  const check = await rwa(folder, ['check', templateName]);
  expect([check.code, check.out]).toEqual([
    0,
    `${templateName}, sheet "Assessments", headings in row 1: 2 rows\nResults go to columns S to AF.\nAll 2 rows can be assessed.\nNext:\n  Assess the sheet; finished rows are skipped:\n    rwa assess ${templateName}\n`,
  ]);
  const args = ['assess', templateName, '--sandbox', '--yes', '--poll-interval', '50ms'];
  const assess = await rwa(folder, args);
  expect([assess.code, assess.out]).toEqual([0, expect.stringMatching(/^ +2 scored$/m)]);
});

test('an unchanged template can be checked and tried in the sandbox, but not sent', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith();
  await rwa(folder, ['template', templateName]);
  const check = await rwa(folder, ['check', templateName]);
  expect([check.code, check.out]).toEqual([
    0,
    expect.stringContaining('Rows 2 and 3 are the examples of the template. Replace them'),
  ]);
  const [, suggested = ''] = /^ +rwa (assess .*)$/m.exec(check.out) ?? [];
  expect(suggested).toBe(`assess ${templateName} --sandbox`);
  const quick = ['--yes', '--poll-interval', '50ms'];
  const trial = await rwa(folder, [...suggested.split(' '), ...quick]);
  expect([trial.code, trial.out]).toEqual([0, expect.stringMatching(/^ +2 scored$/m)]);
  const { code, err } = await rwa(folder, ['assess', templateName, ...quick], toEnv(sandbox));
  expect([code, err]).toEqual([2, expect.stringContaining('Rows 2 and 3 are examples')]);
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);
});

test('rwa template never replaces an existing file', async () => {
  const folder = await folderWith({ 'my hires.xlsx': 'precious' });
  const { code, err } = await rwa(folder, ['template', 'my hires.xlsx']);
  expect([code, err]).toEqual([
    2,
    'rwa: my hires.xlsx already exists and was not changed. Choose another name: rwa template NAME.xlsx\n',
  ]);
  expect(await readFiles(folder)).toEqual({ 'my hires.xlsx': 'precious' });
});

test('the template has the inputs in the order of `assessmentFields`, and complete examples', () => {
  expect(toTemplateFields(assess).map(({ name }) => name)).toEqual(Object.keys(assessmentFields));
  for (const { name, requiredWhen, examples } of toTemplateFields(assess)) {
    const [trip, hire] = examples;
    if (['always', 'for Work From Anywhere'].includes(requiredWhen))
      expect(trip, name).not.toBe('');
    if (['always', 'for Hire From Anywhere'].includes(requiredWhen))
      expect(hire, name).not.toBe('');
  }
});
