import { assess } from './assess.js';
import { decide } from './decide.js';
import { invite } from './invite.js';
import { removeAccess } from './removeAccess.js';
import type { SheetOperation } from './sheetOperation.js';

/** The operations that can be done for whole sheets. */
export const sheetOperations: readonly SheetOperation[] = [assess, decide, invite, removeAccess];
