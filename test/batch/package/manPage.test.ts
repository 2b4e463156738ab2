import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../../../batch/cli/commands/commandList.js';
import manifest from '../../../batch/package.json' with { type: 'json' };

// The field `man` is a list, because npm links no page if the field is a string.
const [path = ''] = manifest.man;
const page = await readFile(join(import.meta.dirname, '../../../batch', path), 'utf8');

test('the manual page contains every command, with options and examples', () => {
  for (const name of Object.keys(commands)) {
    expect(page).toContain(`.SS "rwa ${name.replaceAll('-', String.raw`\-`)} `);
  }
  expect(page).toContain('.SS "rwa serve move ');
  expect(page).toContain(String.raw`.B "\-\-wait\-for\-service <time>"`);
  expect(page).toContain(
    String.raw`  rwa assess trips.csv \-\-output scored.csv   leave trips.csv unchanged`,
  );
});

test('troff reads no text of the manual page as a macro', () => {
  const macros = new Set(page.match(/^['.]\S*/gm));
  expect([...macros].toSorted()).toEqual(['.B', '.PP', '.SH', '.SS', '.TH', '.TP', '.fi', '.nf']);
});
