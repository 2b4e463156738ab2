import { useState } from 'preact/hooks';
import type { Problem } from '../../../contract/shapes.js';
import { plural, formatNumber } from '../app/words.js';
import { ActionForm } from '../parts/ActionButton.js';
import { Fold } from '../parts/Fold.js';
import { correctAll, labelForAll, describeUnchangedRows } from './correctValue.js';
import { describePerson } from './Person.js';
import { ProblemRows } from './ProblemRows.js';
import { Replacement } from './Replacement.js';
import {
  findUnreadCorrection,
  type ProblemProps,
  RowRemedy,
  UnreadCorrection,
} from './RowRemedy.js';
import { WholeRow } from './WholeRow.js';

/** One problem of a row, or of all rows with the same value: its message, its place and its remedy. */
export function ProblemLine(props: ProblemProps) {
  const { problem, sheet } = props;
  const isShared = problem.rows > 1;
  return (
    <li class="problem">
      <h2>{problem.message}</h2>
      {isShared ? <SharedPlace problem={problem} /> : <Place problem={problem} />}
      {problem.remedy !== '' && <p class="muted">{problem.remedy}</p>}
      {isShared && <CorrectAllForm {...props} />}
      {!isShared && <RowRemedy {...props} />}
      {isShared ? (
        <Fold title={`Show the ${formatNumber(problem.rows)} rows`} about={describeValue(problem)}>
          <ProblemRows {...props} />
        </Fold>
      ) : (
        <Fold title="Show the row" about={describePerson(problem)}>
          <WholeRow sheet={sheet} row={problem.row} cell={problem.cell} />
        </Fold>
      )}
    </li>
  );
}

/** The place of a problem in several rows: "Destination country: “Holland”, in 40 rows: 6, 10, 14 and 37 more". */
function SharedPlace({ problem }: { problem: Problem }) {
  const { rows, firstRows } = problem;
  const moreRows = rows - firstRows.length;
  const listedRows = moreRows > 0 ? firstRows : firstRows.slice(0, -1);
  const last = moreRows > 0 ? `${formatNumber(moreRows)} more` : String(firstRows.at(-1));
  return (
    <p class="where">
      {problem.label}
      <Value problem={problem} />, in {plural(rows, 'row')}: {listedRows.join(', ')} and {last}
    </p>
  );
}

function Place({ problem }: { problem: Problem }) {
  const { row, cell, employeeId, name = '', department = '', label } = problem;
  const rowsWithValue = problem.rowsAlike + problem.assessedAlike;
  return (
    <p class="where">
      <kbd>{cell ?? `row ${row}`}</kbd>{' '}
      {[name, employeeId, department, label].filter((part) => part !== '').join(', ')}
      <Value problem={problem} />
      {rowsWithValue > 1 && `, and ${plural(rowsWithValue - 1, 'more row')} with the same value`}
    </p>
  );
}

function Value({ problem: { value } }: { problem: Problem }) {
  if (value === '') return null;
  return (
    <>
      : “<span>{value}</span>”
    </>
  );
}

/** A field and a button to correct the value of a problem in all rows with it, except those that were sent. */
function CorrectAllForm(props: ProblemProps) {
  const { problem, sheet, isDisabled, onCorrected } = props;
  const { suggestion, rowsAlike, assessedAlike } = problem;
  const [to, setTo] = useState(suggestion ?? '');
  const button = labelForAll(problem);
  const correction = findUnreadCorrection(props);
  if (correction !== undefined) return <UnreadCorrection correction={correction} />;
  const correct = async () => {
    onCorrected(await correctAll(sheet, problem, to));
  };
  return (
    <>
      {assessedAlike > 0 && <p class="muted">{describeUnchangedRows(assessedAlike)}</p>}
      {!isDisabled && rowsAlike > 0 && (
        <ActionForm
          act={correct}
          button={button}
          label={`${button}: ${describeValue(problem)}`}
          isDisabled={to.trim() === ''}
          field={
            <Replacement
              label={`Instead of ${describeValue(problem)}`}
              value={to}
              entry={problem}
              change={setTo}
            />
          }
        />
      )}
    </>
  );
}

/** Returns the input and its value: "Destination country “Holland”", "Destination country (empty)". */
function describeValue({ label, value }: Problem): string {
  return `${label} ${value === '' ? '(empty)' : `“${value}”`}`;
}
