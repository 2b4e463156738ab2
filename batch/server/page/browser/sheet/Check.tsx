import type { Problem, Problems, Sheet } from '../../../contract/shapes.js';
import { buildAddress, place } from '../app/location.js';
import { may } from '../app/session.js';
import { plural, formatNumber } from '../app/words.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Empty, Loading, Note, ErrorNote } from '../parts/Notes.js';
import { Corrections } from './Corrections.js';
import { ignoreRows } from './correctValue.js';
import { IgnoredRows } from './IgnoredRows.js';
import { getApiPath, type SheetProps, getStepPath } from './sheetPaths.js';
import { ProblemLine } from './ProblemLine.js';
import { useProblems } from './useProblems.js';

/** The step Check: the problems that the server found in the rows, with fields to correct the values. */
export function Check({ sheet, isReading, setData }: SheetProps) {
  const kind = place.value.query.get('kind') ?? '';
  const filter = kind === '' ? {} : { kind };
  const query = useProblems(sheet, filter, isReading);
  const { data, problems = [], error, refetch, showMore } = query;

  if (data === undefined) {
    return error === undefined ? (
      <Loading text="Loading the problems…" />
    ) : (
      <ErrorNote error={error} refetch={refetch} />
    );
  }
  const isRunning = sheet.stage === 'running' || sheet.stage === 'paused';
  const isDisabled = !may('edit') || isRunning || sheet.deletedDataAt !== undefined;
  const onCorrected = (next: Sheet) => {
    setData(next);
    refetch();
  };
  // The corrections that no row was read with yet, until the problems of the new reading are loaded.
  const unreadCorrections =
    isReading || query.isLoading ? data.corrections.filter(({ rows }) => rows === 0) : [];
  // Rows with totals, legends or notes mostly count as incomplete, so only this list has a button to ignore its rows.
  const ignorableRows =
    kind === 'incomplete'
      ? problems.flatMap(({ row, canBeIgnored }) => (canBeIgnored ? row : []))
      : [];
  return (
    <>
      <Head sheet={sheet} isDisabled={isDisabled} problems={data} />
      {isDisabled && isRunning && (
        <Note>The sheet is being assessed. Stop the run to correct values.</Note>
      )}
      {!may('edit') && (
        <Note>
          Your role is view-only here. Only editors and administrators can correct values.
        </Note>
      )}
      {error !== undefined && <ErrorNote error={error} refetch={refetch} />}
      <div class="check columns">
        <KindList problems={data} kind={kind} />
        {kind === 'corrected' ? (
          <Corrections
            sheet={sheet}
            isDisabled={isDisabled}
            onCorrected={onCorrected}
            corrections={data.corrections}
          />
        ) : kind === 'ignored' ? (
          <IgnoredRows
            sheet={sheet}
            rows={data.ignoredRows}
            isDisabled={isDisabled}
            onChanged={onCorrected}
          />
        ) : (
          <section class="card" aria-labelledby="problems">
            <h2 id="problems" class="unseen">
              Problems
            </h2>
            {!isDisabled && ignorableRows.length > 1 && (
              <div class="padded">
                <ActionButton
                  kind="small"
                  act={async () => {
                    onCorrected(await ignoreRows(sheet, ignorableRows));
                  }}
                >
                  Ignore these {plural(ignorableRows.length, 'row')}
                </ActionButton>
              </div>
            )}
            {problems.length === 0 ? (
              <Empty title={kind === '' ? 'No problems' : 'No problems of this kind'}>
                {kind === '' && <p>Every row can be assessed as it is.</p>}
              </Empty>
            ) : (
              <ul class="problems">
                {problems.map((problem) => (
                  <ProblemLine
                    key={createProblemKey(problem)}
                    problem={problem}
                    sheet={sheet}
                    isReading={isReading}
                    unreadCorrections={unreadCorrections}
                    isDisabled={isDisabled}
                    onCorrected={onCorrected}
                    onAnswered={refetch}
                  />
                ))}
              </ul>
            )}
            {showMore !== undefined && (
              <div class="pager">
                <ActionButton act={showMore}>Show more problems</ActionButton>
              </div>
            )}
          </section>
        )}
      </div>
    </>
  );
}

/** Returns a key that stays the same while other members correct some of the rows with the problem. */
function createProblemKey({ row, rows, kind, field, value, message }: Problem): string {
  return JSON.stringify([kind, field, value, message, rows > 1 ? '' : row]);
}

function Head({
  sheet,
  isDisabled,
  problems: { kinds },
}: {
  sheet: Sheet;
  isDisabled: boolean;
  problems: Problems;
}) {
  const { problems, counts } = sheet;
  const unusual = kinds.find(({ kind }) => kind === 'unusual')?.rows ?? 0;
  const valid = counts['Not sent'] ?? 0;
  return (
    <div class="step-head">
      <p aria-live="polite">
        {problems === 0
          ? 'No problems were found.'
          : `${plural(problems, 'row has', 'rows have')} problems. Correct them here.${valid > 0 ? ' You can also assess the others first.' : ''}`}
        {unusual > 0 &&
          ` ${plural(unusual, 'row has', 'rows have')} something unusual, which can be sent as it is.`}
      </p>
      <div class="actions">
        {problems > 0 && (
          <a class="button" href={`${getApiPath(sheet)}/downloads/problems`} download>
            Download the list
          </a>
        )}
        {!isDisabled && valid > 0 && (
          <a class="button primary" href={getStepPath(sheet, 'start')}>
            Plan the assessment of{' '}
            {problems === 0 ? plural(valid, 'row') : `the ${plural(valid, 'valid row')}`}
          </a>
        )}
      </div>
    </div>
  );
}

function KindList({ problems, kind }: { problems: Problems; kind: string }) {
  const total = problems.kinds.reduce((sum, { rows }) => sum + rows, 0);
  const entries = [
    { kind: '', label: 'All', rows: total },
    ...problems.kinds,
    { kind: 'corrected', label: 'Corrected', rows: problems.corrections.length },
    { kind: 'ignored', label: 'Ignored', rows: problems.ignoredRows.length },
  ];
  return (
    <nav class="card kinds" aria-label="Kinds of problems">
      {entries.map((entry) => (
        <a
          key={entry.kind}
          href={buildAddress({ kind: entry.kind })}
          aria-current={entry.kind === kind ? 'true' : undefined}
        >
          <span>{entry.label}</span> <span class="muted">{formatNumber(entry.rows)}</span>
        </a>
      ))}
    </nav>
  );
}
