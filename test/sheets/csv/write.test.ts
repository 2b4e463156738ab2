import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSheet } from '../../../sheets/files/open.js';
import type { ResultColumn, ResultValue, WrittenSheet } from '../../../sheets/sheet.js';
import { sheetWords } from '../../../sheets/words.js';
import { placeAtHeadings } from '../placeAtHeadings.js';
import { createFile, readTexts, encodeUtf16be, encodeWindows1252 } from './sheets.js';

const COLUMNS: readonly ResultColumn[] = [
  { heading: 'Assessment status', kind: 'text' },
  { heading: 'Report link', kind: 'link' },
  { heading: 'Overall trip risk', kind: 'number', format: '0.0' },
];

type Results = Record<number, readonly ResultValue[]>;

interface WriteOptions {
  headerRow?: number;
  output?: string;
  columns?: readonly ResultColumn[];
  encoding?: string;
}

async function write(
  file: string,
  results: Results,
  { headerRow = 1, output = file, columns = COLUMNS, encoding }: WriteOptions = {},
): Promise<WrittenSheet> {
  const sheet = await openSheet(file, { encoding });
  return sheet.write({
    sheet: sheet.sheets[0]?.name ?? '',
    headerRow,
    columns: await placeAtHeadings(sheet, columns, { headerRow }),
    results: (row) => results[row],
    output,
    colourScale: false,
  });
}

/** Writes results into a file with this content, and returns the new content. */
async function writeInto(
  content: string | Uint8Array,
  results: Results,
  options?: { headerRow?: number; columns?: readonly ResultColumn[] },
): Promise<string> {
  const file = await createFile(content);
  await write(file, results, options);
  return readFile(file, 'utf-8');
}

const SCORED = ['Scored', 'https://x.example/1', 3.5];

describe('results in a CSV file', () => {
  it('are to the right of the user’s columns, whose bytes are unchanged', async () => {
    expect(
      await writeInto('a,"b"\r\n 1 ,"2"\r\n"x ""y""",3\r\n', { 2: SCORED, 3: ['Invalid'] }),
    ).toBe(
      'a,"b",Assessment status,Report link,Overall trip risk\r\n' +
        ' 1 ,"2",Scored,https://x.example/1,3.5\r\n' +
        '"x ""y""",3,Invalid,,\r\n',
    );
  });

  it('do not change line ends that are CR, or line breaks within cells', async () => {
    expect(await writeInto('a,b\r1,"2\n3"\r4,5\r', { 2: SCORED, 3: ['Invalid\nrow'] })).toBe(
      'a,b,Assessment status,Report link,Overall trip risk\r' +
        '1,"2\n3",Scored,https://x.example/1,3.5\r' +
        '4,5,"Invalid\nrow",,\r',
    );
  });

  it('are before an end-of-file mark', async () => {
    expect(await writeInto('a\r\n1\r\n\x1a', { 2: SCORED })).toMatch(/,3.5\r\n\x1a$/);
  });

  it('leave rows without results and everything above the headings unchanged', async () => {
    expect(await writeInto('Hires,,\n\na,b\n1,2\n3,4\n\n', { 5: SCORED }, { headerRow: 3 })).toBe(
      'Hires,,\n\na,b,Assessment status,Report link,Overall trip risk\n1,2\n' +
        '3,4,Scored,https://x.example/1,3.5\n\n',
    );
  });

  it('are aligned to the right of short and long rows', async () => {
    expect(await writeInto('a,b\n1\n1,2,3\n1,2\n', { 2: SCORED, 4: SCORED })).toBe(
      'a,b,,Assessment status,Report link,Overall trip risk\n' +
        '1,,,Scored,https://x.example/1,3.5\n1,2,3\n1,2,,Scored,https://x.example/1,3.5\n',
    );
  });

  it('are replaced by a second run, even if the user moved the columns', async () => {
    const columns = COLUMNS.slice(0, 2);
    expect(
      await writeInto(
        'report LINK,a,"Assessment  status ",b\n"old,\nlink",1,"old",2\n,3,,4\n,5\nx,7,old\n',
        { 2: ['Scored', 'https://x.example/1'], 4: ['Sent'], 5: [undefined, undefined] },
        { columns },
      ),
    ).toBe(
      'report LINK,a,"Assessment  status ",b\nhttps://x.example/1,1,Scored,2\n,3,,4\n,5,Sent\n,7,\n',
    );
  });

  it('get columns that were missing in an earlier run', async () => {
    expect(await writeInto('Assessment status,a\nSent,1\n', { 2: SCORED })).toBe(
      'Assessment status,a,Report link,Overall trip risk\nScored,1,https://x.example/1,3.5\n',
    );
  });

  it('get no headings if the file has none, and a note reports this', async () => {
    const file = await createFile('1,2\n3,4');
    const { notes } = await write(file, { 1: SCORED, 2: SCORED }, { headerRow: 0 });
    expect(await readFile(file, 'utf-8')).toBe(
      '1,2,Scored,https://x.example/1,3.5\n3,4,Scored,https://x.example/1,3.5',
    );
    expect(notes.map(sheetWords)).toEqual([expect.stringMatching(/has no heading row/)]);
  });

  it('can be added to a file with one column', async () => {
    expect(await writeInto('Employee ID\n00042\n', { 2: SCORED })).toBe(
      'Employee ID,Assessment status,Report link,Overall trip risk\n' +
        '00042,Scored,https://x.example/1,3.5\n',
    );
  });
});

describe('text from outside', () => {
  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '\nx'])(
    'cannot be a formula: %j',
    async (text) => {
      const file = await createFile('=a,b\n=1+1,2\n');
      await write(file, { 2: [text, text] });
      const [, row] = await readTexts(await openSheet(file));
      expect(row?.slice(1, 5)).toEqual(['=1+1', '2', `'${text}`, `'${text}`]);
    },
  );

  it('cannot be a formula in a heading', async () => {
    const columns: ResultColumn[] = [{ heading: '=1+1', kind: 'text' }];
    expect(await writeInto('a,b\n1,2\n', { 2: ['x'] }, { columns })).toBe("a,b,'=1+1\n1,2,x\n");
  });

  it('can be NaN, or a number in a column of another kind', async () => {
    expect(await writeInto('a;b\n1;2\n', { 2: [-3.5, 3.5, 3.5] })).toContain(
      "\n1;2;'-3.5;3.5;3,5\n",
    );
    expect(await writeInto('a;b\n1;2\n', { 2: ['x', 'x', Number.NaN] })).toContain(
      '\n1;2;x;x;NaN\n',
    );
  });

  it('is quoted if necessary, and loses only NUL', async () => {
    expect(
      await writeInto('a;b\n1;2\n', { 2: ['x;"y"\nz', ' \0https://x.example', 10] }),
    ).toContain('\n1;2;"x;""y""\nz";" https://x.example";10\n');
  });

  it('is in quotation marks if all headings are in quotation marks', async () => {
    expect(await writeInto('"a";"b"\n"1";"2"\n', { 2: SCORED })).toBe(
      '"a";"b";"Assessment status";"Report link";"Overall trip risk"\n' +
        '"1";"2";"Scored";"https://x.example/1";"3,5"\n',
    );
  });
});

describe('scores', () => {
  it('have a decimal comma only in a file with semicolons and without a sep= line', async () => {
    expect(await writeInto('a;b\n1;2\n', { 2: SCORED })).toContain(';3,5\n');
    expect(await writeInto('sep=;\na;b\n1;2\n', { 2: SCORED })).toContain(';3.5\n');
    expect(await writeInto('a\tb\n1\t2\n', { 2: SCORED })).toContain('\t3.5\n');
  });
});

describe('the written file', () => {
  const before = 'sep=;\r\nNäme;b\r\n"Zoë\n";2\r\n\r\nx;y\n';
  const after =
    'sep=;\r\nNäme;b;Assessment status;Report link;Overall trip risk\r\n' +
    '"Zoë\n";2;Müller;https://x.example/1;3.5\r\n\r\nx;y\n';

  it.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf-16le')],
    ['UTF-16BE', (text: string) => encodeUtf16be(`\ufeff${text}`)],
    ['Windows-1252', encodeWindows1252],
  ])('keeps %s', async (_, encode) => {
    const file = await createFile(encode(before));
    await write(file, { 2: ['Müller', 'https://x.example/1', 3.5] });
    expect(await readFile(file)).toEqual(encode(after));
  });

  it('keeps the given encoding, also for the results', async () => {
    const file = await createFile(Buffer.from('a,b\n\xA3\xF3d\x9F,2\n', 'latin1'));
    const { notes } = await write(file, { 2: ['Świdnica', '', 1] }, { encoding: 'windows-1250' });
    const [, row] = (await readFile(file)).toString('latin1').split('\n');
    expect(row).toBe('\xA3\xF3d\x9F,2,\x8Cwidnica,,1');
    expect(notes).toEqual([]);
    const second = await write(file, { 2: ['Ærø', '', 1] }, { encoding: 'windows-1250' });
    expect(second.notes.map(sheetWords)).toEqual([
      expect.stringMatching(/Windows-1250.*question marks/),
    ]);
    expect((await readFile(file)).toString('latin1')).toContain(',?r?,,1\n');
  });

  it('has the given encoding for the results if the original is ASCII', async () => {
    const file = await createFile('a,b\n1,2\n');
    await write(file, { 2: ['Łódź', '', 1] }, { encoding: 'cp1250' });
    expect((await readFile(file)).toString('latin1')).toContain('\n1,2,\xA3\xF3d\x9F,,1\n');
  });

  it('keeps a last line without a line end', async () => {
    expect(await writeInto('a,b\r\n1,2', { 2: SCORED })).toMatch(/\r\n1,2,Scored,[^\r\n]*3\.5$/);
  });

  it('keeps every byte of Windows-1252, even the undefined bytes', async () => {
    const bytes = Buffer.concat([
      Buffer.from('a,b\n'),
      Buffer.from(Array.from({ length: 128 }, (_, index) => index + 128)),
      Buffer.from(',2\n'),
    ]);
    const file = await createFile(bytes);
    await write(file, {});
    expect((await readFile(file)).subarray(-131)).toEqual(bytes.subarray(-131));
  });

  it('has question marks for characters that Windows-1252 does not have, with a note', async () => {
    const file = await createFile(encodeWindows1252('a,é\n1,2\n'));
    const { notes } = await write(file, { 2: ['Łódź → €😀', '', 1] });
    expect((await readFile(file)).toString('latin1')).toContain('\n1,2,?ód? ? \u0080?,,1\n');
    expect(notes.map(sheetWords)).toEqual([expect.stringMatching(/Windows-1252.*question marks/)]);
  });

  it('has the same question marks and note for a new heading', async () => {
    const file = await createFile(encodeWindows1252('a,é\n1,2\n'));
    const { notes } = await write(file, {}, { columns: [{ heading: 'Łódź', kind: 'text' }] });
    expect((await readFile(file)).toString('latin1')).toBe('a,\xE9,?ód?\n1,2\n');
    expect(notes.map(sheetWords)).toEqual([expect.stringMatching(/Windows-1252.*question marks/)]);
  });

  it('keeps lone surrogates of UTF-16', async () => {
    const bytes = Buffer.from('\ufeffa,\ud800b\n\udc00,2\n', 'utf-16le');
    const file = await createFile(bytes);
    await write(file, {}, { columns: [] });
    expect(await readFile(file)).toEqual(bytes);
  });
});

describe('the original', () => {
  it('is replaced after a backup of its bytes', async () => {
    const file = await createFile('a,b\n1,2\n');
    const { path: result, backup = '' } = await write(file, { 2: SCORED });
    expect(result).toBe(file);
    expect(await readFile(backup, 'utf-8')).toBe('a,b\n1,2\n');
  });

  it('is unchanged if the output is another file', async () => {
    const file = await createFile('a,b\n1,2\n');
    const output = path.join(path.dirname(file), 'scored.csv');
    expect(await write(file, { 2: SCORED }, { output })).toEqual({ path: output, notes: [] });
    expect(await readFile(file, 'utf-8')).toBe('a,b\n1,2\n');
    expect(await readFile(output, 'utf-8')).toContain('1,2,Scored');
  });

  it.each(['.xlsm', '.xltx', '.XLTM'])(
    'cannot be written with the extension %s',
    async (extension) => {
      const file = await createFile('a,b\n1,2\n');
      const output = file.replace('.csv', extension);
      await expect(write(file, { 2: SCORED }, { output })).rejects.toThrow(
        `The results of hires.csv cannot be written as hires${extension}: choose a name that ends in .xlsx.`,
      );
      expect(await readdir(path.dirname(file))).toEqual(['hires.csv']);
    },
  );

  it('is unchanged if a quotation mark is not closed, and no other file is left', async () => {
    const file = await createFile('a,b\n1,2\n3,"4\n');
    await expect(write(file, { 2: SCORED })).rejects.toThrow(/line 3: a quotation mark/);
    expect(await readFile(file, 'utf-8')).toBe('a,b\n1,2\n3,"4\n');
    expect(await readdir(path.dirname(file))).toEqual(['hires.csv']);
  });

  it('is not overwritten if it was changed after it was opened', async () => {
    const file = await createFile('a,b\n1,2\n');
    const sheet = await openSheet(file);
    await writeFile(file, 'a,b\n9,9\n3,4\n');
    const writing = sheet.write({
      sheet: 'hires',
      headerRow: 1,
      columns: COLUMNS,
      results: () => SCORED,
      output: file,
      colourScale: false,
    });
    await expect(writing).rejects.toThrow(/hires\.csv was changed/);
    expect(await readFile(file, 'utf-8')).toBe('a,b\n9,9\n3,4\n');
  });

  it('is unchanged, and the results are in another file, if the check finds a difference', async () => {
    const file = await createFile('a,b\n1,2\n');
    const sheet = await openSheet(file);
    // The check compares the file with results that differ from the written ones.
    let readings = 0;
    const { path: result, notes } = await sheet.write({
      sheet: 'hires',
      headerRow: 1,
      columns: COLUMNS,
      results: (row) => (row === 2 ? [`Scored ${++readings}`] : undefined),
      output: file,
      colourScale: false,
    });
    expect(await readFile(file, 'utf-8')).toBe('a,b\n1,2\n');
    expect(await readFile(result, 'utf-8')).toContain('1,2,Scored 1');
    expect(notes.map(sheetWords)).toEqual([
      expect.stringMatching(/not changed.*row 2 would differ in cell 3/),
    ]);
  });
});
