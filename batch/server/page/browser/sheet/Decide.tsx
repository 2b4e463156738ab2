import { useState } from 'preact/hooks';
import type { Outcomes, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { useActing } from '../parts/Act.js';
import { Wrong } from '../parts/Said.js';
import { type DecidedRow, useDecisionDraft } from './decisionDraft.js';
import { DecisionFields } from './DecisionFields.js';
import { apiPath } from './sheetPaths.js';

/** Records a decision for one case. */
export function Decide({
  sheet,
  rows,
  acted,
}: {
  sheet: Sheet;
  rows: readonly DecidedRow[];
  acted: () => void;
}) {
  const draft = useDecisionDraft();
  const { isBusy, refused, begin } = useActing();
  const [against, setAgainst] = useState<string>();
  const record = async () => {
    setAgainst(undefined);
    const { outcomes } = await ask<Outcomes>(
      'POST',
      `${apiPath(sheet)}/decisions`,
      draft.requestFor(rows),
    );
    const failed = outcomes.find(({ ok }) => !ok);
    setAgainst(failed?.said);
    if (failed === undefined) announce(`Recorded: ${draft.status}.`);
    acted();
  };
  return (
    <form
      class="stack decide"
      aria-label="Decide"
      onSubmit={(event) => {
        event.preventDefault();
        begin(record);
      }}
    >
      <h3>Decide</h3>
      <DecisionFields draft={draft} />
      {refused !== undefined && <Wrong error={refused} />}
      {against !== undefined && <Wrong error={against} />}
      <button class="button primary" aria-busy={isBusy}>
        Record the decision
      </button>
    </form>
  );
}
