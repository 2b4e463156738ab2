import { useEffect, useState } from 'preact/hooks';
import type { Plan, Run } from '../../../contract/shapes.js';
import { useAnswer } from '../app/answer.js';
import { ask } from '../app/api.js';
import { go } from '../app/location.js';
import { may } from '../app/session.js';
import { span } from '../app/time.js';
import { many, number } from '../app/words.js';
import { Act } from '../parts/Act.js';
import { Tick } from '../parts/Field.js';
import { Loading, Note, Wrong } from '../parts/Said.js';
import { apiPath, type OfSheet, stepPath } from './sheetPaths.js';

/** Shows the plan of a run, and the button that starts it. */
export function Start({ sheet, put }: OfSheet) {
  const [retryRejected, setRetryRejected] = useState(false);
  const path = `${apiPath(sheet)}/plan?operation=assess${retryRejected ? '&retryRejected=true' : ''}`;
  const isRunning = sheet.stage === 'running' || sheet.stage === 'paused';
  const { data: plan, refused, again } = useAnswer<Plan>(isRunning ? null : path, true);
  const isHeld = sheet.restored !== undefined;
  useEffect(() => {
    if (!isHeld) again();
  }, [isHeld, again]);
  if (isRunning) {
    return (
      <Note>
        <p>The sheet is being assessed.</p>
        <a class="button small" href={stepPath(sheet, 'watch')}>
          Watch it
        </a>
      </Note>
    );
  }
  const start = async () => {
    const token = plan?.token;
    try {
      const order = { operation: 'assess', token, retryRejected };
      const run = await ask<Run>('POST', `${apiPath(sheet)}/runs`, order);
      // The events arrive a moment later: until then, the previous run would be shown.
      put({ ...sheet, stage: 'running', run });
    } catch (error) {
      // The plan that was shown is no longer what would happen: show the new one beside the reason.
      again();
      throw error;
    }
    go(stepPath(sheet, 'watch'));
  };
  return (
    <section class="card padded plan" aria-labelledby="plan">
      <h2 id="plan">What will happen</h2>
      {refused !== undefined && <Wrong error={refused} again={again} />}
      {plan === undefined && refused === undefined && <Loading what="the plan" />}
      {plan !== undefined && <PlanInWords plan={plan} />}
      {(sheet.counts.Rejected ?? 0) > 0 && may('edit') && (
        <Tick
          label={`Send rejected rows again (${number(sheet.counts.Rejected ?? 0)})`}
          isOn={retryRejected}
          change={setRetryRejected}
        />
      )}
      {!may('edit') && (
        <Note>Your role is view-only here. Only editors and administrators can start a run.</Note>
      )}
      {may('edit') && plan !== undefined && (
        <div class="actions">
          <Act
            kind="primary"
            act={start}
            isOff={rowsToDo(plan) === 0 || sheet.restored !== undefined}
          >
            {buttonText(plan)}
          </Act>
          {rowsToDo(plan) === 0 && (sheet.counts.Scored ?? 0) > 0 && (
            <a class="button" href={stepPath(sheet, 'results')}>
              Go to the results
            </a>
          )}
        </div>
      )}
    </section>
  );
}

function PlanInWords({ plan }: { plan: Plan }) {
  return (
    <>
      <ul class="sentences">
        {plan.said.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {rowsToDo(plan) > 0 && (
        <p class="muted">
          {howLong(plan)} You can close the page: the run continues, and you can pause or stop it at
          any time.
        </p>
      )}
      {plan.notes.length > 0 && (
        <Note>
          <ul>
            {plan.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Note>
      )}
    </>
  );
}

/** The minimum duration of a run, as a sentence; undefined before anybody knows it. */
export function howLong({ expectedMs }: Pick<Plan, 'expectedMs'>): string | undefined {
  if (expectedMs === null) return undefined;
  return `It takes at least ${span(expectedMs)}, and longer if the service needs time for the scores.`;
}

/** The rows of which the run would do something: not all of the sheet. */
export function rowsToDo({ rowsToSend, rowsToFetch }: Plan): number {
  return rowsToSend + rowsToFetch;
}

function buttonText({ rowsToSend, rowsToFetch }: Plan): string {
  if (rowsToSend + rowsToFetch === 0) return 'Nothing to assess';
  if (rowsToSend === 0 && rowsToFetch > 0) return `Fetch the scores of ${many(rowsToFetch, 'row')}`;
  return `Assess ${number(rowsToSend)} ${rowsToSend === 1 ? 'row' : 'rows'}`;
}
