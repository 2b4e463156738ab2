import { useState } from 'preact/hooks';
import type { Problem, Sheet } from '../../../contract/shapes.js';
import { ActionButton, ActionForm } from '../parts/ActionButton.js';
import { CorrectRow } from './CorrectRow.js';
import {
  correctAll,
  correctRow,
  forAllWords,
  ignoreRows,
  unchangedRowsText,
} from './correctValue.js';
import { personText } from './Person.js';
import { Replacement } from './Replacement.js';
import { RowAnswerButton } from './RowAnswerButton.js';

/** A problem, and what the controls beside it need. */
export interface ProblemProps {
  readonly problem: Problem;
  readonly sheet: Sheet;
  readonly isDisabled: boolean;
  readonly corrected: (sheet: Sheet) => void;
  readonly answered: () => void;
}

/** The controls to settle a problem in its row. */
export function RowRemedy({ problem, sheet, isDisabled, corrected, answered }: ProblemProps) {
  if (isDisabled) return null;
  const { row, field, kind, key, canBeNewRow, canBeIgnored } = problem;
  const who = personText(problem);
  // The start may be wrong instead of the end.
  const needsAnyInput = field === '' || kind === 'endBeforeStart';
  return (
    <>
      {canBeNewRow && (
        <div class="mend">
          <RowAnswerButton
            sheet={sheet}
            row={row}
            who={who}
            answered={answered}
            answer="newRow"
            seen={{ key }}
          />
        </div>
      )}
      {field !== '' && <CorrectCell problem={problem} sheet={sheet} corrected={corrected} />}
      {needsAnyInput && (
        <CorrectRow
          sheet={sheet}
          row={row}
          who={who}
          correct={async (replaced) => {
            corrected(await correctRow(sheet, row, replaced));
          }}
        />
      )}
      {canBeIgnored && (
        <div class="mend">
          <ActionButton
            kind="small"
            label={`Ignore this row: ${who}`}
            act={async () => {
              corrected(await ignoreRows(sheet, [row]));
            }}
          >
            Ignore this row
          </ActionButton>
        </div>
      )}
    </>
  );
}

function CorrectCell({
  problem,
  sheet,
  corrected,
}: Pick<ProblemProps, 'problem' | 'sheet' | 'corrected'>) {
  const { row, rows, field, label, value, suggestion, rowsAlike, assessedAlike } = problem;
  const [to, setTo] = useState(suggestion ?? '');
  const who = personText(problem);
  const hasAlike = rowsAlike + assessedAlike > 1;
  // A problem that is listed once for its rows has this button above them.
  const isForAll = rows === 1 && rowsAlike > 1;
  const correct = async () => {
    corrected(await correctRow(sheet, row, { field, value, to }));
  };
  return (
    <>
      {isForAll && assessedAlike > 0 && <p class="muted">{unchangedRowsText(assessedAlike)}</p>}
      <ActionForm
        act={correct}
        words={hasAlike ? 'Correct only this row' : 'Correct'}
        label={`Correct ${hasAlike ? 'only this row: ' : ''}${label} of ${who}`}
        isDisabled={to.trim() === ''}
        field={
          <Replacement label={`${label} of ${who}`} value={to} entry={problem} change={setTo} />
        }
      >
        {isForAll && (
          <ActionButton
            kind="small"
            act={async () => {
              corrected(await correctAll(sheet, problem, to));
            }}
            isDisabled={to.trim() === ''}
          >
            {forAllWords(problem)}
          </ActionButton>
        )}
      </ActionForm>
    </>
  );
}
