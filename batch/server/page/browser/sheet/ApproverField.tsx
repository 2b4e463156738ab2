import { useState } from 'preact/hooks';
import type { Actor } from '../../../../../src/decisionStatus.js';
import type { Approver } from '../../../contract/shapes.js';
import { t } from '../language/language.js';
import { TextField } from '../parts/Field.js';
import { joinNameAndId } from './Person.js';

export function ApproverField({
  actor,
  approvers,
  ownStaffId,
  change,
}: {
  actor: Actor;
  approvers: readonly Approver[];
  /** The Staff ID that the row has as input for this actor. */
  ownStaffId: string | undefined;
  change: (staffId: string) => void;
}) {
  const [text, setText] = useState('');
  const suggestions = listSuggestions(actor, approvers, ownStaffId);
  const ids = new Map(
    suggestions.map(({ staffId, name }) => [joinNameAndId(name, staffId), staffId]),
  );
  const isTyped = text.trim() !== '' && !ids.has(text);
  const isSuggested = suggestions.some(({ staffId }) => staffId === text.trim());
  return (
    <TextField
      label={t(($) => $.decide.actors[actor])}
      value={text}
      suggestions={[...ids.keys()]}
      isRequired
      change={(next) => {
        setText(next);
        change(ids.get(next) ?? next);
      }}
      hint={
        isTyped && !isSuggested
          ? t(($) => $.decide.approver.typed)
          : suggestions.length === 0
            ? t(($) => $.decide.approver.staffId)
            : t(($) => $.decide.approver.choose)
      }
    />
  );
}

function listSuggestions(
  actor: Actor,
  approvers: readonly Approver[],
  ownStaffId: string | undefined,
): readonly Approver[] {
  const isOwn = ({ staffId }: Approver) => staffId === ownStaffId;
  // The server lists no approvers for `cancelledByStaffId`, so all approvers are suggested.
  const mayAct = ({ fields }: Approver) =>
    actor === 'cancelledByStaffId' || fields.some((field) => field === actor);
  const known = approvers.filter(mayAct);
  return [...known.filter(isOwn), ...known.filter((approver) => !isOwn(approver))];
}
