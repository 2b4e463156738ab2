import { t } from '../language/language.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Fold } from '../parts/Fold.js';
import { QueryPlaceholder } from '../parts/Notes.js';
import { describePerson } from './Person.js';
import { type ProblemProps, RowRemedy } from './RowRemedy.js';
import { useProblems } from './useProblems.js';
import { WholeRow } from './WholeRow.js';

export function ProblemRows(props: ProblemProps) {
  const { problem, sheet, isReading } = props;
  const query = useProblems(sheet, { like: problem.id }, isReading);
  const { problems, showMore } = query;
  if (problems === undefined) {
    return <QueryPlaceholder query={query} text={t(($) => $.rowProblems.loadingRows)} />;
  }
  return (
    <>
      <ul class="alike">
        {problems.map((rowProblem) => (
          <li key={rowProblem.row}>
            <Fold title={<RowTitle problem={rowProblem} />}>
              <WholeRow sheet={sheet} row={rowProblem.row} cell={rowProblem.cell} />
              <RowRemedy {...props} problem={rowProblem} />
            </Fold>
          </li>
        ))}
      </ul>
      {showMore !== undefined && (
        <ActionButton kind="small" act={showMore}>
          {t(($) => $.rowProblems.showMoreRows)}
        </ActionButton>
      )}
    </>
  );
}

function RowTitle({ problem }: Pick<ProblemProps, 'problem'>) {
  const { row, employeeId, name = '', department = '' } = problem;
  const personAndDepartment = [describePerson(problem), department].filter((text) => text !== '');
  return (
    <>
      <kbd>{problem.cell ?? t(($) => $.rowProblems.row, { row })}</kbd>{' '}
      {name === '' && employeeId === '' ? '' : personAndDepartment.join(', ')}
    </>
  );
}
