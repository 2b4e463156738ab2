import { assess } from '../../engine/operations/assess.js';
import { invite } from '../../engine/operations/invite.js';
import type { Connection } from '../../http/connection.js';
import type { Session } from '../commands/session.js';
import { ActiveRuns } from './activeRuns.js';
import { Confirmations } from './confirmations.js';
import { RequestSheet } from './requestSheet.js';
import type { SheetFolders } from './sheetFolders.js';

/** A request that this server has sent without an error. */
interface LastRequest {
  /** The JSON of its inputs. */
  readonly inputs: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Everything that the tools share, also between the sessions of an HTTP server. */
export interface McpContext {
  readonly connection: Connection;
  /** The session of the command `rwa mcp`. */
  readonly session: Session;
  readonly folders: SheetFolders;
  readonly confirmations: Confirmations;
  readonly runs: ActiveRuns;
  readonly assessments: RequestSheet;
  readonly invitations: RequestSheet;
  /**
   * The last decision that this server sent on each assessment, and the last removal that it sent
   * for each staff member. The keys are made of the operation and the ID.
   */
  readonly lastSent: Map<string, LastRequest>;
  /** The texts that are removed from every message about an error. */
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
