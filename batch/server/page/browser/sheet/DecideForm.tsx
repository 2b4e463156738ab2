import { useState } from 'preact/hooks';
import type { Approver, DetailedRow, Outcomes, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { useAction } from '../parts/ActionButton.js';
import { ErrorNote } from '../parts/Notes.js';
import { useDecisionDraft } from './decisionDraft.js';
import { DecisionFields } from './DecisionFields.js';
import { getApiPath } from './sheetPaths.js';

/** A form that records a decision for one row. */
export function DecideForm({
  sheet,
  row,
  approvers,
  onActed,
}: {
  sheet: Sheet;
  row: DetailedRow;
  approvers: readonly Approver[];
  onActed: () => void;
}) {
  const draft = useDecisionDraft();
  const { isBusy, error, begin } = useAction();
  const [failure, setFailure] = useState<string>();
  const record = async () => {
    setFailure(undefined);
    const { outcomes } = await ask<Outcomes>(
      'POST',
      `${getApiPath(sheet)}/decisions`,
      draft.buildRequest([row]),
    );
    const failed = outcomes.find(({ ok }) => !ok);
    setFailure(failed?.message);
    if (failed === undefined) announce(`Recorded: ${draft.status}.`);
    onActed();
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
