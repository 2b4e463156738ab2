import { assess, reassess } from './assess.js';
import { decide } from './decide.js';
import { invite } from './invite.js';
import { removeAccess } from './removeAccess.js';
import type { SheetCommand } from '../sheetCommand.js';
import type { SheetOperation } from './sheetOperation.js';

export const sheetOperations: Readonly<Record<SheetCommand, SheetOperation>> = {
  assess,
  reassess,
  decide,
  invite,
  'remove-access': removeAccess,
};
