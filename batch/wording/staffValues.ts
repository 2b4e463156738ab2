import type { ValueMessages } from '../engine/intake/intakeMessages.js';
import type { ValueWording } from './values.js';

/** Default texts about the inputs of decisions, invitations and removals. */
export const staffValueWording = {
  keepOnlyAddress: ({ address }) => `Leave only ${address} in the cell.`,
  giveOneAddress: () => 'An invitation goes to one address: use one row per person.',
  removeSpaces: () => 'Remove the spaces inside the address.',
  removeAccents: () => 'Addresses have no accents before the @: ask the person for theirs.',
  writeDomain: ({ domain }) => `Write the domain as ${domain}; it is equivalent.`,
  giveWholeAddress: () => 'Use one complete email address, such as ada@example.com.',
  chooseOne: () => 'Choose one of these.',
  fillInStaffId: ({ whose }) =>
    whose === undefined ? 'Fill in the Staff ID.' : `Fill in the Staff ID of ${staffWords[whose]}.`,
} satisfies Partial<ValueWording<ValueMessages>>;

const staffWords = {
  manager: 'the manager who decides',
  complianceTeamMember: 'the compliance team member who decides',
  canceller: 'the person who cancels',
} as const;
