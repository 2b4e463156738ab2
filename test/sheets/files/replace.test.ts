import { chmod, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFileStamp, replaceFile, type Replacement } from '../../../sheets/files/replace.js';
import { SheetError } from '../../../sheets/sheet.js';
import { sheetWords } from '../../../sheets/words.js';
import { findTemporaryFolder } from '../../batch/otherAccounts.js';

let folder: string;
let source: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(findTemporaryFolder(), 'replace-'));
  source = path.join(folder, 'hires.xlsx');
  await writeFile(source, 'old');
});
afterEach(async () => {
  await chmod(folder, 0o755);
  await rm(folder, { recursive: true });
});

async function createReplacement(changes: Partial<Replacement> = {}): Promise<Replacement> {
  return {
    source,
    stamp: await readFileStamp(source),
    output: source,
    write: async (file) => {
      await file.writeFile('new');
    },
    verify: () => Promise.resolve(undefined),
    ...changes,
  };
}

function createSystemError(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: 'rename' });
}

describe('replacing the source', () => {
  it('writes the new content and keeps the old one in a dated backup', async () => {
    const { path: written, backup, notes } = await replaceFile(await createReplacement());
    expect(written).toBe(source);
    expect(notes).toEqual([]);
    expect(path.basename(backup ?? '')).toMatch(
      /^hires\.backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.xlsx$/,
    );
    expect(await readFile(source, 'utf8')).toBe('new');
    expect(await readFile(backup ?? '', 'utf8')).toBe('old');
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('keeps every earlier backup, even within one second', async () => {
    for (let run = 0; run < 3; run++) await replaceFile(await createReplacement());
    expect(await readdir(folder)).toHaveLength(4);
  });

  it('keeps the permissions of the file', async () => {
    await chmod(source, 0o640);
    await replaceFile(await createReplacement());
    expect((await stat(source)).mode & 0o777).toBe(0o640);
  });

  it('writes through a symbolic link and keeps the link', async () => {
    const link = path.join(folder, 'link.xlsx');
    await symlink(source, link);
    const { backup } = await replaceFile(await createReplacement({ output: link }));
    expect(await readFile(source, 'utf8')).toBe('new');
    expect(await readFile(link, 'utf8')).toBe('new');
    expect(backup).toBeDefined();
  });

  it('keeps the original and puts the result beside it if the check finds a difference', async () => {
    const { path: written, notes } = await replaceFile(
      await createReplacement({ verify: () => Promise.resolve({ code: 'cell', address: 'B7' }) }),
    );
    expect(await readFile(source, 'utf8')).toBe('old');
    expect(await readFile(written, 'utf8')).toBe('new');
    expect(notes.map(sheetWords)).toEqual([expect.stringContaining('(B7 differs)')]);
    expect(notes.map(sheetWords)).toEqual([expect.stringContaining(path.basename(written))]);
  });

  it('writes nothing if the file was changed in the meantime', async () => {
    const replacement = await createReplacement();
    await writeFile(source, 'their change');
    await expect(replaceFile(replacement)).rejects.toThrow(/changed.*Try again/s);
    expect(await readFile(source, 'utf8')).toBe('their change');
    expect(await readdir(folder)).toEqual(['hires.xlsx']);
  });

  it('reports a changed file even if the change made the check fail', async () => {
    const replacement = await createReplacement({
      verify: async () => {
        await writeFile(source, 'their change');
        throw new Error('not a zip file');
      },
    });
    await expect(replaceFile(replacement)).rejects.toThrow(/changed.*Try again/s);
  });

  it.each([
    [
      'if the file was not changed',
      () => Promise.resolve(),
      new Error('not a zip file'),
      'not a zip file',
    ],
    [
      'if the change did not cause it',
      () => writeFile(source, 'their change'),
      Object.assign(new Error('no space left'), { code: 'ENOSPC' }),
      'is full',
    ],
  ])('reports the failure of the check itself %s', async (_, change, failure, message) => {
    const replacement = await createReplacement({
      verify: async () => {
        await change();
        throw failure;
      },
    });
    await expect(replaceFile(replacement)).rejects.toThrow(message);
  });

  it('does not change a file that is open in Excel', async () => {
    await writeFile(path.join(folder, '~$hires.xlsx'), '');
    const { path: beside, notes } = await replaceFile(await createReplacement());
    expect(notes.map(sheetWords).join()).toContain('hires.xlsx is open in a spreadsheet program');
    expect(await readFile(source, 'utf8')).toBe('old');
    expect(await readFile(beside, 'utf8')).toBe('new');
  });
});

describe('writing another file', () => {
  it('does not change the source and makes no backup', async () => {
    const output = path.join(folder, 'out.xlsx');
    expect(await replaceFile(await createReplacement({ output }))).toEqual({
      path: output,
      notes: [],
    });
    expect(await readFile(source, 'utf8')).toBe('old');
    expect(await readFile(output, 'utf8')).toBe('new');
  });

  it('reports that the folder does not exist', async () => {
    const output = path.join(folder, 'none', 'out.xlsx');
    await expect(replaceFile(await createReplacement({ output }))).rejects.toThrow(
      /folder.*Create/s,
    );
  });
});

describe('an error', () => {
  it.each([
    ['ENOSPC', /the disk of \/.* is full.*try again/],
    ['EBUSY', /open in another program, or mounted by itself.*mount its folder.*try again/],
    ['EPERM', /read-only, or it is open in another program/],
    ['EIO', /the disk of \/.* reported an error/],
    ['ESTALE', /network drive, was interrupted/],
    ['EXDEV', /mounted by itself/],
    ['ETXTBSY', /in use by another program/],
    ['ENAMETOOLONG', /name is too long/],
    ['EPROTO', /the disk of \/.* refused it \(EPROTO\)/],
  ])(
    '%s is explained in a SheetError, the original is unchanged and no temporary file remains',
    async (code, message) => {
      const failing = await createReplacement({
        write: async (file) => {
          await file.writeFile('half');
          throw createSystemError(code);
        },
      });
      const error: unknown = await replaceFile(failing).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(SheetError);
      expect((error as SheetError).message).toMatch(message);
      expect(await readFile(source, 'utf8')).toBe('old');
      expect(await readdir(folder)).toEqual(['hires.xlsx']);
    },
  );

  it('in the check leaves no temporary file', async () => {
    const broken = await createReplacement({ verify: () => Promise.reject(new Error('a bug')) });
    await expect(replaceFile(broken)).rejects.toThrow('a bug');
    expect(await readdir(folder)).toEqual(['hires.xlsx']);
  });

  it('in a read-only folder names the owner of the folder and the account of the program', async () => {
    const replacement = await createReplacement();
    await chmod(folder, 0o555);
    // Root may write anywhere, so the test switches to another account.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      await expect(replaceFile(replacement)).rejects.toThrow(
        /The folder .* belongs to .*, and this program runs as/,
      );
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    expect(await readFile(source, 'utf8')).toBe('old');
  });
});
