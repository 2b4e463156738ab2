import type { FileMessages } from './fileMessages.js';

/** What sheet-splice says of a sheet, as a message. */
export function saidOfSheet(text: string): { code: 'saidOfSheet' } & FileMessages['saidOfSheet'] {
  return { code: 'saidOfSheet', text };
}
