import type { Store } from '../db/store.js';
import { isNewSheet, people, type RecordGap, uncheckedGap } from './recordGap.js';
import { peopleGapText, sheetGapText } from '../words/recordGap.js';
import { Refused } from '../refused.js';
import type { RestoreHold } from '../contract/shapes.js';

/** Returns why a sheet waits after a restore; undefined if it does not. */
export async function sheetHold(store: Store, sheet: string): Promise<RestoreHold | undefined> {
  const gap = await uncheckedGap(store, sheet);
  if (gap === undefined) return undefined;
  return toSheetHold(gap, await isNewSheet(store, sheet, gap));
}

/** Explains the gap of a sheet, which may have been uploaded after the restore. */
export function toSheetHold({ since, noticedAt }: RecordGap, isNew: boolean): RestoreHold {
  const said = sheetGapText({ since, noticedAt }, isNew);
  return { since, noticedAt, said, ...(isNew ? { isNewSheet: true } : {}) };
}

/** Returns why nobody can be invited after a restore; undefined if people can. */
export async function peopleHold(store: Store): Promise<RestoreHold | undefined> {
  const gap = await uncheckedGap(store, people);
  return gap && { ...gap, said: peopleGapText(gap) };
}

/** Throws a Refused if the server was restored and nobody has checked the sheet since. */
export async function assertSheetChecked(store: Store, sheet: string): Promise<void> {
  refuseHeld(await sheetHold(store, sheet));
}

/** Throws a Refused while nobody has checked the invitations since a restore. */
export async function assertPeopleChecked(store: Store): Promise<void> {
  refuseHeld(await peopleHold(store));
}

function refuseHeld(hold: RestoreHold | undefined): void {
  if (hold !== undefined) throw new Refused('conflict', hold.said);
}
