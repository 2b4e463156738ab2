export interface TypedRowWords {
  readonly decidedAgain: string;
  readonly decisionRestored: string;
  readonly noAssessment: (row: number) => string;
  readonly idNotVerified: (row: number) => string;
  readonly doneBefore: string;
  /** The access was removed, and an invitation after that was interrupted. */
  readonly mayBeInvited: string;
  /** An invitation for another person had the same email address. `isInvited` is false if it is unconfirmed. */
  readonly emailOfOther: (person: string, isInvited: boolean) => string;
  readonly interrupted: string;
  /** `by` is the name of a member. */
  readonly invitationExists: (by: string) => string;
  readonly invitationMissing: (by: string) => string;
  /** The person was invited with another email address. */
  readonly invitationMeant: (by: string) => string;
}

const sentAgain =
  'It is sent as a new request. If no new request appears, invite the person again.';

export const typedRows: TypedRowWords = {
  decidedAgain: 'It was not sent, because another decision was made in the meantime.',
  decisionRestored:
    'This server was restored from a backup while the decision was being sent. Check in the service what was recorded, then decide again.',
  noAssessment: (row) => `Row ${row} has no current assessment.`,
  idNotVerified: (row) =>
    `It is not certain that the Assessment ID of row ${row} belongs to this employee. Start a run under Assess to fetch its scores, then decide.`,
  doneBefore: 'This was done before, so nothing was sent.',
  mayBeInvited:
    'The server was stopped during an earlier invitation, which may have been sent, so nothing was sent. If this person has no access, remove the access again, then invite the person again.',
  emailOfOther: (person, isInvited) =>
    `${person} was invited with the same Email but different details, so nothing was sent. ${isInvited ? `Correct the Email, or first remove the access of ${person}.` : 'Correct the Email.'}`,
  interrupted:
    'The server was stopped while this was being sent. Send it again here: what may have taken effect is not sent twice.',
  invitationExists: (by) => `${by} said that the invitation exists.`,
  invitationMissing: (by) => `${by} said that the invitation does not exist. ${sentAgain}`,
  invitationMeant: (by) => `${by} said that this invitation is meant. ${sentAgain}`,
};
