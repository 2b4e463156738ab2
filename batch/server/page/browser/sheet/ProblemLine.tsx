import { useState } from 'preact/hooks';
import type { CorrectedSheet, Problem, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { many, number } from '../app/words.js';
import { Act, ActForm } from '../parts/Act.js';
import { CorrectRow } from './CorrectRow.js';
import { personText } from './Person.js';
import { apiPath } from './sheetPaths.js';
import { Replacement } from './Replacement.js';
import { SayOfCase } from './SayOfCase.js';
import { stayText } from './ValuesToSettle.js';

/** One problem: where, who, what is wrong, what to do, and its correction. */
export function ProblemLine({
  problem,
  sheet,
  isOff,
  corrected,
  said,
}: {
  problem: Problem;
  sheet: Sheet;
  isOff: boolean;
  corrected: (sheet: Sheet) => void;
  said: () => void;
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
  const send = async (of: { field: string; value: string; to: string }, isForAll = false) => {
    const correction = { ...of, row: isForAll ? null : row };
    const next = await ask<CorrectedSheet>('POST', `${apiPath(sheet)}/corrections`, [correction]);
    corrected(next);
    const where = isForAll
      ? `${many(rowsAlike, 'row')}. ${stayText(assessedAlike)}`
      : `row ${row}.`;
    announce(`Corrected: ${next.sentInstead[0] ?? of.to} in ${where}`);
  };
  const correct = (isForAll: boolean) => send({ field: problem.field, value, to }, isForAll);
  const alike = rowsAlike + assessedAlike;
  const hasAlike = alike > 1;
  const who = personText(problem);
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
        {hasAlike && `, and ${many(alike - 1, 'more row')} with the same value`}
      </p>
      {remedy !== '' && <p class="muted">{remedy}</p>}
      {rowsAlike > 1 && assessedAlike > 0 && <p class="muted">{stayText(assessedAlike)}</p>}
      {!isOff && problem.canBeNewCase && (
        <div class="mend">
          <SayOfCase
            sheet={sheet}
            row={row}
            who={who}
            said={said}
            what="newCase"
            seen={{ key: problem.key }}
          />
        </div>
      )}
      {!isOff && problem.field === '' && (
        <CorrectRow sheet={sheet} row={row} who={who} correct={send} />
      )}
      {!isOff && problem.field !== '' && (
        <ActForm
          act={() => correct(false)}
          words={hasAlike ? 'Correct only this row' : 'Correct'}
          label={`Correct ${hasAlike ? 'only this row: ' : ''}${label} of ${who}`}
          isOff={to.trim() === ''}
          field={
            <Replacement label={`${label} of ${who}`} value={to} choices={choices} change={setTo} />
          }
        >
          {rowsAlike > 1 && (
            <Act kind="small" act={() => correct(true)} isOff={to.trim() === ''}>
              Use for {assessedAlike === 0 ? 'all ' : ''}
              {number(rowsAlike)} rows
            </Act>
          )}
        </ActForm>
      )}
    </li>
  );
}
