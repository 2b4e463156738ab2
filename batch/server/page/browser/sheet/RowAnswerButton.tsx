import { useState } from 'preact/hooks';
import type { DetailedRow, SeenState, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { Dialog } from '../parts/Dialog.js';
import { getApiPath, describeNextRun } from './sheetPaths.js';

/** A person's answer to a question about a row. */
export type RowAnswer = 'newRow' | 'notItsAssessment';

const texts: Readonly<
  Record<
    RowAnswer,
    {
      /** The end of the address in the API. */
      path: string;
      /** The text of the button that opens the dialog. */
      open: string;
      title: string;
      button: string;
      about: (sheet: Sheet) => string;
    }
  >
> = {
  newRow: {
    path: 'new-row',
    open: 'It is a new row…',
    title: 'A new row',
    button: 'It is a new row: assess it',
    about: (sheet) =>
      `The row is sent with ${describeNextRun(sheet)}. If it is the same trip or hire as before, with other inputs, use "Reassess" with its row number instead: it would be assessed twice.`,
  },
  notItsAssessment: {
    path: 'not-its-assessment',
    open: 'This is not its assessment…',
    title: 'Not its assessment',
    button: 'It belongs to another row',
    about: () =>
      'Say so if the assessment is somebody else’s, or another row’s. Its scores leave this row, and the row is unconfirmed until you enter the right Assessment ID, or say that there is none.',
  },
};

/** A button to give an answer about a row, with a confirmation. */
export function RowAnswerButton({
  sheet,
  row,
  seen,
  answer,
  who,
  onAnswered,
}: {
  sheet: Sheet;
  row: number;
  /** The state of the row that the member sees when answering. */
  seen: SeenState;
  answer: RowAnswer;
  /** The person of the row, for screen readers. */
  who: string;
  onAnswered: (row: DetailedRow) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  if (!may('edit')) return null;
  const { path, open, title, button, about } = texts[answer];
  const send = async () => {
    onAnswered(await ask<DetailedRow>('POST', `${getApiPath(sheet)}/rows/${row}/${path}`, seen));
    announce('Recorded.');
  };
  return (
    <>
      <button
        type="button"
        class="button small"
        aria-label={`${who}: ${open}`}
        onClick={() => {
          setAsking(true);
        }}
      >
        {open}
      </button>
      {isAsking && (
        <Dialog
          title={`${title}: ${who}`}
          button={button}
          isDestructive
          act={send}
          close={() => {
            setAsking(false);
          }}
        >
          <p>{about(sheet)}</p>
        </Dialog>
      )}
    </>
  );
}
