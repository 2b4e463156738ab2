import { maxLengths } from '../../../contract/fieldBounds.js';
import {
  type Actor,
  decisionStatuses,
  type DecisionStatus,
} from '../../../../../src/decisionStatus.js';
import type { Approver, DetailedRow } from '../../../contract/shapes.js';
import { nameDecision } from '../app/decisionNames.js';
import { t } from '../language/language.js';
import { Choice, TextField } from '../parts/Field.js';
import { ApproverField } from './ApproverField.js';
import type { DecisionDraft } from './decisionDraft.js';

export function DecisionFields({
  draft,
  approvers,
  inputs = [],
}: {
  draft: DecisionDraft;
  approvers: readonly Approver[];
  /** `inputs` is missing for a decision on several rows. */
  inputs?: DetailedRow['inputs'];
}) {
  const { status, actor, actors, note } = draft;
  return (
    <>
      <Choice
        label={t(($) => $.decide.decision)}
        value={status}
        options={decisionStatuses.map((name) => [name, nameDecision(name)] as const)}
        change={(next) => {
          draft.setStatus(next as DecisionStatus);
        }}
      />
      {actors.length > 1 && actor !== undefined && (
        <Choice
          label={t(($) => $.decide.whoDecides)}
          value={actor}
          options={actors.map((name) => [name, t(($) => $.decide.actors[name])] as const)}
          change={(next) => {
            draft.setActor(next as Actor);
          }}
        />
      )}
      {actor !== undefined && (
        <ApproverField
          key={`${status} ${actor}`}
          actor={actor}
          approvers={approvers}
          ownStaffId={inputs.find(({ field }) => field === actor)?.value}
          change={draft.setPerson}
        />
      )}
      <TextField
        label={t(($) => $.decide.note)}
        value={note}
        change={draft.setNote}
        maxLength={maxLengths.note}
      />
    </>
  );
}
