import { useState } from 'preact/hooks';
import {
  type Actor,
  type DecisionStatus,
  requiredActors,
} from '../../../../../src/decisionStatus.js';
import type { DecisionRequest, Row } from '../../../contract/shapes.js';

export interface DecisionDraft {
  readonly status: DecisionStatus;
  readonly actor: Actor | undefined;
  /** The list is empty if the status needs no person. */
  readonly actors: readonly Actor[];
  readonly note: string;
  readonly isEmpty: boolean;
  readonly setStatus: (status: DecisionStatus) => void;
  readonly setActor: (actor: Actor) => void;
  /** Sets the Staff ID. */
  readonly setPerson: (person: string) => void;
  readonly setNote: (note: string) => void;
  readonly buildRequest: (rows: readonly DecidedRow[]) => DecisionRequest;
}

/** A row with the ID of the assessment that the member sees. */
export type DecidedRow = Pick<Row, 'row' | 'assessmentId'>;

const defaultStatus: DecisionStatus = 'Manager Approved';

export function useDecisionDraft(): DecisionDraft {
  const [status, setStatus] = useState(defaultStatus);
  const [chosenActor, setActor] = useState<Actor>();
  const [person, setPerson] = useState('');
  const [note, setNote] = useState('');
  const actors: readonly Actor[] = requiredActors[status]?.anyOf ?? [];
  const actor = chosenActor !== undefined && actors.includes(chosenActor) ? chosenActor : actors[0];
  return {
    status,
    actor,
    actors,
    note,
    isEmpty: status === defaultStatus && person === '' && note === '',
    setActor: (next) => {
      setActor(next);
      setPerson('');
    },
    setPerson,
    setNote,
    setStatus: (next) => {
      setStatus(next);
      // Another status usually needs another person.
      setPerson('');
    },
    buildRequest: (rows) => ({
      rows: rows.map(({ row }) => row),
      assessmentIds: rows.map(({ assessmentId = '' }) => assessmentId),
      status,
      ...(actor === undefined ? {} : { [actor]: person.trim() }),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    }),
  };
}
