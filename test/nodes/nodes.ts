import type { INodeType } from 'n8n-workflow';
import { RwaCreateAssessment } from '../../nodes/RwaCreateAssessment/RwaCreateAssessment.node.js';
import { RwaCreatePendingUser } from '../../nodes/RwaCreatePendingUser/RwaCreatePendingUser.node.js';
import { RwaRemoveUserAccess } from '../../nodes/RwaRemoveUserAccess/RwaRemoveUserAccess.node.js';
import { RwaRetrieveAssessment } from '../../nodes/RwaRetrieveAssessment/RwaRetrieveAssessment.node.js';
import { RwaUpdateAssessment } from '../../nodes/RwaUpdateAssessment/RwaUpdateAssessment.node.js';
import type { OperationName } from '../../src/operations.js';

/** The node of each operation. */
export const nodes: Readonly<Record<OperationName, INodeType>> = {
  rwa_create: new RwaCreateAssessment(),
  rwa_retrieve: new RwaRetrieveAssessment(),
  rwa_update: new RwaUpdateAssessment(),
  create_pending_user: new RwaCreatePendingUser(),
  remove_user_access: new RwaRemoveUserAccess(),
};
