/** Maps parts of the service's messages to advice. */
export const accountRefused = {
  'Could not create pending user':
    'Check the details, and whether this person has an account already, before you try again.',
} as const;

export const staffIdRefused = {
  'must match exactly one user':
    'Nobody has this Staff ID, or several people have it: check in the service.',
} as const;

/** The beginning of a message about an invited person. */
export const invitedWithOtherDetails =
  'Invited, but with other details than these. An invitation cannot be changed from here: change the account in the service';
