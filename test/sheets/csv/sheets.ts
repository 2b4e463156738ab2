import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openSheet } from '../../../sheets/files/open.js';
import type { SheetFile, SheetRow } from '../../../sheets/sheet.js';

/** Creates a file in a new folder that is deleted after the test. */
export async function createFile(
  content: string | Uint8Array,
  name = 'hires.csv',
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'csv-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

export async function openForTest(file: string): Promise<SheetFile> {
  const sheet = await openSheet(file);
  onTestFinished(() => sheet.close());
  return sheet;
}

export async function openContent(content: string | Uint8Array, name?: string): Promise<SheetFile> {
  return openForTest(await createFile(content, name));
}

/** Reads all rows of the first sheet. */
export async function readAllRows(sheet: SheetFile): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const rows of sheet.rows(sheet.sheets[0]?.name ?? '')) all.push(...rows);
  return all;
}

/** Returns each row as an array of its number and the texts of its cells. A cell without a text is undefined. */
export async function readTexts(sheet: SheetFile): Promise<[number, ...(string | undefined)[]][]> {
  return (await readAllRows(sheet)).map(({ number, cells }) => [
    number,
    ...cells.map((cell) => (cell?.kind === 'text' ? cell.text : undefined)),
  ]);
}

/** Encodes a text as Windows-1252. From 0x80 to 0x9F it supports only the euro sign. */
export function encodeWindows1252(text: string): Buffer {
  return Buffer.from(text.replaceAll('€', '\u0080'), 'latin1');
}

/** Encodes a text in any encoding with one byte per character. */
export function encodeSingleByte(name: string, text: string): Buffer {
  const characters = new TextDecoder(name).decode(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
  );
  return Buffer.from(Array.from(text, (character) => characters.indexOf(character)));
}

export function encodeUtf16be(text: string): Buffer {
  return Buffer.from(text, 'utf-16le').swap16();
}
