import type { Problem, Problems, Sheet } from '../../../contract/shapes.js';
import { addressWith, place } from '../app/location.js';
import { may } from '../app/session.js';
import { plural, formatNumber } from '../app/words.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Empty, Loading, Note, ErrorNote } from '../parts/Notes.js';
import { Corrections } from './Corrections.js';
import { ignoreRows } from './correctValue.js';
import { IgnoredRows } from './IgnoredRows.js';
import { apiPath, type SheetProps, stepPath } from './sheetPaths.js';
import { ProblemLine } from './ProblemLine.js';
import { useProblems } from './useProblems.js';

/** The values that the service would reject, with fields to correct them. */
export function Check({ sheet, setData }: SheetProps) {
  const kind = place.value.query.get('kind') ?? '';
  const wanted = kind === '' ? {} : { kind };
  const { data, problems: shown = [], error, refetch, showMore } = useProblems(sheet, wanted);

  if (data === undefined) {
    return error === undefined ? (
      <Loading what="the problems" />
    ) : (
      <ErrorNote error={error} refetch={refetch} />
    );
  }
  const isRunning = sheet.stage === 'running' || sheet.stage === 'paused';
  const isDisabled = !may('edit') || isRunning || sheet.deletedDataAt !== undefined;
  const corrected = (next: Sheet) => {
    setData(next);
    refetch();
  };
  // Totals, legends and notes are mostly incomplete rows.
  const notes =
    kind === 'incomplete' ? shown.flatMap((each) => (each.canBeIgnored ? each.row : [])) : [];
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
        <Kinds problems={data} kind={kind} corrections={sheet.corrections} />
        {kind === 'corrected' ? (
          <Corrections
            sheet={sheet}
            isDisabled={isDisabled}
            corrected={corrected}
            made={data.corrections}
          />
        ) : kind === 'ignored' ? (
          <IgnoredRows
            sheet={sheet}
            rows={data.ignoredRows}
            isDisabled={isDisabled}
            changed={corrected}
          />
        ) : (
          <section class="card" aria-labelledby="problems">
            <h2 id="problems" class="unseen">
              Problems
            </h2>
            {!isDisabled && notes.length > 1 && (
              <div class="padded">
                <ActionButton
                  kind="small"
                  act={async () => {
                    corrected(await ignoreRows(sheet, notes));
                  }}
                >
                  Ignore these {plural(notes.length, 'row')}
                </ActionButton>
              </div>
            )}
            {shown.length === 0 ? (
              <Empty title={kind === '' ? 'No problems' : 'No problems of this kind'}>
                {kind === '' && <p>Every row can be assessed as it is.</p>}
              </Empty>
            ) : (
              <ul class="problems">
                {shown.map((problem) => (
                  <ProblemLine
                    key={problemKey(problem)}
                    problem={problem}
                    sheet={sheet}
                    isDisabled={isDisabled}
                    corrected={corrected}
                    answered={refetch}
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

/** Returns a key that stays the same while others correct some of the rows with the problem. */
function problemKey({ row, rows, kind, field, value, message }: Problem): string {
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
          <a class="button" href={`${apiPath(sheet)}/downloads/problems`} download>
            Download the list
          </a>
        )}
        {!isDisabled && valid > 0 && (
          <a class="button primary" href={stepPath(sheet, 'start')}>
            Plan the assessment of{' '}
            {problems === 0 ? plural(valid, 'row') : `the ${plural(valid, 'valid row')}`}
          </a>
        )}
      </div>
    </div>
  );
}

function Kinds({
  problems,
  kind,
  corrections,
}: {
  problems: Problems;
  kind: string;
  corrections: number;
}) {
  const all = problems.kinds.reduce((sum, { rows }) => sum + rows, 0);
  const entries = [
    { kind: '', label: 'All', rows: all },
    ...problems.kinds,
    { kind: 'corrected', label: 'Corrected', rows: corrections },
    { kind: 'ignored', label: 'Ignored', rows: problems.ignoredRows.length },
  ];
  return (
    <nav class="card kinds" aria-label="Kinds of problems">
      {entries.map((each) => (
        <a
          key={each.kind}
          href={addressWith({ kind: each.kind })}
          aria-current={each.kind === kind ? 'true' : undefined}
        >
          <span>{each.label}</span> <span class="muted">{formatNumber(each.rows)}</span>
        </a>
      ))}
    </nav>
  );
}
