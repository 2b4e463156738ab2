import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openSheet } from '../../../sheets/files/open.js';
import type { SheetFile, SheetRow } from '../../../sheets/sheet.js';

/** A file with these bytes in a folder of its own, which is gone after the test. */
export async function fileOf(content: string | Uint8Array, name = 'hires.csv'): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'csv-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

/** Opens a sheet that is closed after the test. */
export async function opened(file: string): Promise<SheetFile> {
  const sheet = await openSheet(file);
  onTestFinished(() => sheet.close());
  return sheet;
}

export async function sheetOf(content: string | Uint8Array, name?: string): Promise<SheetFile> {
  return opened(await fileOf(content, name));
}

export async function rowsOf(sheet: SheetFile): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const rows of sheet.rows(sheet.sheets[0]?.name ?? '')) all.push(...rows);
  return all;
}

/** Row numbers with the texts of their cells, `undefined` for a blank one. */
export async function textsOf(sheet: SheetFile): Promise<[number, ...(string | undefined)[]][]> {
  return (await rowsOf(sheet)).map(({ number, cells }) => [
    number,
    ...cells.map((cell) => (cell?.kind === 'text' ? cell.text : undefined)),
  ]);
}

/** The bytes as Windows-1252, for text that needs nothing between 0x80 and 0x9F but the euro. */
export function windows1252(text: string): Buffer {
  return Buffer.from(text.replaceAll('€', '\u0080'), 'latin1');
}

/** The bytes in any encoding with one byte for each character. */
export function singleByte(name: string, text: string): Buffer {
  const characters = new TextDecoder(name).decode(Uint8Array.from({ length: 256 }, (_, i) => i));
  return Buffer.from(Array.from(text, (character) => characters.indexOf(character)));
}

export function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf-16le').swap16();
}
