import type { ComponentChildren } from 'preact';
import type { Sheet } from '../../../contract/shapes.js';
import { isAssessed, isRunning, describeStage } from '../app/words.js';
import { t } from '../language/language.js';
import { type SheetStep, getStepPath } from './sheetPaths.js';
import { Day } from '../parts/Time.js';

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
    <nav class="steps" aria-label={t(($) => $.oneSheet.stepList)}>
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
  /** The text below the title, such as "40 rows". */
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
            <span class="unseen"> {t(($) => $.oneSheet.done)}</span>
          </span>
        )}
      </b>
      <span>{figure}</span>
    </>
  );
}

function listSteps(sheet: Sheet, isReading: boolean): readonly Step[] {
  const { stage, problems, counts, schedule, run } = sheet;
  const isRead = stage !== 'reading' && stage !== 'unreadable';
  const isMatched = isRead && stage !== 'match';
  const hasRun = run !== undefined || (counts.Scored ?? 0) > 0;
  // The messages about problems and the note after a restore refer to the download, which is under Results, where
  // unconfirmed rows are also answered.
  const needsResults = problems > 0 || sheet.unconfirmed > 0 || sheet.restored !== undefined;
  return [
    {
      name: 'match',
      title: t(($) => $.oneSheet.steps.match),
      isDone: isMatched,
      isOpen: isRead,
      figure: isReading
        ? t(($) => $.terms.stages.reading)
        : isMatched
          ? t(($) => $.terms.rows, { count: sheet.rows })
          : describeStage(sheet),
    },
    {
      name: 'check',
      title: t(($) => $.oneSheet.steps.check),
      isDone: isMatched && problems === 0,
      isOpen: isMatched,
      figure: isMatched ? describeProblems(sheet) : '–',
    },
    {
      name: isRunning(sheet) ? 'watch' : 'start',
      title: t(($) => $.oneSheet.steps.assess),
      isOpen: isMatched,
      isDone: isAssessed(sheet),
      figure: isMatched ? describeAssessing(sheet) : '–',
    },
    {
      name: 'results',
      title: t(($) => $.oneSheet.steps.results),
      isDone: false,
      isOpen: hasRun || needsResults,
      figure: hasRun ? t(($) => $.oneSheet.figures.scored, { count: counts.Scored ?? 0 }) : '–',
    },
    {
      name: 'reassess',
      title: t(($) => $.oneSheet.steps.reassess),
      isDone: false,
      isOpen: hasRun,
      figure:
        schedule === undefined ? (
          t(($) => $.oneSheet.figures.notPlanned)
        ) : (
          <Day of={schedule.nextAt} />
        ),
    },
  ];
}

function describeProblems({ problems, corrections }: Sheet): string {
  if (corrections === 0) {
    return problems === 0
      ? t(($) => $.oneSheet.figures.noProblems)
      : t(($) => $.terms.stages.problems, { count: problems });
  }
  return problems === 0
    ? t(($) => $.oneSheet.figures.noProblemsCorrected, { corrected: corrections })
    : t(($) => $.oneSheet.figures.problemsCorrected, { count: problems, corrected: corrections });
}

function describeAssessing(sheet: Sheet): string {
  const { stage, counts, run } = sheet;
  if (isRunning(sheet)) {
    return run === undefined || run.rows === 0
      ? t(($) => $.oneSheet.figures.starting)
      : t(($) => $.oneSheet.figures.progress, { done: run.done, rows: run.rows });
  }
  if (isAssessed(sheet)) return t(($) => $.oneSheet.figures.allSent);
  return stage === 'results'
    ? describeStage(sheet)
    : t(($) => $.oneSheet.figures.notSent, { count: counts['Not sent'] ?? 0 });
}
