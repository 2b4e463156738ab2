import { useState } from 'preact/hooks';
import type { Plan } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { may } from '../app/session.js';
import { plural, formatNumber } from '../app/words.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Choice, TextField, Checkbox } from '../parts/Field.js';
import { Loading, Note, ErrorNote } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';
import { DaysField } from './DaysField.js';
import { getApiPath, type SheetProps } from './sheetPaths.js';
import { describeDuration, countRowsToDo } from './Start.js';
import { startRun } from './startRun.js';
import { StepText } from './StepText.js';

const roundChoices = {
  latest: 'Continue the latest one',
  new: 'Begin a new one',
  named: 'A named one',
};

/** A form that starts a round now. It shows the plan of the round first. */
export function ReassessNow({ sheet, setData }: Pick<SheetProps, 'sheet' | 'setData'>) {
  const [days, setDays] = useState('0');
  const [rowNumbers, setRowNumbers] = useState('');
  const [retryRejected, setRetryRejected] = useState(false);
  const [round, setRound] = useState<keyof typeof roundChoices>('latest');
  const [roundName, setRoundName] = useState('');
  // The limits of the server.
  const olderThanDays = Math.min(3660, Math.max(0, Math.floor(Number(days) || 0)));
  const isRunning = sheet.stage === 'running' || sheet.stage === 'paused';
  const isDisabled = !may('edit') || isRunning;
  const onlyRows = rowNumbers.trim();
  const name = roundName.trim();
  const options = {
    olderThanDays,
    ...(retryRejected ? { retryRejected } : {}),
    ...(onlyRows === '' ? {} : { rows: onlyRows }),
    ...(round === 'new' ? { newRound: true } : {}),
    ...(round === 'named' ? { round: name } : {}),
  };
  const query = Object.entries({ operation: 'reassess', ...options })
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');
  const isIncomplete = round === 'named' && name === '';
  const path = isDisabled || isIncomplete ? null : `${getApiPath(sheet)}/plan?${query}`;
  const { data: plan, error, isLoading, refetch } = useQuery<Plan>(path, { keepsPrevious: true });
  const rows = plan === undefined ? 0 : countRowsToDo(plan);
  const duration = plan === undefined || rows === 0 ? undefined : describeDuration(plan);
  const start = () => {
    const request = { operation: 'reassess', ...options, token: plan?.token };
    return startRun({ sheet, setData }, request, refetch);
  };
  return (
    <Section title="Reassess now">
      {isRunning && <Note>The sheet is being assessed.</Note>}
      {!may('edit') && (
        <Note>Your role is view-only here. Only editors and administrators can start a round.</Note>
      )}
      {!isDisabled && (
        <>
          <div class="row-of-fields">
            <DaysField
              days={days}
              change={setDays}
              hint="0 for all rows that were not assessed in this round yet."
            />
            <TextField
              label="Only these rows"
              value={rowNumbers}
              change={setRowNumbers}
              hint="Row numbers, such as 4, 7-9."
            />
            <Choice
              label="Round"
              value={round}
              change={(next) => {
                setRound(next as keyof typeof roundChoices);
              }}
              options={Object.entries(roundChoices)}
            />
            {round === 'named' && (
              <TextField
                label="Name of the round"
                value={roundName}
                change={setRoundName}
                isRequired
                hint="Such as 2027-Q1. The same name sends a row again only if its inputs change."
              />
            )}
          </div>
          {(sheet.counts.Rejected ?? 0) > 0 && (
            <Checkbox
              label={`Send rejected rows again (${formatNumber(sheet.counts.Rejected ?? 0)})`}
              isOn={retryRejected}
              change={setRetryRejected}
            />
          )}
          {error !== undefined && <ErrorNote error={error} refetch={refetch} />}
          {path !== null && plan === undefined && error === undefined && (
            <Loading text="Loading the plan…" />
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

function labelButton(plan: Plan): string {
  if (plan.rowsToSend > 0) return `Reassess ${plural(plan.rowsToSend, 'row')}`;
  const rows = countRowsToDo(plan);
  return rows === 0 ? 'Nothing to reassess' : `Fetch the scores of ${plural(rows, 'row')}`;
}
