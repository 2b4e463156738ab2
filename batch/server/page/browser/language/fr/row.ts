import type { row as english } from '../en/row.js';
import type { Translation } from '../translation.js';

export const row: Translation<typeof english> = {};
