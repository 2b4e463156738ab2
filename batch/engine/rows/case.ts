import type { IntakeRow } from '../intake/intakeRow.js';
import { afterKey, foundKey, requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { isAncestor } from '../journal/settle.js';
import { type AssessmentHistory, type AssessmentVersion, requestOf } from './assessmentHistory.js';
import { says } from './shownStatus.js';
import { isLostId } from './sheetReason.js';

/**
 * A case as a row sees it: its latest assessment, the one before it and the next. The key of the first
 * assessment is the hash of its request; each later one has a key made from the assessment before it.
 */
export interface Case {
  /** The latest assessment that exists. */
  readonly latest: AssessmentVersion;
  /** False when the assessment is only in the sheet. */
  readonly isKnown: boolean;
  /** The journal contains the row, but not this assessment: a person has typed its ID. */
  readonly isTyped: boolean;
  /** The key under which an assessment that is only in the sheet goes into the journal. */
  readonly importKey: string;
  /** The key of its first assessment. */
  readonly firstKey: string;
  /** Its ID was lost and is in the sheet again: the cells beside it belong to this assessment. */
  readonly isBack: boolean;
  /** The assessment before it. */
  readonly before?: RowState | undefined;
  /** The row's inputs are not those that the assessment before it was made with. */
  readonly isBeforeChanged: boolean;
  /** The key that the next assessment has or will have, and its state. */
  readonly nextKey: string;
  readonly next?: RowState | undefined;
  /** An Assessment ID in the sheet that belongs to no case: a person may have looked it up. */
  readonly typed?: string;
  /** The row's inputs are not those that the latest assessment was made with. */
  readonly isChanged: boolean;
}

/** The case of this first ID as seen by a row that names or repeats one of its assessments. */
export function caseOf(history: AssessmentHistory, firstId: string, row: IntakeRow): Case {
  let before: AssessmentVersion | undefined;
  let known: AssessmentVersion | undefined;
  for (const each of history.versionsFrom(firstId)) [before, known] = [known, each];
  const latest = known ?? { key: foundKey(firstId), state: foundIn(row) };
  const nextKey = afterKey(latest.state.assessmentId ?? '');
  const typed = row.previous?.id ?? '';
  const made = requestOf(latest);
  const own = history.state(row.key);
  const canBeTyped =
    typed !== '' &&
    typed !== firstId &&
    history.keyOf(typed) === undefined &&
    history.takenFrom(typed) !== nextKey &&
    !isAncestor(typed, nextKey, (id) => history.keyOf(id));
  return {
    latest,
    isKnown: known !== undefined,
    firstKey: history.keyOf(firstId) ?? '',
    isTyped: known === undefined && own !== undefined,
    // The row's own key may be that of an assessment that another row has.
    importKey: own?.assessmentId === undefined ? row.key : latest.key,
    isBack: known === undefined && isOfLostId(own),
    before: before?.state,
    isBeforeChanged: before !== undefined && isUnlike(row, requestOf(before)),
    nextKey,
    next: history.state(nextKey),
    ...(canBeTyped ? { typed } : {}),
    isChanged: known === undefined ? isChangedInSheet(row) : isUnlike(row, made),
  };
}

/** What the sheet says about an assessment that is not in the journal. */
export function foundIn({ previous }: IntakeRow): RowState {
  return {
    state: previous?.scored === true ? 'Scored' : 'Pending',
    at: previous?.assessedAt ?? '',
    assessmentId: previous?.id ?? '',
    redirectUrl: previous?.redirectUrl,
    byPerson: true,
    ...(previous?.scores === undefined ? {} : { scores: previous.scores }),
  };
}

/**
 * True for a row whose inputs are not those of a request. Where that is unknown, only inputs that cannot be
 * sent are certain to be others.
 */
function isUnlike({ key, problems }: IntakeRow, made: string | undefined): boolean {
  return made === undefined ? problems !== undefined : made !== requestOfKey(key);
}

/** True when a sheet without a journal says that the inputs have changed since, or they cannot be read. */
function isChangedInSheet({ previous, problems }: IntakeRow): boolean {
  return says(previous, 'Invalid') || problems !== undefined;
}

function isOfLostId(state: RowState | undefined): boolean {
  return state?.state === 'Unconfirmed' && isLostId(state.message);
}
