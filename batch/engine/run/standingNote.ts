import type { PreviousResults } from '../intake/intakeRow.js';
import { messageHash } from '../intake/messageHash.js';
import type { HashOf } from '../intake/rowKey.js';
import type { Message, Wording } from '../message.js';
import { says } from '../rows/shownStatus.js';
import type { PlannedRow } from '../rows/rowStatus.js';

const note: Message = { code: 'employeeUnanswered' };

/** True for a row that says that another row of its employee has no answer; its status may be cleared. */
export function showsEmployeeUnanswered(
  previous: PreviousResults,
  wording: Wording,
  hashOf: HashOf,
): boolean {
  if (previous.message === undefined || !(previous.status === '' || says(previous, 'Not sent')))
    return false;
  return previous.message === messageHash(wording(note), hashOf);
}

/** Why a row was not sent by an earlier run: that stays until it is sent, whatever this run does. */
export function standingNote(
  { previous }: PlannedRow,
  wording: Wording,
  hashOf: HashOf,
): Message | undefined {
  if (previous === undefined || !says(previous, 'Not sent')) return undefined;
  return showsEmployeeUnanswered(previous, wording, hashOf) ? note : undefined;
}
