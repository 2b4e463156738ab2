import { useState } from 'preact/hooks';
import type { CorrectedSheet, Problem, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { plural, formatNumber } from '../app/words.js';
import { ActionButton, ActionForm } from '../parts/ActionButton.js';
import { CorrectRow } from './CorrectRow.js';
import { personText } from './Person.js';
import { apiPath } from './sheetPaths.js';
import { Replacement } from './Replacement.js';
import { RowAnswerButton } from './RowAnswerButton.js';
import { unchangedRowsText } from './UnrecognizedValues.js';

/** One problem: its cell, person, message and remedy, and a field to correct it. */
export function ProblemLine({
  problem,
  sheet,
  isDisabled,
  corrected,
  answered,
}: {
  problem: Problem;
  sheet: Sheet;
  isDisabled: boolean;
  corrected: (sheet: Sheet) => void;
  answered: () => void;
}) {
  const {
    row,
    cell,
    employeeId,
    name = '',
    department = '',
    label,
    value,
    message,
    remedy,
    suggestion,
    choices,
  } = problem;
  const { rowsAlike, assessedAlike } = problem;
  const [to, setTo] = useState(suggestion ?? '');
  const send = async (
    replacement: { field: string; value: string; to: string },
    isForAll = false,
  ) => {
    const correction = { ...replacement, row: isForAll ? null : row };
    const next = await ask<CorrectedSheet>('POST', `${apiPath(sheet)}/corrections`, [correction]);
    corrected(next);
    const where = isForAll
      ? `${plural(rowsAlike, 'row')}. ${unchangedRowsText(assessedAlike)}`
      : `row ${row}.`;
    announce(`Corrected: ${next.sentInstead[0] ?? replacement.to} in ${where}`);
  };
  const correct = (isForAll: boolean) => send({ field: problem.field, value, to }, isForAll);
  const alike = rowsAlike + assessedAlike;
  const hasAlike = alike > 1;
  const who = personText(problem);
  // The start may be wrong instead of the end.
  const needsAnyInput = problem.field === '' || problem.kind === 'endBeforeStart';
  return (
    <li class="problem">
      <h2>{message}</h2>
      <p class="where">
        <kbd>{cell ?? `row ${row}`}</kbd>{' '}
        {[name, employeeId, department, label].filter((part) => part !== '').join(', ')}
        {value !== '' && (
          <>
            : “<span>{value}</span>”
          </>
        )}
        {hasAlike && `, and ${plural(alike - 1, 'more row')} with the same value`}
      </p>
      {remedy !== '' && <p class="muted">{remedy}</p>}
      {rowsAlike > 1 && assessedAlike > 0 && (
        <p class="muted">{unchangedRowsText(assessedAlike)}</p>
      )}
      {!isDisabled && problem.canBeNewRow && (
        <div class="mend">
          <RowAnswerButton
            sheet={sheet}
            row={row}
            who={who}
            answered={answered}
            answer="newRow"
            seen={{ key: problem.key }}
          />
        </div>
      )}
      {!isDisabled && problem.field !== '' && (
        <ActionForm
          act={() => correct(false)}
          words={hasAlike ? 'Correct only this row' : 'Correct'}
          label={`Correct ${hasAlike ? 'only this row: ' : ''}${label} of ${who}`}
          isDisabled={to.trim() === ''}
          field={
            <Replacement label={`${label} of ${who}`} value={to} choices={choices} change={setTo} />
          }
        >
          {rowsAlike > 1 && (
            <ActionButton kind="small" act={() => correct(true)} isDisabled={to.trim() === ''}>
              Use for {assessedAlike === 0 ? 'all ' : ''}
              {formatNumber(rowsAlike)} rows
            </ActionButton>
          )}
        </ActionForm>
      )}
      {!isDisabled && needsAnyInput && (
        <CorrectRow sheet={sheet} row={row} who={who} correct={send} />
      )}
    </li>
  );
}
