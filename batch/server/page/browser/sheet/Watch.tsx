import { useEffect, useRef, useState } from 'preact/hooks';
import { scheduleName } from '../../../contract/scheduleName.js';
import type { Row, Run, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { nameRowStatus } from '../app/rowStatusNames.js';
import { may } from '../app/session.js';
import { formatApproximateRange } from '../app/time.js';
import { formatNumber, findRunOutcome, statuses, nameStatus } from '../app/words.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { ActionButton } from '../parts/ActionButton.js';
import { ConfirmButton } from '../parts/ConfirmButton.js';
import { Empty } from '../parts/Notes.js';
import { Score, getStatusClass, Tag } from '../parts/Score.js';
import { Moment } from '../parts/Time.js';
import { Person } from './Person.js';
import { getApiPath, type SheetProps, getStepPath } from './sheetPaths.js';
import { StepNotes } from './StepText.js';

/** The list shows only that the run continues; Results has all rows. */
const maxFinishedRows = 12;
const workingStates = new Set<Run['state']>(['queued', 'running', 'pausing']);

export function Watch({ sheet, rows }: SheetProps) {
  const { run } = sheet;
  if (run === undefined) {
    return (
      <Empty title={t(($) => $.watch.none)}>
        <a class="button" href={getStepPath(sheet, 'start')}>
          {t(($) => $.watch.plan)}
        </a>
      </Empty>
    );
  }
  return <RunProgress key={run.id} sheet={sheet} run={run} rows={rows} />;
}

function RunProgress({ sheet, run, rows }: Pick<SheetProps, 'sheet' | 'rows'> & { run: Run }) {
  const finished = useFinishedRows(rows);
  useAnnouncedProgress(run);
  return (
    <div class="watch columns">
      <section class="card padded stack" aria-labelledby="run">
        <div class="run-head">
          <h2 id="run">{describeState(run)}</h2>
          <RunButtons sheet={sheet} run={run} />
        </div>
        <p class="muted">
          <Text
            text={
              run.startedBy === scheduleName
                ? t(($) => $.watch.startedBySchedule)
                : t(($) => $.watch.started, { name: run.startedBy })
            }
            elements={{ time: <Moment of={run.startedAt} /> }}
          />{' '}
          {run.endedAt === undefined ? (
            describeProgress(sheet, run)
          ) : (
            <Text text={t(($) => $.watch.ended)} elements={{ time: <Moment of={run.endedAt} /> }} />
          )}
        </p>
        <ProgressBar sheet={sheet} run={run} />
        <Figures sheet={sheet} run={run} />
        {canContinue(sheet, run) && <p>{t(($) => $.watch.stopped)}</p>}
        <StepNotes sheet={sheet} texts={run.messages} />
      </section>
      {/* If the run ended before this screen was opened, the list is not shown: the rows are under Results. */}
      {(finished.length > 0 || run.endedAt === undefined) && (
        <FinishedRows sheet={sheet} rows={finished} />
      )}
    </div>
  );
}

function FinishedRows({ sheet, rows }: { sheet: Sheet; rows: readonly Row[] }) {
  return (
    <section class="card" aria-labelledby="finished">
      <h2 id="finished">{t(($) => $.watch.finished)}</h2>
      {rows.length === 0 ? (
        <p class="under padded">{t(($) => $.watch.noneFinished)}</p>
      ) : (
        <ul class="finished">
          {rows.map((row) => (
            <li key={row.row}>
              <span>
                <a href={`${getStepPath(sheet, 'results')}?row=${row.row}`}>
                  <Person of={row} />
                </a>
                <small>{row.destination}</small>
              </span>
              {row.overall === undefined ? (
                <Tag text={nameRowStatus(row.status)} kind={getStatusClass(row.status)} />
              ) : (
                <Score score={row.overall} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function describeState(run: Run): string {
  const { state, operation, rows } = run;
  if (state !== 'running') return t(($) => $.watch.states[state]);
  return isPlanned(run)
    ? t(($) => $.watch.operations[operation], { count: rows })
    : t(($) => $.watch.states.reading);
}

function describeProgress({ counts }: Sheet, run: Run): string {
  const { state, done, rows, created, remaining } = run;
  if (state === 'paused') return t(($) => $.watch.progress.paused);
  if (!isPlanned(run)) return t(($) => $.watch.progress.unplanned);
  // The figures below may be updated a little later. Until then, they would contradict this sentence.
  const doFiguresAgree = (counts.Pending ?? 0) >= created;
  if (doFiguresAgree && created > 0 && created === rows - done) {
    return t(($) => $.watch.progress.awaiting, { done, rows, count: created });
  }
  return remaining === undefined
    ? t(($) => $.watch.progress.done, { done, rows })
    : t(($) => $.watch.progress.remaining, {
        done,
        rows,
        range: formatApproximateRange(remaining),
      });
}

/** A run without rows has not yet read the sheet and its journal. */
export function isPlanned({ rows }: Run): boolean {
  return rows > 0;
}

function ProgressBar({ sheet, run: { state, rows, done, created } }: { sheet: Sheet; run: Run }) {
  return (
    <div
      class={`bar run-${state === 'failed' ? state : (findRunOutcome(sheet) ?? 'working')}`}
      role="progressbar"
      aria-label={t(($) => $.watch.bar)}
      aria-valuemin={0}
      aria-valuemax={rows}
      aria-valuenow={done}
      aria-valuetext={t(($) => $.watch.barValue, { done, rows })}
    >
      <i class="is-scored" style={{ flexGrow: done }} />
      <i class="is-pending" style={{ flexGrow: created }} />
      <i style={{ flexGrow: Math.max(0, rows - done - created) }} />
    </div>
  );
}

function Figures({ sheet: { counts }, run }: { sheet: Sheet; run: Run }) {
  const isWorking = workingStates.has(run.state);
  const shown = statuses
    .map((status) => [status, counts[status] ?? 0] as const)
    .filter(([status, rows]) => rows > 0 || status === 'Scored' || status === 'Unconfirmed');
  return (
    <>
      <dl class="figures">
        {shown.map(([status, rows]) => (
          <div key={status}>
            {/* A row whose request is in flight counts as not sent. */}
            <dt>
              {isWorking && status === 'Not sent'
                ? t(($) => $.watch.stillToDo)
                : nameStatus(status, rows)}
            </dt>
            <dd>{formatNumber(rows)}</dd>
          </div>
        ))}
      </dl>
      {isWorking && <p class="muted">{t(($) => $.watch.wholeSheet)}</p>}
    </>
  );
}

function RunButtons({ sheet, run }: { sheet: Sheet; run: Run }) {
  const post = (action: string) => () => ask('POST', `${getApiPath(sheet)}/run/${action}`);
  const isPaused = run.state === 'paused';
  if (!workingStates.has(run.state) && !isPaused) {
    return <NextSteps sheet={sheet} run={run} />;
  }
  if (!may('edit')) return null;
  return (
    <div class="actions">
      {isPaused ? (
        <ActionButton kind="primary" act={post('resume')} isDisabled={sheet.restored !== undefined}>
          {t(($) => $.watch.resume)}
        </ActionButton>
      ) : (
        <ActionButton act={post('pause')} isDisabled={run.state === 'pausing'}>
          {t(($) => $.watch.pause)}
        </ActionButton>
      )}
      <ConfirmButton
        kind=""
        text={t(($) => $.watch.stop.open)}
        title={t(($) => $.watch.stop.title)}
        button={t(($) => $.watch.stop.button)}
        isDestructive={false}
        act={post('stop')}
      >
        {t(($) => $.watch.stop.lead)}
      </ConfirmButton>
    </div>
  );
}

function canContinue({ deletedDataAt }: Sheet, { operation, state, rows, done }: Run): boolean {
  const hasRowsLeft = rows === 0 || done < rows;
  return (
    may('edit') &&
    deletedDataAt === undefined &&
    operation !== 'decide' &&
    state === 'stopped' &&
    hasRowsLeft
  );
}

function NextSteps({ sheet, run }: { sheet: Sheet; run: Run }) {
  const { Rejected: rejected = 0, Scored: scored = 0 } = sheet.counts;
  const planStep = run.operation === 'reassess' ? 'reassess' : 'start';
  const steps: { step: Parameters<typeof getStepPath>[1]; label: string }[] = [];
  if (may('edit') && sheet.deletedDataAt === undefined) {
    if (canContinue(sheet, run)) {
      steps.push({ step: planStep, label: t(($) => $.watch.continue) });
    }
    if (rejected > 0) {
      steps.push({
        step: 'check?kind=refused',
        label: t(($) => $.watch.correct, { count: rejected }),
      });
    }
    if (run.state === 'failed') {
      steps.push({ step: planStep, label: t(($) => $.watch.planAgain) });
    }
  }
  if (steps.length === 0 || scored > 0) {
    steps.push({ step: 'results', label: t(($) => $.watch.results) });
  }
  return (
    <div class="actions">
      {steps.map(({ step, label }, index) => (
        <a
          key={step}
          class={`button ${index === 0 ? 'primary' : ''}`}
          href={getStepPath(sheet, step)}
        >
          {label}
        </a>
      ))}
    </div>
  );
}

function useFinishedRows(rows: readonly Row[]): readonly Row[] {
  const [finished, setFinished] = useState<readonly Row[]>([]);
  useEffect(() => {
    const ended = rows.filter(({ status }) => status !== 'Pending' && status !== 'Not sent');
    if (ended.length === 0) return;
    const numbers = new Set(ended.map(({ row }) => row));
    setFinished((previous) =>
      [...ended.toReversed(), ...previous.filter(({ row }) => !numbers.has(row))].slice(
        0,
        maxFinishedRows,
      ),
    );
  }, [rows]);
  return finished;
}

/** Announces the progress once in each quarter, because an announcement for each row would be too much. */
function useAnnouncedProgress(run: Run): void {
  const quarter = run.rows === 0 ? 0 : Math.floor((run.done / run.rows) * 4);
  const announcedQuarter = useRef(quarter);
  useEffect(() => {
    if (quarter <= announcedQuarter.current) return;
    announcedQuarter.current = quarter;
    announce(t(($) => $.watch.progress.announced, { done: run.done, count: run.rows }));
  }, [quarter, run.done, run.rows]);
}
