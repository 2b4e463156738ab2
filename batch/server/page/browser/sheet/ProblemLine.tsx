import { useState } from 'preact/hooks';
import type { Problem } from '../../../contract/shapes.js';
import { plural, formatNumber } from '../app/words.js';
import { ActionForm } from '../parts/ActionButton.js';
import { Fold } from '../parts/Fold.js';
import { correctAll, forAllWords, unchangedRowsText } from './correctValue.js';
import { personText } from './Person.js';
import { ProblemRows } from './ProblemRows.js';
import { Replacement } from './Replacement.js';
import { type ProblemProps, RowRemedy } from './RowRemedy.js';
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
      {isShared && <CorrectAll {...props} />}
      {!isShared && <RowRemedy {...props} />}
      {isShared ? (
        <Fold title={`Show the ${formatNumber(problem.rows)} rows`} about={valueText(problem)}>
          <ProblemRows {...props} />
        </Fold>
      ) : (
        <Fold title="Show the row" about={personText(problem)}>
          <WholeRow sheet={sheet} row={problem.row} cell={problem.cell} />
        </Fold>
      )}
    </li>
  );
}

/** "Destination country: “Holland”, in 40 rows: 6, 10, 14 and 37 more" */
function SharedPlace({ problem }: { problem: Problem }) {
  const { rows, firstRows } = problem;
  const others = rows - firstRows.length;
  const named = others > 0 ? firstRows : firstRows.slice(0, -1);
  const last = others > 0 ? `${formatNumber(others)} more` : String(firstRows.at(-1));
  return (
    <p class="where">
      {problem.label}
      <Value problem={problem} />, in {plural(rows, 'row')}: {named.join(', ')} and {last}
    </p>
  );
}

function Place({ problem }: { problem: Problem }) {
  const { row, cell, employeeId, name = '', department = '', label } = problem;
  const alike = problem.rowsAlike + problem.assessedAlike;
  return (
    <p class="where">
      <kbd>{cell ?? `row ${row}`}</kbd>{' '}
      {[name, employeeId, department, label].filter((part) => part !== '').join(', ')}
      <Value problem={problem} />
      {alike > 1 && `, and ${plural(alike - 1, 'more row')} with the same value`}
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

/** A field to correct the value in all its rows. */
function CorrectAll({ problem, sheet, isDisabled, corrected }: ProblemProps) {
  const { suggestion, rowsAlike, assessedAlike } = problem;
  const [to, setTo] = useState(suggestion ?? '');
  const words = forAllWords(problem);
  const correct = async () => {
    corrected(await correctAll(sheet, problem, to));
  };
  return (
    <>
      {assessedAlike > 0 && <p class="muted">{unchangedRowsText(assessedAlike)}</p>}
      {!isDisabled && rowsAlike > 0 && (
        <ActionForm
          act={correct}
          words={words}
          label={`${words}: ${valueText(problem)}`}
          isDisabled={to.trim() === ''}
          field={
            <Replacement
              label={`Instead of ${valueText(problem)}`}
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

/** "Destination country “Holland”", "Destination country (empty)" */
function valueText({ label, value }: Problem): string {
  return `${label} ${value === '' ? '(empty)' : `“${value}”`}`;
}
