import { canBeLink, createLinkFormula } from '../../linkFormula.js';
import type { Cell, ResultColumn, ResultValue } from '../../sheet.js';
import { cellName } from '../address.js';
import { MAX_CELL_CHARS } from '../limits.js';
import { isoToSerial, serialToIso } from '../../serialDate.js';
import { encodeExcelEscapes, escapeText, toBinary, removeForbidden } from '../xml/text.js';

export type StoredValue =
  | { readonly kind: 'number'; readonly value: number; readonly as: 'number' | 'dateTime' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly url: string; readonly shown: string };

/** A value that is not of the column's kind is stored as text, cut at Excel's limit. */
export function toStoredValue(
  value: ResultValue,
  { kind, linkText }: Pick<ResultColumn, 'kind' | 'linkText'>,
  date1904: boolean,
): StoredValue | undefined {
  if (value === undefined || value === '') return undefined;
  if (kind === 'number' && typeof value === 'number' && Number.isFinite(value)) {
    return { kind: 'number', value, as: kind };
  }
  const text = String(value);
  if (kind === 'dateTime') {
    const serial = isoToSerial(text, date1904);
    if (serial !== undefined && serial >= 1)
      return { kind: 'number', value: serial, as: 'dateTime' };
  }
  if (kind === 'link' && canBeLink(text, linkText)) {
    return { kind: 'link', url: text, shown: linkText ?? text };
  }
  const stored = removeForbidden(text.slice(0, MAX_CELL_CHARS));
  return stored === '' ? undefined : { kind: 'text', text: stored };
}

export function toExpectedCell(
  stored: StoredValue | undefined,
  date1904: boolean,
): Cell | undefined {
  switch (stored?.kind) {
    case undefined:
      return undefined;
    case 'text':
      return { kind: 'text', text: stored.text };
    case 'link':
      return { kind: 'text', text: stored.shown, link: stored.url };
    case 'number': {
      const { value } = stored;
      if (stored.as !== 'dateTime') return { kind: 'number', value, text: '' };
      return { kind: 'date', iso: serialToIso(value, date1904) ?? '' };
    }
  }
}

/** Text is stored inline, so the shared strings do not change. */
export function createCellXml(
  prefix: string,
  column: number,
  row: number,
  style: number,
  stored: StoredValue | undefined,
): string {
  const c = `${prefix}c`;
  const v = `${prefix}v`;
  const start = `<${c} r="${cellName(column, row)}"${style > 0 ? ` s="${style}"` : ''}`;
  switch (stored?.kind) {
    case undefined:
      return `${start}/>`;
    case 'number':
      return `${start}><${v}>${stored.value}</${v}></${c}>`;
    case 'text': {
      const text = toBinary(escapeText(encodeExcelEscapes(stored.text)));
      const space = stored.text === stored.text.trim() ? '' : ' xml:space="preserve"';
      const t = `<${prefix}t${space}>${text}</${prefix}t>`;
      return `${start} t="inlineStr"><${prefix}is>${t}</${prefix}is></${c}>`;
    }
    case 'link': {
      const f = `<${prefix}f>${toBinary(escapeText(createLinkFormula(stored)))}</${prefix}f>`;
      return `${start} t="str">${f}<${v}>${toBinary(escapeText(stored.shown))}</${v}></${c}>`;
    }
  }
}
