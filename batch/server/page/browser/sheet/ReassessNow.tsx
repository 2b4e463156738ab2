import { useState } from 'preact/hooks';
import { assessmentDays, maxLengths } from '../../../contract/fieldBounds.js';
import type { Plan, Run } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { may } from '../app/session.js';
import { isRunning } from '../app/words.js';
import { t } from '../language/language.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Choice, TextField, Checkbox } from '../parts/Field.js';
import { Note, QueryPlaceholder } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';
import { DaysField } from './DaysField.js';
import { getApiPath, type SheetProps } from './sheetPaths.js';
import { describeDuration, countRowsToDo, labelButton } from './Start.js';
import { startRun } from './startRun.js';
import { isPlanned } from './Watch.js';
import { StepText } from './StepText.js';

const roundChoices = ['latest', 'new', 'named'] as const;
type RoundChoice = (typeof roundChoices)[number];

export function ReassessNow({ sheet, setData }: Pick<SheetProps, 'sheet' | 'setData'>) {
  const { Rejected: rejected = 0 } = sheet.counts;
  const chosen = findUnfinishedChoices(sheet.run);
  const [days, setDays] = useState(String(chosen.olderThanDays ?? 0));
  const [rowNumbers, setRowNumbers] = useState(chosen.rows ?? '');
  const [retryRejected, setRetryRejected] = useState(chosen.retryRejected ?? false);
  const [round, setRound] = useState<RoundChoice>(chosen.roundChoice);
  const [roundName, setRoundName] = useState(chosen.round ?? '');
  // The server accepts only whole numbers within these limits.
  const olderThanDays = Math.min(
    assessmentDays.max,
    Math.max(assessmentDays.min, Math.floor(Number(days) || 0)),
  );
  const isDisabled = !may('edit') || isRunning(sheet);
  const onlyRows = rowNumbers.trim();
  const name = roundName.trim();
  const options = {
    olderThanDays,
    ...(retryRejected ? { retryRejected } : {}),
    ...(onlyRows === '' ? {} : { rows: onlyRows }),
    ...(round === 'new' ? { newRound: true } : {}),
    ...(round === 'named' ? { round: name } : {}),
  };
  const parameters = Object.entries({ operation: 'reassess', ...options })
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');
  const isIncomplete = round === 'named' && name === '';
  const path = isDisabled || isIncomplete ? null : `${getApiPath(sheet)}/plan?${parameters}`;
  const query = useQuery<Plan>(path, { keepsPrevious: true });
  const { data: plan, isLoading, refetch } = query;
  const rows = plan === undefined ? 0 : countRowsToDo(plan);
  const duration = plan === undefined || rows === 0 ? undefined : describeDuration(plan);
  const start = () => {
    const request = { operation: 'reassess', ...options, token: plan?.token };
    return startRun({ sheet, setData }, request, refetch);
  };
  return (
    <Section title={t(($) => $.reassess.now.title)}>
      {isRunning(sheet) && <Note>{t(($) => $.start.underWay)}</Note>}
      {!may('edit') && <Note>{t(($) => $.reassess.now.viewOnly)}</Note>}
      {!isDisabled && (
        <>
          <div class="row-of-fields">
            <DaysField days={days} change={setDays} hint={t(($) => $.reassess.now.daysHint)} />
            <TextField
              label={t(($) => $.reassess.now.rows)}
              value={rowNumbers}
              change={setRowNumbers}
              maxLength={maxLengths.rowNumbers}
              hint={t(($) => $.reassess.now.rowsHint)}
            />
            <Choice
              label={t(($) => $.reassess.now.round)}
              value={round}
              change={(next) => {
                setRound(next as RoundChoice);
              }}
              options={roundChoices.map((choice) => [
                choice,
                t(($) => $.reassess.roundChoices[choice]),
              ])}
            />
            {round === 'named' && (
              <TextField
                label={t(($) => $.reassess.now.name)}
                value={roundName}
                change={setRoundName}
                isRequired
                maxLength={maxLengths.roundName}
                hint={t(($) => $.reassess.now.nameHint)}
              />
            )}
          </div>
          {rejected > 0 && (
            <Checkbox
              label={t(($) => $.start.retryRejected, { rows: rejected })}
              isOn={retryRejected}
              change={setRetryRejected}
            />
          )}
          {path !== null && plan === undefined && (
            <QueryPlaceholder query={query} text={t(($) => $.start.loading)} />
          )}
          {plan !== undefined && (
            <>
              <ul class="sentences">
                {[...plan.messages, ...plan.notes].map((sentence) => (
                  <li key={sentence}>
                    <StepText sheet={sheet} text={sentence} />
                  </li>
                ))}
                {duration !== undefined && <li>{duration}</li>}
              </ul>
              <ActionButton
                kind="primary"
                act={start}
                isDisabled={rows === 0 || isLoading || sheet.restored !== undefined}
              >
                {labelButton(plan)}
              </ActionButton>
            </>
          )}
        </>
      )}
    </Section>
  );
}

/** If the run began a new round, continues this round. */
function findUnfinishedChoices(
  run: Run | undefined,
): NonNullable<Run['choices']> & { readonly roundChoice: RoundChoice } {
  const isUnfinished = run?.state === 'stopped' || run?.state === 'failed';
  const choices = (isUnfinished ? run.choices : undefined) ?? {};
  if (choices.round !== undefined) return { ...choices, roundChoice: 'named' };
  const hasBegunRound = run !== undefined && isPlanned(run);
  const isNew = choices.newRound === true && !hasBegunRound;
  return { ...choices, roundChoice: isNew ? 'new' : 'latest' };
}
