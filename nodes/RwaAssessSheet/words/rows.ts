import { toSentence } from '../../../src/toSentence.js';
import type { Messages } from '../../../batch/engine/message.js';
import { refusalText } from '../../../batch/wording/reasons.js';
import { noteEarlierScores, createRowWording, toValue } from '../../../batch/wording/rows.js';
import type { Wordings } from '../../../batch/wording/wordings.js';
import { advice, assessThisWorkbook, reassessThisRow, fetchAdvice } from './advice.js';

type OwnMessages = Pick<
  Messages,
  'sameAsRow' | 'rowRefused' | 'resultPending' | 'rowNotSent' | 'showsForgotten'
>;

const ownWording: Wordings<OwnMessages> = {
  sameAsRow: ({ row }) =>
    `Identical to row ${row}, so it was not sent. Delete one of them, and keep the one that has results.`,
  rowRefused: ({ reason, showsEarlierScores, isOfRound }) => [
    toValue(toSentence(refusalText(reason))),
    ...noteEarlierScores(showsEarlierScores),
    isOfRound
      ? `Correct the row. To send it, ${reassessThisRow}.`
      : `Correct the row and ${assessThisWorkbook}.`,
  ],
  resultPending: ({ operation }) =>
    `The result is not ready yet. To get it later, ${fetchAdvice(operation)}.`,
  rowNotSent({ failure: { code, message, hint, remedy }, isOfRound }) {
    const send = isOfRound ? reassessThisRow : assessThisWorkbook;
    const next = code === 'invalid_request' ? `Correct it and ${send}.` : `To send it, ${send}.`;
    // The usual hints are for people who can see the connection.
    const special = remedy === undefined ? '' : ` ${hint}`;
    return toValue(`${toSentence(message)}${special} This row was not sent. ${next}`);
  },
  showsForgotten: () =>
    `According to its status, the data about the person in this row was deleted, so the row was not sent. If the row is new, clear its result cells and ${assessThisWorkbook}. If not, delete the row.`,
};

/** Messages about rows. HR reads them in the workbook. */
export const rowWording = { ...createRowWording(advice), ...ownWording };
