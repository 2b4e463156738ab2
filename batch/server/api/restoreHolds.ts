import { isNewSheet, people, uncheckedGap } from '../store/recordGap.js';
import type { Store } from '../store/store.js';
import { peopleGapText, sheetGapText } from '../words/recordGap.js';
import { Refused } from './refused.js';
import type { RestoreHold } from './shapes.js';

/** Returns why a sheet waits after a restore; undefined if it does not. */
export function sheetHold(store: Store, sheet: string): RestoreHold | undefined {
  const gap = uncheckedGap(store, sheet);
  if (gap === undefined) return undefined;
  const isNew = isNewSheet(store, sheet, gap);
  return { ...gap, said: sheetGapText(gap, isNew), ...(isNew ? { isNewSheet: true } : {}) };
}

/** Returns why nobody can be invited after a restore; undefined if people can. */
export function peopleHold(store: Store): RestoreHold | undefined {
  const gap = uncheckedGap(store, people);
  return gap && { ...gap, said: peopleGapText(gap) };
}

/** Throws a Refused if the server was restored and nobody has checked the sheet since. */
export function assertSheetChecked(store: Store, sheet: string): void {
  refuseHeld(sheetHold(store, sheet));
}

/** Throws a Refused while nobody has checked the invitations since a restore. */
export function assertPeopleChecked(store: Store): void {
  refuseHeld(peopleHold(store));
}

function refuseHeld(hold: RestoreHold | undefined): void {
  if (hold !== undefined) throw new Refused(409, 'conflict', hold.said);
}
