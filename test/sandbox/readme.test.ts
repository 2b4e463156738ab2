import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { faultEffects } from '../../sandbox/faults/faultEffects.js';
import { magicEmployees } from '../../sandbox/magicEmployees.js';
import { optionLists } from '../../sandbox/optionLists.js';

test('the sandbox README lists every fault, every magic Employee ID and every value of a list', async () => {
  const readme = await readFile(new URL('../../sandbox/README.md', import.meta.url), 'utf8');
  for (const [name, { commits }] of Object.entries(faultEffects)) {
    expect(readme).toContain(`| \`${name}\` | ${commits ? 'yes' : 'no'}`);
  }
  for (const employeeId of Object.keys(magicEmployees)) {
    expect(readme).toContain(`| \`${employeeId}\` |`);
  }
  for (const values of Object.values(optionLists)) expect(readme).toContain(values.join(', '));
});
