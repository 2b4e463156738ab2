import { expect, test } from 'vitest';
import { buildZip } from '../../../sheets/xlsx/zipFixture.js';
import { createWorkbookParts } from '../../../sheets/xlsx/workbookFixture.js';
import { folderWith } from '../../cli/rwaUnderTest.js';
import { serve } from '../serveUnderTest.js';

test('files that cannot be read are refused in German for a member who has chosen German', async () => {
  const server = await serve(await folderWith());
  await server.json('PUT', '/api/profile', { language: 'de' });

  const refusals: string[] = [];
  const containers = ['Workbook', 'EncryptedPackage'].map(createOleContainer);
  for (const bytes of [Buffer.alloc(0), ...containers]) {
    const { status, text } = await server.ask('PUT', '/api/sheets?name=hires.xls', bytes);
    const { error } = JSON.parse(Buffer.from(text, 'latin1').toString()) as {
      error: { message: string };
    };
    refusals.push(`${status}: ${error.message}`);
  }
  expect(refusals).toEqual([
    '415: Die Datei ist leer.',
    '415: Das ist eine alte Arbeitsmappe (.xls) oder eine mit Passwort. Öffnen Sie sie in Excel, speichern Sie sie als .xlsx ohne Passwort, und laden Sie diese Datei hoch.',
    '415: Das ist eine alte Arbeitsmappe (.xls) oder eine mit Passwort. Öffnen Sie sie in Excel, speichern Sie sie als .xlsx ohne Passwort, und laden Sie diese Datei hoch.',
  ]);

  const workbook = buildZip(createWorkbookParts({}));
  const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
  const unreadable = [
    ['cut.xlsx', workbook.subarray(0, workbook.length / 2)],
    ['encrypted.xlsx', markAsEncrypted(workbook)],
    ['mark.csv', byteOrderMark],
    ['quotation.csv', Buffer.from('Employee ID,Purpose\nE-1,"Work\n')],
  ] as const;
  const sheets = [];
  for (const [name, bytes] of unreadable) sheets.push(await server.upload(name, bytes));
  expect(sheets.map(({ stage, refused }) => `${stage}: ${refused}`)).toEqual([
    'unreadable: Die Datei „cut.xlsx“ ist beschädigt (ihr Ende fehlt, oder sie ist gar keine Arbeitsmappe). Öffnen Sie sie in Excel, und speichern Sie sie noch einmal, oder besorgen Sie sich eine neue Kopie. Laden Sie danach die gespeicherte Datei oder die Kopie hoch.',
    'unreadable: Die Datei „encrypted.xlsx“ ist beschädigt (ihre Teile sind verschlüsselt). Öffnen Sie sie in Excel, und speichern Sie sie noch einmal, oder besorgen Sie sich eine neue Kopie. Laden Sie danach die gespeicherte Datei oder die Kopie hoch.',
    'unreadable: „mark.csv“ ist leer. Laden Sie eine Datei mit Überschriften und mindestens einer Zeile darunter hoch.',
    'unreadable: „quotation.csv“, Zeile 2: Ein Anführungszeichen öffnet hier eine Zelle und wird nicht geschlossen, oder nach dem schließenden folgt noch Text. Schließen Sie es, oder verdoppeln Sie Anführungszeichen innerhalb einer Zelle, und laden Sie die Datei erneut hoch.',
  ]);
});

/** Returns the first bytes of an OLE container. Both .xls files and workbooks with a password are OLE containers. */
function createOleContainer(stream: string): Buffer {
  const header = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  return Buffer.concat([header, Buffer.alloc(600), Buffer.from(stream, 'utf16le')]);
}

/** Sets the encryption flag of each entry in the directory of a zip archive. */
function markAsEncrypted(archive: Uint8Array): Buffer {
  const bytes = Buffer.from(archive);
  const entry = Buffer.from('504b0102', 'hex');
  for (let at = bytes.indexOf(entry); at >= 0; at = bytes.indexOf(entry, at + 1)) {
    bytes.writeUInt8(bytes.readUInt8(at + 8) | 1, at + 8);
  }
  return bytes;
}
