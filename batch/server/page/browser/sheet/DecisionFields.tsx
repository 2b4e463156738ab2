import {
  type Actor,
  decisionStatuses,
  type DecisionStatus,
} from '../../../../../src/decisionStatus.js';
import { Choice, TextField } from '../parts/Field.js';
import { actorWords, type DecisionDraft } from './decisionDraft.js';

/** Fields for the status of a decision, the person that it needs, and a note. */
export function DecisionFields({ draft }: { draft: DecisionDraft }) {
  const { status, actor, actors, person, note } = draft;
  return (
    <>
      <Choice
        label="Decision"
        value={status}
        options={decisionStatuses.map((each) => [each, each] as const)}
        change={(next) => {
          draft.setStatus(next as DecisionStatus);
        }}
      />
      {actors.length > 1 && actor !== undefined && (
        <Choice
          label="Who decides"
          value={actor}
          options={actors.map(
            (each) => [each, actorWords[each].replace('Staff ID of the ', 'The ')] as const,
          )}
          change={(next) => {
            draft.setActor(next as Actor);
          }}
        />
      )}
      {actor !== undefined && (
        <TextField label={actorWords[actor]} value={person} change={draft.setPerson} isRequired />
      )}
      <TextField label="Note" value={note} change={draft.setNote} />
    </>
  );
}
