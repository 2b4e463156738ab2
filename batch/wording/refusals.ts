/** The remedy for an account that the service could not create. The key is a part of the service's message. */
export const accountRefused = {
  'Could not create pending user':
    'Check the details, and whether this person has an account already, before you try again.',
} as const;

/** The remedy for a Staff ID that does not belong to exactly one user. The key is a part of the service's message. */
export const staffIdRefused = {
  'must match exactly one user':
    'Nobody has this Staff ID, or several people have it: check in the service.',
} as const;

/** The message about an invited person whose details were changed, without its end. */
export const invitedOtherwise =
  'Invited, but with other details than these. An invitation cannot be changed from here: change the account in the service';
