import type { ComponentChildren } from 'preact';
import type { Sheet } from '../../../contract/shapes.js';
import { isAssessed, plural, formatNumber, describeStage } from '../app/words.js';
import { type SheetStep, getStepPath } from './sheetPaths.js';
import { Day } from '../parts/Time.js';

/** The list of the steps of a sheet, each with a figure. Each open step is a link. */
export function Steps({
  sheet,
  step,
  isReading,
}: {
  sheet: Sheet;
  step: string;
  isReading: boolean;
}) {
  return (
    <nav class="steps" aria-label="Steps of this sheet">
      <ol>
        {listSteps(sheet, isReading).map(({ name, title, figure, isDone, isOpen }) => (
          <li key={name}>
            {isOpen ? (
              <a
                href={getStepPath(sheet, name)}
                aria-current={
                  name === step || (name === 'start' && step === 'watch') ? 'step' : undefined
                }
              >
                <StepLabel title={title} figure={figure} isDone={isDone} />
              </a>
            ) : (
              <span class="closed">
                <StepLabel title={title} figure={figure} isDone={isDone} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface Step {
  readonly name: SheetStep;
  readonly title: string;
  /** A short text below the title, such as "40 rows". */
  readonly figure: ComponentChildren;
  readonly isDone: boolean;
  readonly isOpen: boolean;
}

function StepLabel({ title, figure, isDone }: Pick<Step, 'title' | 'figure' | 'isDone'>) {
  return (
    <>
      <b>
        {title}
        {isDone && (
          <span class="done">
            <span aria-hidden="true"> ✓</span>
            <span class="unseen"> (done)</span>
          </span>
        )}
      </b>
      <span>{figure}</span>
    </>
  );
}

function listSteps(sheet: Sheet, isReading: boolean): readonly Step[] {
  const { stage, problems, counts, corrections, schedule, run } = sheet;
  const isRead = stage !== 'reading' && stage !== 'unreadable';
  const isMatched = isRead && stage !== 'match';
  const scored = counts.Scored ?? 0;
  const isRunning = stage === 'running' || stage === 'paused';
  const hasRun = run !== undefined || scored > 0;
  // Messages of rows with problems and the note after a restore refer to the download under Results.
  const needsDownload = problems > 0 || sheet.restored !== undefined;
  return [
    {
      name: 'match',
      title: 'Match',
      isDone: isMatched,
      isOpen: isRead,
      figure: isReading
        ? 'Being read…'
        : isMatched
          ? plural(sheet.rows, 'row')
          : describeStage(sheet),
    },
    {
      name: 'check',
      title: 'Check',
      isDone: isMatched && problems === 0,
      isOpen: isMatched,
      figure: isMatched
        ? (problems === 0 ? 'no problems' : `${plural(problems, 'row')} with problems`) +
          (corrections > 0 ? `, ${formatNumber(corrections)} corrected` : '')
        : '–',
    },
    {
      name: isRunning ? 'watch' : 'start',
      title: 'Assess',
      isOpen: isMatched,
      isDone: isAssessed(sheet),
      figure: isRunning
        ? run === undefined || run.rows === 0
          ? 'starting'
          : `${formatNumber(run.done)} of ${formatNumber(run.rows)}`
        : stage === 'results' && !isAssessed(sheet)
          ? describeStage(sheet)
          : isMatched
            ? isAssessed(sheet)
              ? 'all sent'
              : `${formatNumber(counts['Not sent'] ?? 0)} not sent yet`
            : '–',
    },
    {
      name: 'results',
      title: 'Results',
      isDone: false,
      isOpen: hasRun || needsDownload,
      figure: hasRun ? `${formatNumber(scored)} scored` : '–',
    },
    {
      name: 'reassess',
      title: 'Reassess',
      isDone: false,
      isOpen: hasRun,
      figure: schedule === undefined ? 'not planned' : <Day of={schedule.nextAt} />,
    },
  ];
}
