import { maxRowsPerRequest } from '../../../contract/fieldBounds.js';
import type { Problem, Problems, Sheet } from '../../../contract/shapes.js';
import { buildAddress, place } from '../app/location.js';
import { may } from '../app/session.js';
import { formatNumber, isRunning } from '../app/words.js';
import { check } from '../language/en/check.js';
import { t } from '../language/language.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Empty, Note, QueryPlaceholder } from '../parts/Notes.js';
import { Corrections } from './Corrections.js';
import { ignoreRows } from './correctValue.js';
import { IgnoredRows } from './IgnoredRows.js';
import { getApiPath, type SheetProps, getStepPath } from './sheetPaths.js';
import { ProblemLine } from './ProblemLine.js';
import { useProblems } from './useProblems.js';

export function Check({ sheet, isReading, setData }: SheetProps) {
  const kind = place.value.query.get('kind') ?? '';
  const filter = kind === '' ? {} : { kind };
  const query = useProblems(sheet, filter, isReading);
  const { data, problems = [], refetch, showMore } = query;

  if (data === undefined) {
    return <QueryPlaceholder query={query} text={t(($) => $.check.loading)} />;
  }
  const isDisabled = !may('edit') || isRunning(sheet) || sheet.deletedDataAt !== undefined;
  const onCorrected = (next: Sheet) => {
    setData(next);
    refetch();
  };
  // A new correction has no rows until the sheet has been read again and the new problems are loaded.
  const unreadCorrections =
    isReading || query.isLoading ? data.corrections.filter(({ rows }) => rows === 0) : [];
  // Most rows with totals, legends or notes count as incomplete, so only that list has a button to ignore many rows.
  const ignorableRows =
    kind === 'incomplete'
      ? problems
          .flatMap(({ row, canBeIgnored }) => (canBeIgnored ? row : []))
          .slice(0, maxRowsPerRequest)
      : [];
  return (
    <>
      <Head sheet={sheet} isDisabled={isDisabled} problems={data} />
      {isDisabled && isRunning(sheet) && <Note>{t(($) => $.check.running)}</Note>}
      {!may('edit') && <Note>{t(($) => $.check.viewer)}</Note>}
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
              {t(($) => $.check.title)}
            </h2>
            {!isDisabled && ignorableRows.length > 1 && (
              <div class="padded">
                <ActionButton
                  kind="small"
                  act={async () => {
                    onCorrected(await ignoreRows(sheet, ignorableRows));
                  }}
                >
                  {t(($) => $.check.ignoreRows, { count: ignorableRows.length })}
                </ActionButton>
              </div>
            )}
            {problems.length === 0 ? (
              <Empty title={t(($) => (kind === '' ? $.check.empty.all : $.check.empty.kind))}>
                {kind === '' && sheet.unconfirmed === 0 && <p>{t(($) => $.check.empty.lead)}</p>}
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
                <ActionButton act={showMore}>{t(($) => $.check.showMore)}</ActionButton>
              </div>
            )}
          </section>
        )}
      </div>
    </>
  );
}

/** If several rows have the problem, the key stays the same when some are corrected. */
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
          ? t(($) => $.check.head.none)
          : t(($) => (valid > 0 ? $.check.head.someValid : $.check.head.noneValid), {
              count: problems,
            })}
        {unusual > 0 && ` ${t(($) => $.check.head.unusual, { count: unusual })}`}
      </p>
      <div class="actions">
        {problems > 0 && (
          <a class="button" href={`${getApiPath(sheet)}/downloads/problems`} download>
            {t(($) => $.check.download)}
          </a>
        )}
        {!isDisabled && valid > 0 && (
          <a class="button primary" href={getStepPath(sheet, 'start')}>
            {t(($) => (problems === 0 ? $.check.plan : $.check.planValid), { count: valid })}
          </a>
        )}
      </div>
    </div>
  );
}

function KindList({ problems, kind }: { problems: Problems; kind: string }) {
  const total = problems.kinds.reduce((sum, { rows }) => sum + rows, 0);
  const entries = [
    { kind: '', label: t(($) => $.check.kindList.all), rows: total },
    ...problems.kinds.map((each) => ({ ...each, label: nameKind(each) })),
    {
      kind: 'corrected',
      label: t(($) => $.check.kindList.corrected),
      rows: problems.corrections.length,
    },
    {
      kind: 'ignored',
      label: t(($) => $.check.kindList.ignored),
      rows: problems.ignoredRows.length,
    },
  ];
  return (
    <nav class="card kinds" aria-label={t(($) => $.check.kindList.label)}>
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

function nameKind({ kind, label }: Problems['kinds'][number]): string {
  return isKnownKind(kind) ? t(($) => $.check.kinds[kind]) : label;
}

function isKnownKind(kind: string): kind is keyof typeof check.kinds {
  return Object.hasOwn(check.kinds, kind);
}
