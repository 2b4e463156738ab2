import { useState } from 'preact/hooks';
import type { Actor } from '../../../../../src/decisionStatus.js';
import type { Approver } from '../../../contract/shapes.js';
import { TextField } from '../parts/Field.js';
import { actorWords } from './decisionDraft.js';
import { nameAndId } from './Person.js';

/** A field to choose the person in whose name a decision is made, or to type a Staff ID. */
export function ApproverField({
  actor,
  approvers,
  own,
  change,
}: {
  actor: Actor;
  approvers: readonly Approver[];
  /** The Staff ID that the row has for this field; it is the first to choose. */
  own: string | undefined;
  change: (staffId: string) => void;
}) {
  const [text, setText] = useState('');
  const known = listKnown(actor, approvers, own);
  const ids = new Map(known.map(({ staffId, name }) => [nameAndId(name, staffId), staffId]));
  const isTyped = text.trim() !== '' && !ids.has(text);
  const isKnown = known.some(({ staffId }) => staffId === text.trim());
  return (
    <TextField
      label={actorWords[actor]}
      value={text}
      suggestions={[...ids.keys()]}
      isRequired
      change={(next) => {
        setText(next);
        change(ids.get(next) ?? next);
      }}
      hint={
        isTyped && !isKnown
          ? 'Not in the list: used as a Staff ID.'
          : known.length === 0
            ? 'The Staff ID.'
            : 'Choose a person, or type a Staff ID.'
      }
    />
  );
}

/** Returns the people to choose from: anybody who is known may cancel. */
function listKnown(
  actor: Actor,
  approvers: readonly Approver[],
  own: string | undefined,
): readonly Approver[] {
  const isOwn = ({ staffId }: Approver) => staffId === own;
  const fits = ({ fields }: Approver) =>
    actor === 'cancelledByStaffId' || fields.some((field) => field === actor);
  const known = approvers.filter(fits);
  return [...known.filter(isOwn), ...known.filter((each) => !isOwn(each))];
}
