import type { ByOperation } from '../byOperation.js';
import type { Operation } from '../service.js';
import { createPendingUser } from './createPendingUser.js';
import { removeUserAccess } from './removeUserAccess.js';
import { rwaCreate } from './rwaCreate.js';
import { rwaRetrieve } from './rwaRetrieve.js';
import { rwaUpdate } from './rwaUpdate.js';

/** `unauthorised` answers a request without a valid token (contract, "Wrong tokens"). */
export const handlers: ByOperation<{
  readonly handle: Operation;
  readonly unauthorised: 'Invalid Auth' | 'Invalid authorization token';
}> = {
  rwa_create: { handle: rwaCreate, unauthorised: 'Invalid Auth' },
  rwa_retrieve: { handle: rwaRetrieve, unauthorised: 'Invalid Auth' },
  rwa_update: { handle: rwaUpdate, unauthorised: 'Invalid Auth' },
  create_pending_user: {
    handle: createPendingUser,
    unauthorised: 'Invalid authorization token',
  },
  remove_user_access: {
    handle: removeUserAccess,
    unauthorised: 'Invalid authorization token',
  },
};
