import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Approver, DetailedRow, Row, Sheet } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { addressWith, go } from '../app/location.js';
import { may } from '../app/session.js';
import { Loading, Note, ErrorNote } from '../parts/Notes.js';
import { Change, Score, statusKind, Tag } from '../parts/Score.js';
import { safeAddress } from '../parts/safeAddress.js';
import { Moment } from '../parts/Time.js';
import { RowHistory } from './RowHistory.js';
import { RowScores } from './RowScores.js';
import { Decide } from './Decide.js';
import { DecisionList } from './DecisionList.js';
import { Person, personText } from './Person.js';
import { apiPath } from './sheetPaths.js';
import { type RowAnswer, RowAnswerButton } from './RowAnswerButton.js';
import { SettleRow } from './SettleRow.js';
import { StepText } from './StepText.js';

/** One row with its results, inputs and decisions, and the actions on it. */
export function RowPanel({
  sheet,
  row,
  rows,
  labels,
  approvers,
  changed,
}: {
  sheet: Sheet;
  row: number;
  rows: readonly Row[];
  labels: Readonly<Record<string, string>>;
  approvers: readonly Approver[];
  changed: () => void;
}) {
  const { data, error, refetch } = useQuery<DetailedRow>(`${apiPath(sheet)}/rows/${row}`);
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = data !== undefined;
  // A layout effect moves the focus before the next key is pressed. A later effect could take it from a button that a
  // person has reached meanwhile.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: matchMedia('(min-width: 64rem)').matches });
  }, [isThere]);
  const seen = useRef(rows);
  useEffect(() => {
    if (rows !== seen.current && rows.some((each) => each.row === row)) refetch();
    seen.current = rows;
  }, [rows, row, refetch]);
  const close = () => {
    go(addressWith({ row: null }), { replace: true });
    document.getElementById(`row-${row}`)?.focus();
  };
  const onActed = () => {
    refetch();
    changed();
  };
  return (
    <aside
      class="card row-panel"
      aria-labelledby="row-panel"
      onKeyDown={(event) => {
        // In a dialog, Escape closes only the dialog.
        const isInDialog = event.target instanceof Element && event.target.closest('dialog');
        if (event.key !== 'Escape' || isInDialog) return;
        event.preventDefault();
        close();
      }}
    >
      <div class="row-panel-head">
        <h2 id="row-panel" ref={heading} tabIndex={-1}>
          {data === undefined ? `Row ${row}` : <Person of={data} />}
        </h2>
        <button type="button" class="button small" onClick={close}>
          Close
        </button>
      </div>
      {error !== undefined && <ErrorNote error={error} refetch={refetch} />}
      {data === undefined && error === undefined && <Loading what="the row" />}
      {data !== undefined && (
        <Body sheet={sheet} shown={data} labels={labels} approvers={approvers} acted={onActed} />
      )}
    </aside>
  );
}

function Body({
  sheet,
  shown,
  labels,
  approvers,
  acted,
}: {
  sheet: Sheet;
  shown: DetailedRow;
  labels: Readonly<Record<string, string>>;
  approvers: readonly Approver[];
  acted: () => void;
}) {
  const isDecidedHere = isDecidable(shown) && may('decide');
  const report = safeAddress(shown.redirectUrl);
  const seen = { key: shown.key, assessmentId: shown.assessmentId ?? null };
  const who = personText(shown);
  const answerButton = (answer: RowAnswer) =>
    shown.choices.includes(answer) && (
      <div class="actions">
        <RowAnswerButton
          sheet={sheet}
          who={who}
          seen={seen}
          row={shown.row}
          answer={answer}
          answered={acted}
        />
      </div>
    );
  return (
    <>
      <p class="muted">
        {[shown.department ?? '', shown.purpose, shown.destination, `row ${shown.row}`]
          .filter((part) => part !== '')
          .join(', ')}
      </p>
      {shown.unconfirmed !== undefined && (
        <SettleRow sheet={sheet} acted={acted} unconfirmed={shown.unconfirmed} />
      )}
      <dl class="facts">
        <dt>Status</dt>
        <dd>
          <Tag words={shown.status} kind={statusKind(shown.status)} />
        </dd>
        {shown.overall !== undefined && (
          <>
            <dt>Overall risk</dt>
            <dd>
              <Score score={shown.overall} />{' '}
              {shown.change !== undefined && (
                <>
                  <Change change={shown.change} />{' '}
                  <span class="muted">since the previous assessment</span>
                </>
              )}
            </dd>
          </>
        )}
        {shown.peLevel !== undefined && (
          <>
            <dt>Permanent establishment risk level</dt>
            <dd>{shown.peLevel}</dd>
          </>
        )}
        {shown.assessedAt !== undefined && (
          <>
            <dt>Assessed</dt>
            <dd>
              <Moment of={shown.assessedAt} />
            </dd>
          </>
        )}
        {shown.assessmentId !== undefined && (
          <>
            <dt>Assessment ID</dt>
            <dd>
              <code>{shown.assessmentId}</code>
            </dd>
          </>
        )}
        {report !== undefined && (
          <>
            <dt>Report</dt>
            <dd>
              <a href={report} target="_blank" rel="noopener noreferrer">
                Open in the service<span class="unseen"> (new tab)</span>
              </a>
            </dd>
          </>
        )}
      </dl>
      {/* For an unconfirmed row, the question above has the same text. */}
      {shown.message !== '' && shown.unconfirmed === undefined && (
        <Note>
          <p>
            <StepText sheet={sheet} text={shown.message} />
          </p>
        </Note>
      )}
      {answerButton('newRow')}
      <RowScores scores={shown.scores} labels={labels} />
      <RowHistory history={shown.history} />
      <DecisionList
        decisions={shown.decisions}
        approvers={approvers}
        canBeReplaced={isDecidedHere}
      />
      {isDecidedHere && <Decide sheet={sheet} acted={acted} row={shown} approvers={approvers} />}
      {isDecidable(shown) && !may('decide') && (
        <p class="muted">Only approvers and administrators can decide.</p>
      )}
      <Inputs inputs={shown.inputs} />
      {answerButton('notItsAssessment')}
    </>
  );
}

/** Returns true for a row whose assessment was made for its current inputs. */
function isDecidable({ status, assessmentId, unconfirmed }: DetailedRow): boolean {
  const isCurrent = status === 'Scored' || status === 'Pending';
  return isCurrent && assessmentId !== undefined && unconfirmed === undefined;
}

function Inputs({ inputs }: { inputs: DetailedRow['inputs'] }) {
  if (inputs.length === 0) return null;
  return (
    <section aria-labelledby="inputs">
      <h3 id="inputs">Inputs</h3>
      <dl class="facts">
        {inputs.map(({ field, label, value, instead }) => (
          <>
            <dt key={field}>{label}</dt>
            <dd key={`${field} value`}>
              {value}
              {instead !== undefined && (
                <small>
                  corrected; the cell says {instead === '' ? 'nothing' : `“${instead}”`}
                </small>
              )}
            </dd>
          </>
        ))}
      </dl>
    </section>
  );
}
