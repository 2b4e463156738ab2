import { useRef } from 'preact/hooks';
import type { Approver, DetailedRow, Outcomes, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { nameDecision } from '../app/decisionNames.js';
import { t } from '../language/language.js';
import { Form } from '../parts/Form.js';
import { useDecisionDraft } from './decisionDraft.js';
import { DecisionFields } from './DecisionFields.js';
import { getApiPath } from './sheetPaths.js';

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
  // If a round ends while a person types, the decision is about the assessment that the person saw, and is refused.
  const seenId = useRef(row.assessmentId);
  if (draft.isEmpty) seenId.current = row.assessmentId;
  const record = async () => {
    const { outcomes } = await ask<Outcomes>(
      'POST',
      `${getApiPath(sheet)}/decisions`,
      draft.buildRequest([{ row: row.row, assessmentId: seenId.current }]),
    );
    const failed = outcomes.find(({ ok }) => !ok);
    onActed();
    if (failed !== undefined) throw new Error(failed.message);
    announce(t(($) => $.decide.form.recorded, { decision: nameDecision(draft.status) }));
  };
  return (
    <div class="decide stack">
      <h3>{t(($) => $.decide.form.title)}</h3>
      <Form
        label={t(($) => $.decide.form.title)}
        button={t(($) => $.decide.form.button)}
        kind="primary"
        act={record}
      >
        <DecisionFields draft={draft} approvers={approvers} inputs={row.inputs} />
      </Form>
    </div>
  );
}
