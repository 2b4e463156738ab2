import type { FileHandle } from 'node:fs/promises';
import { replaceFile } from '../files/replace.js';
import type { SheetNote } from '../messages.js';
import {
  keep,
  type ResultColumn,
  type ResultSheet,
  type ResultValue,
  type WrittenSheet,
} from '../sheet.js';
import { toEncodableText, encodeText, toEncodingTitle } from './encoding.js';
import { createCurrentCells } from './currentCells.js';
import { spliceCells, type ResultLayout } from './layout.js';
import { quoteCell, toResultText, usesDecimalComma, type CellStyle } from './resultCell.js';
import { scanSource, type CsvSource } from './source.js';
import { findDifference, type ResultCells } from './verify.js';

/**
 * Many characters are written at once, because a system call takes about as long for many bytes as
 * for few.
 */
const WRITE_CHARS = 256 * 1024;

/** Writes our cells. All other cells keep their bytes. */
export async function writeCsv(
  source: CsvSource,
  sheet: ResultSheet,
  layout: ResultLayout,
): Promise<WrittenSheet> {
  const { encoding, dialect } = source;
  const style: CellStyle = {
    encoding,
    delimiter: dialect.delimiter,
    quoteAll: layout.quoteAll,
    decimalComma: usesDecimalComma(dialect),
  };
  const file = source.path;
  const notes = new Map<SheetNote['code'], SheetNote>();
  if (sheet.headerRow === 0) {
    notes.set('csvWithoutHeadings', { code: 'csvWithoutHeadings', file });
  }

  const toCell = (value: ResultValue, kind: ResultColumn['kind']): string => {
    if (typeof value === 'string' && toEncodableText(value, encoding) !== value) {
      const title = toEncodingTitle(encoding);
      notes.set('questionMarks', { code: 'questionMarks', file, encoding: title });
    }
    return toResultText(value, kind, style);
  };
  const fillCells: ResultCells = (record) => {
    const { number } = record;
    if (number === sheet.headerRow) {
      return sheet.columns.map(({ heading, at }) =>
        at === undefined ? toCell(heading, 'text') : undefined,
      );
    }
    const values = sheet.results(number, createCurrentCells(record, layout));
    return (
      values &&
      sheet.columns.map(({ kind }, column) => {
        const value = values[column];
        return value === keep ? undefined : toCell(value, kind);
      })
    );
  };
  const written = await replaceFile({
    source: source.path,
    stamp: source.stamp,
    output: sheet.output,
    write: (file) => writeRecords(file, source, layout, fillCells, style),
    verify: (path) => findDifference(source, path, layout, fillCells),
  });
  return { ...written, notes: [...written.notes, ...notes.values()] };
}

async function writeRecords(
  file: FileHandle,
  source: CsvSource,
  layout: ResultLayout,
  fillCells: ResultCells,
  style: CellStyle,
): Promise<void> {
  await file.writeFile(source.encoding.bom);
  await file.writeFile(encodeText(source.dialect.separatorLine, source.encoding));
  let text = '';
  for await (const records of scanSource(source)) {
    for (const record of records) {
      const ours = fillCells(record)?.map((cell) =>
        cell === undefined ? undefined : quoteCell(cell, style),
      );
      text += ours ? spliceCells(record, ours, layout, style.delimiter) : record.source;
    }
    if (text.length < WRITE_CHARS) continue;
    await file.writeFile(encodeText(text, source.encoding));
    text = '';
  }
  await file.writeFile(encodeText(text, source.encoding));
}
