import { useState } from 'preact/hooks';
import type { Approver, DetailedRow, Outcomes, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { useAction } from '../parts/ActionButton.js';
import { ErrorNote } from '../parts/Notes.js';
import { useDecisionDraft } from './decisionDraft.js';
import { DecisionFields } from './DecisionFields.js';
import { apiPath } from './sheetPaths.js';

/** Records a decision for one row. */
export function Decide({
  sheet,
  row,
  approvers,
  acted,
}: {
  sheet: Sheet;
  row: DetailedRow;
  approvers: readonly Approver[];
  acted: () => void;
}) {
  const draft = useDecisionDraft();
  const { isBusy, error, begin } = useAction();
  const [failure, setFailure] = useState<string>();
  const record = async () => {
    setFailure(undefined);
    const { outcomes } = await ask<Outcomes>(
      'POST',
      `${apiPath(sheet)}/decisions`,
      draft.requestFor([row]),
    );
    const failed = outcomes.find(({ ok }) => !ok);
    setFailure(failed?.message);
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
      <DecisionFields draft={draft} approvers={approvers} inputs={row.inputs} />
      {error !== undefined && <ErrorNote error={error} />}
      {failure !== undefined && <ErrorNote error={failure} />}
      <button class="button primary" aria-busy={isBusy}>
        Record the decision
      </button>
    </form>
  );
}
