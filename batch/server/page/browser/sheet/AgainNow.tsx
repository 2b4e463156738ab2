import { useState } from 'preact/hooks';
import type { Plan, Run } from '../../../contract/shapes.js';
import { useAnswer } from '../app/answer.js';
import { ask } from '../app/api.js';
import { go } from '../app/location.js';
import { may } from '../app/session.js';
import { many, number } from '../app/words.js';
import { Act } from '../parts/Act.js';
import { Choice, TextField, Tick } from '../parts/Field.js';
import { Loading, Note, Wrong } from '../parts/Said.js';
import { apiPath, type OfSheet, stepPath } from './sheetPaths.js';
import { howLong, rowsToDo } from './Start.js';

const rounds = {
  latest: 'Continue the latest one if it is unfinished or from today, otherwise begin one',
  new: 'Begin a new one',
  named: 'A named one',
};

/** A new round now, with its plan in words. */
export function AgainNow({ sheet, put }: Pick<OfSheet, 'sheet' | 'put'>) {
  const [days, setDays] = useState('0');
  const [rowNumbers, setRowNumbers] = useState('');
  const [retryRejected, setRetryRejected] = useState(false);
  const [round, setRound] = useState<keyof typeof rounds>('latest');
  const [roundName, setRoundName] = useState('');
  const olderThanDays = Math.min(3660, Math.max(0, Math.floor(Number(days) || 0)));
  const isRunning = sheet.stage === 'running' || sheet.stage === 'paused';
  const isOff = !may('edit') || isRunning;
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
  const path = isOff || isIncomplete ? null : `${apiPath(sheet)}/plan?${query}`;
  const { data: plan, refused, again } = useAnswer<Plan>(path, true);
  const rows = plan === undefined ? 0 : rowsToDo(plan);
  const toSend = plan?.rowsToSend ?? 0;
  const time = plan === undefined || rows === 0 ? undefined : howLong(plan);
  const start = async () => {
    try {
      const order = { operation: 'reassess', ...options, token: plan?.token };
      const run = await ask<Run>('POST', `${apiPath(sheet)}/runs`, order);
      put({ ...sheet, stage: 'running', run });
    } catch (error) {
      again();
      throw error;
    }
    go(stepPath(sheet, 'watch'));
  };
  return (
    <section class="card padded stack" aria-labelledby="now">
      <h2 id="now">Assess again now</h2>
      {isRunning && <Note>The sheet is being assessed.</Note>}
      {!may('edit') && (
        <Note>Your role is view-only here. Only editors and administrators can start a round.</Note>
      )}
      {!isOff && (
        <>
          <TextField
            label="Only cases last assessed more than this many days ago"
            type="number"
            min={0}
            max={3660}
            value={days}
            change={setDays}
            isRequired
            hint="0 for all cases that were not assessed in this round yet."
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
            change={(chosen) => {
              setRound(chosen as keyof typeof rounds);
            }}
            options={Object.entries(rounds)}
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
          {(sheet.counts.Rejected ?? 0) > 0 && (
            <Tick
              label={`Send rejected rows again (${number(sheet.counts.Rejected ?? 0)})`}
              isOn={retryRejected}
              change={setRetryRejected}
            />
          )}
          {refused !== undefined && <Wrong error={refused} again={again} />}
          {path !== null && plan === undefined && refused === undefined && (
            <Loading what="the plan" />
          )}
          {plan !== undefined && (
            <ul class="sentences">
              {[...plan.said, ...plan.notes].map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              {time !== undefined && <li>{time}</li>}
            </ul>
          )}
          <Act kind="primary" act={start} isOff={rows === 0 || sheet.restored !== undefined}>
            {toSend > 0
              ? `Assess ${many(toSend, 'row')} again`
              : rows === 0
                ? 'Nothing to assess again'
                : `Fetch the scores of ${many(rows, 'row')}`}
          </Act>
        </>
      )}
    </section>
  );
}
