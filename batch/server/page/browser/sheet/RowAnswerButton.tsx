import type { DetailedRow, SeenState, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { may } from '../app/session.js';
import { t } from '../language/language.js';
import { ConfirmButton } from '../parts/ConfirmButton.js';
import { findNextRun, getApiPath } from './sheetPaths.js';

export type RowAnswer = 'newRow' | 'notItsAssessment';

const paths: Readonly<Record<RowAnswer, string>> = {
  newRow: 'new-row',
  notItsAssessment: 'not-its-assessment',
};

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
  seen: SeenState;
  answer: RowAnswer;
  who: string;
  onAnswered: (row: DetailedRow) => void;
}) {
  if (!may('edit')) return null;
  const send = async () => {
    onAnswered(
      await ask<DetailedRow>('POST', `${getApiPath(sheet)}/rows/${row}/${paths[answer]}`, seen),
    );
    announce(t(($) => $.row.recorded));
  };
  return (
    <ConfirmButton
      kind="small"
      text={t(($) => $.row[answer].open)}
      label={t(($) => $.row[answer].label, { person: who })}
      title={t(($) => $.row[answer].title, { person: who })}
      button={t(($) => $.row[answer].button)}
      act={send}
    >
      {answer === 'newRow' && `${t(($) => $.row.sent[findNextRun(sheet)])} `}
      {t(($) => $.row[answer].about)}
    </ConfirmButton>
  );
}
