import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConnection } from '../../../batch/http/connection.js';
import { testFolder } from '../testFolder.js';

/**
 * Returns the codes of the warnings about a token file with this mode. `credentials` is the folder
 * for the credentials of a systemd unit, and undefined outside of a unit.
 */
async function readWarnings(
  mode: number,
  tokenFile: string,
  credentials?: string,
): Promise<string[]> {
  const folder = testFolder();
  await mkdir(join(folder, 'unit/hr'), { recursive: true });
  await symlink('unit', join(folder, 'link'));
  for (const name of ['unit/token', 'unit/hr/token', 'token']) {
    await writeFile(join(folder, name), 'a-token');
    await chmod(join(folder, name), mode);
  }
  const warnings: string[] = [];
  await readConnection({
    baseUrl: 'https://rwa.example/version-test/api/1.1/wf',
    tokenFile: join(folder, tokenFile),
    env: credentials === undefined ? {} : { CREDENTIALS_DIRECTORY: join(folder, credentials) },
    warn: ({ code }) => warnings.push(code),
  });
  return warnings;
}

// systemd uses an ACL to let one account read a credential. The file mode shows the ACL as group permissions.
test.each([
  ['unit/token', 'unit'],
  ['unit/token', 'unit/'],
  ['unit/hr/token', 'unit'],
  ['link/token', 'unit'],
  ['unit/token', 'link'],
])(
  'group permissions of the credential %s in the folder %s cause no warning',
  async (tokenFile, credentials) => {
    expect(await readWarnings(0o440, tokenFile, credentials)).toEqual([]);
  },
);

test.each([
  ['a credential that everybody may read', 0o444, 'unit/token', 'unit'],
  ['a file beside the credentials', 0o440, 'token', 'unit'],
  ['a file outside of a systemd unit', 0o440, 'token', undefined],
] as const)('there is a warning about %s', async (_, mode, tokenFile, credentials) => {
  expect(await readWarnings(mode, tokenFile, credentials)).toEqual(['tokenFileOpenToOthers']);
});
