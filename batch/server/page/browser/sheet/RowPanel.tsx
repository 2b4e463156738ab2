import { Fragment } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { maxRowsPerEvent } from '../../../contract/fieldBounds.js';
import type { Approver, DetailedRow, Row, Sheet } from '../../../contract/shapes.js';
import { nameField } from '../app/fieldNames.js';
import { formatIfDate } from '../app/time.js';
import { useQuery } from '../app/query.js';
import { buildAddress, go } from '../app/location.js';
import { nameRowStatus } from '../app/rowStatusNames.js';
import { may } from '../app/session.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { Note, QueryPlaceholder } from '../parts/Notes.js';
import { Change, Score, getStatusClass, Tag } from '../parts/Score.js';
import { toSafeAddress } from '../parts/toSafeAddress.js';
import { Moment } from '../parts/Time.js';
import { RowHistory } from './RowHistory.js';
import { RowScores } from './RowScores.js';
import { DecideForm } from './DecideForm.js';
import { DecisionList } from './DecisionList.js';
import { Person, describePerson } from './Person.js';
import { getApiPath } from './sheetPaths.js';
import { type RowAnswer, RowAnswerButton } from './RowAnswerButton.js';
import { SettleRow } from './SettleRow.js';
import { StepText } from './StepText.js';

export function RowPanel({
  sheet,
  row,
  rows,
  labels,
  approvers,
  onChanged,
}: {
  sheet: Sheet;
  row: number;
  rows: readonly Row[];
  labels: Readonly<Record<string, string>>;
  approvers: readonly Approver[];
  onChanged: () => void;
}) {
  const query = useQuery<DetailedRow>(`${getApiPath(sheet)}/rows/${row}`);
  const { data, refetch } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = data !== undefined;
  // A later effect could take the focus from a button that a person has reached meanwhile.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: matchMedia('(min-width: 64rem)').matches });
  }, [isLoaded]);
  const seenRows = useRef(rows);
  useEffect(() => {
    const mayHaveChanged =
      rows.length >= maxRowsPerEvent || rows.some((changedRow) => changedRow.row === row);
    if (rows !== seenRows.current && mayHaveChanged) refetch();
    seenRows.current = rows;
  }, [rows, row, refetch]);
  const close = () => {
    go(buildAddress({ row: null }), { replace: true });
    document.getElementById(`row-${row}`)?.focus();
  };
  const onActed = () => {
    refetch();
    onChanged();
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
          {data === undefined ? t(($) => $.row.person.heading, { row }) : <Person of={data} />}
        </h2>
        <button type="button" class="button small" onClick={close}>
          {t(($) => $.row.panel.close)}
        </button>
      </div>
      {data === undefined ? (
        <QueryPlaceholder query={query} text={t(($) => $.row.panel.loading)} />
      ) : (
        <RowDetails
          sheet={sheet}
          row={data}
          labels={labels}
          approvers={approvers}
          onActed={onActed}
        />
      )}
    </aside>
  );
}

function RowDetails({
  sheet,
  row,
  labels,
  approvers,
  onActed,
}: {
  sheet: Sheet;
  row: DetailedRow;
  labels: Readonly<Record<string, string>>;
  approvers: readonly Approver[];
  onActed: () => void;
}) {
  const canDecide = isDecidable(row) && may('decide');
  const report = toSafeAddress(row.redirectUrl);
  const seen = { key: row.key, assessmentId: row.assessmentId ?? null };
  const who = describePerson(row);
  const renderAnswerButton = (answer: RowAnswer) =>
    row.choices.includes(answer) && (
      <div class="actions">
        <RowAnswerButton
          // An open dialog about an earlier assessment must close.
          key={row.assessmentId}
          sheet={sheet}
          who={who}
          seen={seen}
          row={row.row}
          answer={answer}
          onAnswered={onActed}
        />
      </div>
    );
  return (
    <>
      <p class="muted">
        {[
          row.department ?? '',
          row.purpose,
          row.destination,
          t(($) => $.row.person.row, { row: row.row }),
        ]
          .filter((part) => part !== '')
          .join(', ')}
      </p>
      {row.unconfirmed !== undefined && (
        <SettleRow
          // After the row was sent again, an open dialog about the earlier request must close.
          key={row.unconfirmed.sentAt}
          sheet={sheet}
          onActed={onActed}
          unconfirmed={row.unconfirmed}
        />
      )}
      <dl class="facts">
        <dt>{t(($) => $.row.panel.status)}</dt>
        <dd>
          <Tag text={nameRowStatus(row.status)} kind={getStatusClass(row.status)} />
        </dd>
        {row.overall !== undefined && (
          <>
            <dt>{t(($) => $.row.panel.overallRisk)}</dt>
            <dd>
              <Score score={row.overall} />{' '}
              {row.change !== undefined && (
                <Text
                  text={t(($) => $.row.panel.change)}
                  elements={{
                    change: <Change change={row.change} />,
                    since: (text) => <span class="muted">{text}</span>,
                  }}
                />
              )}
            </dd>
          </>
        )}
        {row.peLevel !== undefined && (
          <>
            <dt>{t(($) => $.row.panel.peLevel)}</dt>
            <dd>{row.peLevel}</dd>
          </>
        )}
        {row.assessedAt !== undefined && (
          <>
            <dt>{t(($) => $.row.panel.assessed)}</dt>
            <dd>
              <Moment of={row.assessedAt} />
            </dd>
          </>
        )}
        {row.assessmentId !== undefined && (
          <>
            <dt>{t(($) => $.row.panel.assessmentId)}</dt>
            <dd>
              <code>{row.assessmentId}</code>
            </dd>
          </>
        )}
        {report !== undefined && (
          <>
            <dt>{t(($) => $.row.panel.report)}</dt>
            <dd>
              <a href={report} target="_blank" rel="noopener noreferrer">
                <Text
                  text={t(($) => $.row.panel.openReport)}
                  elements={{ tab: (text) => <span class="unseen">{text}</span> }}
                />
              </a>
            </dd>
          </>
        )}
      </dl>
      {/* For an unconfirmed row, the question above already contains this message. */}
      {row.message !== '' && row.unconfirmed === undefined && (
        <Note>
          <p>
            <StepText sheet={sheet} text={row.message} />
          </p>
        </Note>
      )}
      {renderAnswerButton('newRow')}
      <RowScores scores={row.scores} labels={labels} />
      <RowHistory history={row.history} />
      <DecisionList decisions={row.decisions} approvers={approvers} canBeReplaced={canDecide} />
      {canDecide && <DecideForm sheet={sheet} onActed={onActed} row={row} approvers={approvers} />}
      {isDecidable(row) && !may('decide') && <p class="muted">{t(($) => $.row.panel.rights)}</p>}
      <Inputs inputs={row.inputs} />
      {renderAnswerButton('notItsAssessment')}
    </>
  );
}

function isDecidable({ status, assessmentId, unconfirmed }: DetailedRow): boolean {
  const isCurrent = status === 'Scored' || status === 'Pending';
  return isCurrent && assessmentId !== undefined && unconfirmed === undefined;
}

function Inputs({ inputs }: { inputs: DetailedRow['inputs'] }) {
  if (inputs.length === 0) return null;
  return (
    <section aria-labelledby="inputs">
      <h3 id="inputs">{t(($) => $.row.panel.inputs)}</h3>
      <dl class="facts">
        {inputs.map(({ field, label, value, instead: cellValue }) => (
          <Fragment key={field}>
            <dt>{nameField(field, label)}</dt>
            <dd>
              {formatIfDate(value)}
              {cellValue !== undefined && (
                <small>
                  {cellValue === ''
                    ? t(($) => $.row.panel.emptyCell)
                    : t(($) => $.row.panel.cell, { value: formatIfDate(cellValue) })}
                </small>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
