import { useState } from 'preact/hooks';
import type { Problem } from '../../../contract/shapes.js';
import { nameField } from '../app/fieldNames.js';
import { formatIfDate } from '../app/time.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
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
        <Fold
          title={t(($) => $.rowProblems.showRows, { count: problem.rows })}
          about={describeValue(problem)}
        >
          <ProblemRows {...props} />
        </Fold>
      ) : (
        <Fold title={t(($) => $.rowProblems.showRow)} about={describePerson(problem)}>
          <WholeRow sheet={sheet} row={problem.row} cell={problem.cell} />
        </Fold>
      )}
    </li>
  );
}

/** "Destination country: “Holland”, in 40 rows: 6, 10, 14 and 37 more". */
function SharedPlace({ problem }: { problem: Problem }) {
  const { rows, firstRows, field, label, value } = problem;
  const more = rows - firstRows.length;
  const hasValue = value !== '';
  const facts = { field: nameField(field, label), rows };
  return (
    <p class="where">
      <Text
        text={
          more > 0
            ? t(($) => $.rowProblems.place[hasValue ? 'someRowsValue' : 'someRows'], {
                ...facts,
                count: more,
                list: firstRows.join(', '),
              })
            : t(($) => $.rowProblems.place[hasValue ? 'allRowsValue' : 'allRows'], {
                ...facts,
                list: firstRows.slice(0, -1).join(', '),
                last: String(firstRows.at(-1)),
              })
        }
        elements={{ value: <span>{formatIfDate(value)}</span> }}
      />
    </p>
  );
}

function Place({ problem }: { problem: Problem }) {
  const { row, cell, employeeId, name = '', department = '', field, label, value } = problem;
  const others = problem.rowsAlike + problem.assessedAlike - 1;
  const hasValue = value !== '';
  const facts = [name, employeeId, department, nameField(field, label)]
    .filter((part) => part !== '')
    .join(', ');
  return (
    <p class="where">
      <kbd>{cell ?? t(($) => $.rowProblems.row, { row })}</kbd>{' '}
      <Text
        text={
          others > 0
            ? t(($) => $.rowProblems.place[hasValue ? 'alikeValue' : 'alike'], {
                facts,
                count: others,
              })
            : t(($) => $.rowProblems.place[hasValue ? 'oneValue' : 'one'], { facts })
        }
        elements={{ value: <span>{formatIfDate(value)}</span> }}
      />
    </p>
  );
}

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
          label={t(($) => $.rowProblems.buttonFor, { button, value: describeValue(problem) })}
          isDisabled={to.trim() === ''}
          field={
            <Replacement
              label={t(($) => $.rowProblems.insteadOf, { value: describeValue(problem) })}
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

/** "Destination country “Holland”" or "Destination country (empty)". */
function describeValue({ field: name, label, value }: Problem): string {
  const field = nameField(name, label);
  return value === ''
    ? t(($) => $.rowProblems.emptyField, { field })
    : t(($) => $.rowProblems.fieldValue, { field, value: formatIfDate(value) });
}
