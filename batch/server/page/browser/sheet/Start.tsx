import { useState } from 'preact/hooks';
import type { Plan, Sheet } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { may } from '../app/session.js';
import { formatApproximateRange } from '../app/time.js';
import { isRunning } from '../app/words.js';
import { t } from '../language/language.js';
import { ActionButton } from '../parts/ActionButton.js';
import { Checkbox } from '../parts/Field.js';
import { Note, QueryPlaceholder } from '../parts/Notes.js';
import { Section } from '../parts/Section.js';
import { getApiPath, type SheetProps, getStepPath } from './sheetPaths.js';
import { startRun } from './startRun.js';
import { StepNotes, StepText } from './StepText.js';

export function Start({ sheet, setData }: SheetProps) {
  const { Rejected: rejected = 0 } = sheet.counts;
  const [retryRejected, setRetryRejected] = useState(false);
  const path = `${getApiPath(sheet)}/plan?operation=assess${retryRejected ? '&retryRejected=true' : ''}`;
  const query = useQuery<Plan>(isRunning(sheet) ? null : path, {
    keepsPrevious: true,
    dependsOn: [sheet.restored === undefined],
  });
  const { data: plan, isLoading, refetch } = query;
  if (isRunning(sheet)) {
    return (
      <Note>
        <p>{t(($) => $.start.underWay)}</p>
        <a class="button small" href={getStepPath(sheet, 'watch')}>
          {t(($) => $.start.watch)}
        </a>
      </Note>
    );
  }
  const start = () => {
    const request = { operation: 'assess', token: plan?.token, retryRejected };
    return startRun({ sheet, setData }, request, refetch);
  };
  return (
    <Section
      title={t(($) => $.start.title)}
      about={
        plan !== undefined && countRowsToDo(plan) > 0 ? (
          <>
            {describeDuration(plan)} {t(($) => $.start.mayClose)}
          </>
        ) : undefined
      }
    >
      {plan === undefined ? (
        <QueryPlaceholder query={query} text={t(($) => $.start.loading)} />
      ) : (
        <PlanText sheet={sheet} plan={plan} />
      )}
      {rejected > 0 && may('edit') && (
        <Checkbox
          label={t(($) => $.start.retryRejected, { rows: rejected })}
          isOn={retryRejected}
          change={setRetryRejected}
        />
      )}
      {!may('edit') && <Note>{t(($) => $.start.viewOnly)}</Note>}
      {may('edit') && plan !== undefined && (
        <div class="actions">
          <ActionButton
            kind="primary"
            act={start}
            isDisabled={countRowsToDo(plan) === 0 || isLoading || sheet.restored !== undefined}
          >
            {labelButton(plan)}
          </ActionButton>
          {countRowsToDo(plan) === 0 && (sheet.counts.Scored ?? 0) > 0 && (
            <a class="button" href={getStepPath(sheet, 'results')}>
              {t(($) => $.start.results)}
            </a>
          )}
        </div>
      )}
    </Section>
  );
}

function PlanText({ sheet, plan }: { sheet: Sheet; plan: Plan }) {
  return (
    <>
      <ul class="sentences">
        {plan.messages.map((sentence) => (
          <li key={sentence}>
            <StepText sheet={sheet} text={sentence} />
          </li>
        ))}
      </ul>
      <StepNotes sheet={sheet} texts={plan.notes} />
    </>
  );
}

export function describeDuration({ expected }: Pick<Plan, 'expected'>): string | undefined {
  if (expected === null) return undefined;
  return t(($) => $.start.duration, { range: formatApproximateRange(expected) });
}

export function countRowsToDo({ rowsToSend, rowsToFetch }: Plan): number {
  return rowsToSend + rowsToFetch;
}

export function labelButton({ operation, rowsToSend, rowsToFetch }: Plan): string {
  const isReassessment = operation === 'reassess';
  if (rowsToSend > 0) {
    return isReassessment
      ? t(($) => $.reassess.now.reassess, { count: rowsToSend })
      : t(($) => $.start.assess, { count: rowsToSend });
  }
  if (rowsToFetch > 0) return t(($) => $.start.fetch, { count: rowsToFetch });
  return t(($) => (isReassessment ? $.reassess.now.nothing : $.start.nothing));
}
