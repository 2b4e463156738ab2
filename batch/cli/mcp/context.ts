import { assess } from '../../engine/operations/assess.js';
import { invite } from '../../engine/operations/invite.js';
import type { Connection } from '../../http/connection.js';
import type { Session } from '../commands/session.js';
import { ActiveRuns } from './activeRuns.js';
import { Confirmations } from './confirmations.js';
import { RequestSheet } from './requestSheet.js';
import type { SheetFolders } from './sheetFolders.js';

interface LastRequest {
  /** JSON. */
  readonly inputs: string;
  /** ISO 8601. */
  readonly at: string;
}

/** All tools share this context, also between the sessions of an HTTP server. */
export interface McpContext {
  readonly connection: Connection;
  readonly session: Session;
  readonly folders: SheetFolders;
  readonly confirmations: Confirmations;
  readonly runs: ActiveRuns;
  readonly assessments: RequestSheet;
  readonly invitations: RequestSheet;
  /** The keys are made of the operation and the ID of the assessment or staff member. */
  readonly lastSent: Map<string, LastRequest>;
  /** Texts that are removed from every message about an error. */
  readonly secrets: readonly string[];
}

export function createContext(
  { connection, session }: Pick<McpContext, 'connection' | 'session'>,
  folders: SheetFolders,
  secrets: readonly string[],
): McpContext {
  const runs = new ActiveRuns(connection, folders);
  const requests = { connection, folders, runs };
  return {
    connection,
    session,
    folders,
    confirmations: new Confirmations(),
    runs,
    assessments: new RequestSheet('assessments.csv', assess, requests),
    invitations: new RequestSheet('invitations.csv', invite, requests),
    lastSent: new Map(),
    secrets: [connection.token, ...secrets],
  };
}
