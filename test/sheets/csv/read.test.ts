import ExcelJS from 'exceljs';
import { describe, expect, it, test } from 'vitest';
import { openSheet } from '../../../sheets/files/open.js';
import {
  createFile,
  readAllRows,
  openContent,
  readTexts,
  encodeSingleByte,
  encodeUtf16be,
  encodeWindows1252,
} from './sheets.js';

const BOM = '\ufeff';

describe('cells', () => {
  it('are text with unchanged spaces and zeros, and undefined if they are blank', async () => {
    const sheet = await openContent('Employee ID,Name,Notes\n00042, Ana ,\n,,\n7,"  ",x\n');
    expect(await readTexts(sheet)).toEqual([
      [1, 'Employee ID', 'Name', 'Notes'],
      [2, '00042', ' Ana ', undefined],
      [4, '7', undefined, 'x'],
    ]);
  });

  it('may contain delimiters, quotation marks and line ends in quotation marks', async () => {
    const sheet = await openContent('a,b\r\n"x, ""y""","one\ntwo\r\nthree"\r\n');
    expect(await readTexts(sheet)).toEqual([
      [1, 'a', 'b'],
      [2, 'x, "y"', 'one\ntwo\r\nthree'],
    ]);
  });

  it('may be 10,000 characters long', async () => {
    const long = 'word, '.repeat(1667);
    expect(await readTexts(await openContent(`a,b\n"${long}",2\n`))).toEqual([
      [1, 'a', 'b'],
      [2, long, '2'],
    ]);
  });

  it('are read below headings that are duplicate, empty or __proto__', async () => {
    const sheet = await openContent('__proto__,Name,Name,,constructor\n1,2,3,4,5\n');
    expect(await readTexts(sheet)).toEqual([
      [1, '__proto__', 'Name', 'Name', undefined, 'constructor'],
      [2, '1', '2', '3', '4', '5'],
    ]);
  });

  it('keep a quotation mark within an unquoted cell', async () => {
    expect(await readTexts(await openContent('size,name\n5" pipe,Joe "J" Doe\n'))).toEqual([
      [1, 'size', 'name'],
      [2, '5" pipe', 'Joe "J" Doe'],
    ]);
  });
});

describe('rows', () => {
  it('are numbered as in Excel, which counts blank lines but not the sep= line', async () => {
    const sheet = await openContent('sep=;\r\n\r\na;b\r\n\r\n1;2\r\n\r\n\r\n');
    expect(await readTexts(sheet)).toEqual([
      [2, 'a', 'b'],
      [4, '1', '2'],
    ]);
  });

  it('end at CRLF and at LF in the same file', async () => {
    const sheet = await openContent('a,b\r\n1,2\n"3",4\r\n5,"6"\n7,"8"\r\n9,10');
    expect((await readTexts(sheet)).map(([, ...cells]) => cells.join())).toEqual(
      'a,b 1,2 3,4 5,6 7,8 9,10'.split(' '),
    );
  });

  it.each([
    ['unquoted', 'x"\r\n', 'x"'],
    ['quoted, ending in CR', '"x\r"\r\n', 'x\r'],
    ['quoted, ending in a quotation mark and CR', '"x""\r"\r\n', 'x"\r'],
    ['followed by CR CR LF', 'x\r\r\n', 'x'],
    ['quoted, followed by spaces', '"x" \t\r\n', 'x'],
    ['quoted, at the end of the file', '"x"', 'x'],
    ['quoted, with a space at the end of the file', '"x" ', 'x'],
    ['quoted, with half a line end at the end of the file', '"x"\r', 'x'],
  ])('end after a last cell that is %s', async (_, source, text) => {
    expect(await readTexts(await openContent(`a,b\n1,${source}`))).toEqual([
      [1, 'a', 'b'],
      [2, '1', text],
    ]);
  });

  it('end at CR alone in the files of old Macs', async () => {
    expect(await readTexts(await openContent('a,b\r1,"2\r3"\r'))).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2\r3'],
    ]);
  });

  it('end at CR if only cells in quotation marks contain LF', async () => {
    const text = '"a\nx",b\r1,"2\n3"\r4;"5\n"\r';
    expect(await readTexts(await openContent(text))).toEqual([
      [1, 'a\nx', 'b'],
      [2, '1', '2\n3'],
      [3, '4;"5\n"'],
    ]);
  });

  it('end at LF if a quotation mark is in the middle of an unquoted cell', async () => {
    expect(await readTexts(await openContent('a,b\n5" disk,x\r\n6" disk,y\n'))).toEqual([
      [1, 'a', 'b'],
      [2, '5" disk', 'x'],
      [3, '6" disk', 'y'],
    ]);
  });

  it('end before an end-of-file mark', async () => {
    expect(await readTexts(await openContent('a,b\r\n1,2\r\n\x1a'))).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]);
  });

  it('may have one column', async () => {
    expect(await readTexts(await openContent('Employee ID\n00042\n'))).toEqual([
      [1, 'Employee ID'],
      [2, '00042'],
    ]);
  });

  it('are split correctly wherever a chunk ends', async () => {
    const lines = Array.from(
      { length: 30_000 },
      (_, index) =>
        `${index},"é, ""${'x'.repeat(index % 41)}""${index % 3 ? '\r\n' : '\n'}€"${index % 2 ? '\r\n' : '\n'}`,
    );
    const rows = await readTexts(await openContent(`n,text\n${lines.join('')}`));
    expect(rows).toHaveLength(30_001);
    rows.slice(1).forEach((row, index) => {
      const text = `é, "${'x'.repeat(index % 41)}"${index % 3 ? '\r\n' : '\n'}€`;
      // A call of `expect` for each row would take much longer.
      if (row[0] !== index + 2 || row[1] !== `${index}` || row[2] !== text) expect(row).toBe(index);
    });
  });
});

describe('the encoding', () => {
  const text = 'Name;Land\r\nZoë;Österreich\r\n';
  const rows = [
    [1, 'Name', 'Land'],
    [2, 'Zoë', 'Österreich'],
  ];

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(BOM + text)],
    ['UTF-16LE', Buffer.from(BOM + text, 'utf-16le')],
    ['UTF-16BE', encodeUtf16be(BOM + text)],
  ])('may be %s', async (_, bytes) => {
    const sheet = await openContent(bytes);
    expect(await readTexts(sheet)).toEqual(rows);
    expect(sheet.notes).toEqual([]);
    expect(sheet.guessedEncoding).toBeUndefined();
  });

  it('is Windows-1252 if the file is not UTF-8', async () => {
    const sheet = await openContent(encodeWindows1252(`${text};€\r\n`));
    expect(await readTexts(sheet)).toEqual([...rows, [3, undefined, '€']]);
    expect(sheet.guessedEncoding).toBe('Windows-1252');
  });

  it('is detected if a chunk splits a valid or invalid character at any place', async () => {
    const characters = ['é', '€', '😀'].map((character) => Buffer.from(character));
    for (let place = 65_532; place <= 65_537; place++) {
      const before = Buffer.from(`Name\n${'x'.repeat(place - 5)}`);
      for (const character of characters) {
        const whole = await openContent(Buffer.concat([before, character, Buffer.from('\n')]));
        expect(whole.guessedEncoding).toBeUndefined();
        const broken = character.subarray(0, -1);
        for (const end of ['', 'x', '\n']) {
          const sheet = await openContent(Buffer.concat([before, broken, Buffer.from(end)]));
          expect(sheet.guessedEncoding).toBe('Windows-1252');
        }
      }
    }
  });

  it.each([
    ['windows-1250', 'Łódź'],
    ['cp1250', 'Łódź'],
    ['ISO-8859-2', 'Łódź'],
    ['latin2', 'Łódź'],
    ['windows-1251', 'Щукин'],
    ['windows-1252', 'Ærø’s €'],
    ['iso-8859-1', 'Ærø'],
    ['windows-1253', 'Αθήνα'],
    ['windows-1254', 'Şişli'],
    ['iso-8859-15', 'Œuvre €'],
    ['iso-8859-16', 'Țara'],
    ['macintosh', 'Türkiye'],
  ])('can be named by the caller: %s', async (encoding, name) => {
    const file = await createFile(encodeSingleByte(encoding, `Name\n${name}\n`));
    const sheet = await openSheet(file, { encoding });
    expect((await readTexts(sheet))[1]).toEqual([2, name]);
    expect(sheet.guessedEncoding).toBeUndefined();
    expect(sheet.notes).toEqual([]);
  });

  it.each<[string, string | Uint8Array, string, string]>([
    [
      'Windows-1250 for UTF-8',
      text,
      'windows-1250',
      'is UTF-8, not Windows-1250. Remove the encoding option.',
    ],
    [
      'Macintosh for a file with the mark of UTF-8',
      `${BOM}a\n1\n`,
      'macintosh',
      'is UTF-8, not Macintosh.',
    ],
    [
      'UTF-8 for a file with the mark of UTF-16',
      encodeUtf16be(BOM + text),
      'utf-8',
      'is UTF-16BE, not UTF-8.',
    ],
    [
      'UTF-8 for Windows-1252',
      encodeWindows1252(text),
      'utf-8',
      'contains bytes that are not valid in UTF-8',
    ],
    [
      'Hebrew for Windows-1252',
      encodeWindows1252(`${text};€ÿ`),
      'iso-8859-8',
      'that are not valid in ISO-8859-8',
    ],
    ['UTF-32', text, 'utf-32', 'The encoding "utf-32" is not supported. Use utf-8, windows-1250'],
    ['Shift JIS', text, 'shift_jis', 'The encoding "shift_jis" is not supported.'],
  ])(
    'cannot be named if it contradicts the file or is not supported: %s',
    async (_, bytes, encoding, message) => {
      await expect(openSheet(await createFile(bytes), { encoding })).rejects.toThrow(message);
    },
  );

  it('can be named for an ASCII file, and as UTF-8', async () => {
    for (const [bytes, encoding] of [
      ['a\n1\n', 'windows-1250'],
      ['a\n1\n', 'utf-8'],
      [text, 'UTF8'],
      [BOM + text, 'utf-8'],
    ] as const) {
      const sheet = await openSheet(await createFile(bytes), { encoding });
      expect(await readTexts(sheet)).toHaveLength(2);
    }
  });

  it('cannot be named for a workbook', async () => {
    const file = await createFile('PK\x03\x04');
    await expect(openSheet(file, { encoding: 'windows-1250' })).rejects.toThrow(
      'is a workbook, and only CSV files can have different encodings. Remove the encoding option.',
    );
  });
});

describe('the delimiter', () => {
  it.each([',', ';', '\t', '|'])('may be %j', async (delimiter) => {
    const sheet = await openContent('a#b#c\n1#2#3\n'.replaceAll('#', delimiter));
    expect((await readTexts(sheet))[1]).toEqual([2, '1', '2', '3']);
  });

  it('is detected under a title row', async () => {
    const sheet = await openContent('Hires, fourth quarter, draft\n\na;b\n1,5;2\n3;4\n');
    expect((await readTexts(sheet))[2]).toEqual([4, '1,5', '2']);
  });

  it('is detected despite decimal commas, even if many rows are short', async () => {
    const sheet = await openContent('a;b;c\n1,5;2,5;3,5\n1,5;2,5\n1,5;2,5\n1,5;2,5;3,5\n');
    expect((await readTexts(sheet))[1]).toEqual([2, '1,5', '2,5', '3,5']);
  });

  it('is detected between quoted cells', async () => {
    const sheet = await openContent('"a, b";"c, d"\n"1, 2";"3, 4"\n');
    expect((await readTexts(sheet))[1]).toEqual([2, '1, 2', '3, 4']);
  });

  it('is the one in a sep= line', async () => {
    expect(await readTexts(await openContent('sep=^\na^b,c\n1^2,3\n'))).toEqual([
      [1, 'a', 'b,c'],
      [2, '1', '2,3'],
    ]);
  });
});

test('a workbook that was renamed to .csv is opened as a workbook', async () => {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Hires').addRow(['a', 'b']);
  const sheet = await openContent(Buffer.from(await workbook.xlsx.writeBuffer()), 'hires.csv');
  expect(sheet.format).toBe('xlsx');
  expect(await readTexts(sheet)).toEqual([[1, 'a', 'b']]);
});

describe('an error message', () => {
  it('contains the line number of a quotation mark that is never closed', async () => {
    const sheet = await openContent('a,b\r\n1,"x\r\ny"\r\n3,"open\r\n5,6\r\n');
    await expect(readAllRows(sheet)).rejects.toThrow(
      /hires\.csv, line 4: a quotation mark .* try again/,
    );
  });

  it('contains the line number of text after a closing quotation mark', async () => {
    const sheet = await openContent('sep=,\na,b\n1,"x"y\n3,4\n');
    await expect(readAllRows(sheet)).rejects.toThrow(/hires\.csv, line 3: a quotation mark/);
  });

  it.each([
    ['CR among CRLF', 'a,b\r\n1,2\r3,4\r\n5,6\r\n', 2],
    ['CR among LF', 'sep=,\na,b\n\n1,2\r3,4\n', 3],
    ['CR after a cell in quotation marks', 'a,b\n"1"\r,2\n', 2],
    ['CR at the end of a cell', 'a,b\n1\r,2\n', 2],
    ['CR after a line break in quotation marks', 'a,b\n"1\r","2"\n"3\r",4\r5,6\n', 3],
  ])('contains the number of a row with %s, because this may be two rows', async (_, text, row) => {
    const sheet = await openContent(text);
    await expect(readAllRows(sheet)).rejects.toThrow(
      new RegExp(String.raw`hires\.csv, row ${row}: .* two rows\. Open the file in a spreadsheet`),
    );
  });

  it('appears before an unclosed quotation mark fills the memory', async () => {
    const sheet = await openContent(`a,b\n1,"open\n${'5,6\n'.repeat(3_000_000)}`);
    await expect(readAllRows(sheet)).rejects.toThrow(
      /hires\.csv, line 2: .*longer than 4194304 char/,
    );
  });

  test.each([
    ['an empty file', '', 'x.csv', /x\.csv is empty\. Use/],
    ['a file with nothing but a byte order mark', BOM, 'x.csv', /x\.csv is empty\. Use/],
    ['a picture named .csv', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'x.csv', /not a text/],
    ['UTF-16 without a byte order mark', Buffer.from('a,b', 'utf-16le'), 'x.csv', /CSV UTF-8/],
    [
      'half a character',
      Buffer.from('fffe61', 'hex'),
      'x.csv',
      /has the byte order mark of UTF-16LE, but/,
    ],
    [
      'bytes that contradict the byte order mark',
      Buffer.from('efbbbfff61', 'hex'),
      'x.csv',
      /has the byte order mark of UTF-8, but/,
    ],
    [
      'text named .xlsx',
      'a,b\n',
      'x.xlsx',
      /has the extension of an Excel workbook but is not one/,
    ],
    [
      'an old or an encrypted workbook',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'x.csv',
      /x\.csv .*(password|\.xls)/,
    ],
    ['an OpenDocument sheet', 'PK', 'x.ods', /x\.ods .*Save it in LibreOffice/],
    ['a Numbers sheet', 'PK', 'x.numbers', /Export it from Numbers/],
    ['a PDF', '%PDF-1.7', 'x.pdf', /A PDF has no cells/],
    ['an unknown extension', 'a,b\n', 'x.json', /x\.json has an unsupported format/],
  ])('about %s contains the problem or advice', async (_, content, name, message) => {
    const failure = openSheet(await createFile(content, name));
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toHaveProperty('name', 'SheetError');
  });

  it('about a missing file or a folder contains the problem', async () => {
    const file = await createFile('a');
    await expect(openSheet(`${file}.csv`)).rejects.toThrow(/hires\.csv\.csv does not exist/);
    await expect(openSheet(`${file}/x.csv`)).rejects.toThrow(/does not exist/);
    await expect(openSheet(file.replace(/\/hires\.csv$/, ''))).rejects.toThrow(/is a folder/);
  });

  it('contains the name of the existing sheet', async () => {
    const sheet = await openContent('a,b\n');
    await expect(sheet.rows('Sheet1')[Symbol.asyncIterator]().next()).rejects.toThrow(
      /no sheet "Sheet1"\. A CSV file has one, named "hires"/,
    );
  });
});
