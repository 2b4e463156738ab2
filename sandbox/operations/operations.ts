import type { ByOperation } from '../byOperation.js';
import type { Operation } from '../service.js';
import { createPendingUser } from './createPendingUser.js';
import { removeUserAccess } from './removeUserAccess.js';
import { rwaCreate } from './rwaCreate.js';
import { rwaRetrieve } from './rwaRetrieve.js';
import { rwaUpdate } from './rwaUpdate.js';

/** Each operation, and its answer to a request without a valid token ("Authentication"). */
export const answers: ByOperation<{
  readonly answer: Operation;
  readonly unauthorised: 'Invalid Auth' | 'Invalid authorization token';
}> = {
  rwa_create: { answer: rwaCreate, unauthorised: 'Invalid Auth' },
  rwa_retrieve: { answer: rwaRetrieve, unauthorised: 'Invalid Auth' },
  rwa_update: { answer: rwaUpdate, unauthorised: 'Invalid Auth' },
  create_pending_user: {
    answer: createPendingUser,
    unauthorised: 'Invalid authorization token',
  },
  remove_user_access: {
    answer: removeUserAccess,
    unauthorised: 'Invalid authorization token',
  },
};
