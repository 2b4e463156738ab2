import { z } from 'zod/v4';
import { decisionStatuses } from '../../../src/decision.js';
import { connectionFaultSchema, remedySchema } from '../../../src/requestMessages.js';
import type { WebhookProblem } from '../../http/webhookProblem.js';
import { roles } from '../contract/fieldBounds.js';
import { downloads, personAction, schedule, startRun } from '../contract/shapes.js';
import { mailFault } from '../mail/mailFault.js';

/** The values are shown in the log, so they never contain the contents of rows. */
function action<Code extends string, Values extends z.ZodRawShape>(code: Code, values: Values) {
  return z.object({ code: z.literal(code), ...values });
}

const name = z.string();
const host = z.string();
const role = z.enum(roles);
const count = z.int();
const status = z.enum(decisionStatuses);

const storedWebhookProblem = z.discriminatedUnion('code', [
  z.object({ code: z.literal('answered'), status: count }),
  z.object({ code: z.literal('late') }),
  z.object({ code: z.literal('interrupted') }),
  z.object({ code: z.literal('proxyUnusable'), variable: z.string() }),
  z.object({
    code: z.literal('unreachable'),
    fault: connectionFaultSchema,
    remedy: remedySchema.optional(),
  }),
]) satisfies z.ZodType<WebhookProblem>;

const memberAction = z.discriminatedUnion('code', [
  action('signedInWithPassword', {}),
  action('signedInWithLink', {}),
  action('signedInWithProvider', { provider: name }),
  action('roleEndedByProvider', { provider: name }),
  action('passwordChanged', {}),
  action('renamed', { name }),
  action('noticeAddressChanged', {}),
  action('tokenCreated', { token: name, role }),
  action('tokenRevoked', {}),

  action('memberInvited', { name, role }),
  action('invitationWithdrawn', {}),
  action('roleChanged', { name, from: role, to: role }),
  action('memberRemoved', { name }),
  action('memberSignedOut', { name }),

  action('mailServerSet', { host }),
  action('mailServerRemoved', {}),
  action('webhookSet', {}),
  action('webhookRemoved', {}),
  action('retentionSet', { days: count }),
  action('retentionEnded', {}),

  action('runsPaused', {}),
  action('runsResumed', {}),
  action('slicesRetried', { slices: count }),
  action('limitsSet', { perSecond: z.number().nullable(), concurrency: count }),
  action('workerDrained', { host }),
  action('workerUndrained', { host }),

  action('sheetUploaded', {}),
  action('sheetDeleted', {}),
  action('columnsMatched', {}),
  action('valuesCorrected', { values: count }),
  action('correctionUndone', {}),
  action('rowsIgnored', { rows: count }),
  action('ignoringUndone', {}),
  action('downloaded', { file: z.enum(downloads) }),

  action('runStarted', { operation: startRun.shape.operation }),
  action('runPaused', {}),
  action('runStopped', {}),
  action('runResumed', {}),
  action('scheduleSet', { every: schedule.shape.every, from: schedule.shape.from }),
  action('scheduleEnded', {}),

  action('rowDeclaredNew', {}),
  action('assessmentDisowned', {}),
  action('assessmentDeclared', { exists: z.boolean() }),
  action('decisionsSent', { status, rows: count }),
  action('peopleSent', { action: personAction.shape.action, people: count }),
  action('invitationDeclared', { exists: z.boolean() }),
  action('sheetChecked', {}),
  action('newSheetsChecked', {}),
  action('invitationsChecked', {}),
]);

const serverAction = z.discriminatedUnion('code', [
  action('mailFailed', { member: name, host, fault: mailFault, isOver: z.boolean() }),
  action('webhookFailed', { url: z.string(), problem: storedWebhookProblem }),
  action('inputsDeleted', { days: count.optional() }),
  action('decisionsNotRecorded', { status, rows: count, by: name }),
  action('restoreNoticed', { since: z.string().nullable() }),
]);

export type MemberAction = z.infer<typeof memberAction>;
export type ServerAction = z.infer<typeof serverAction>;
export type LogAction = MemberAction | ServerAction;

const logAction = z.union([memberAction, serverAction]);

/** Returns undefined for an action that this version does not have. */
export function readAction(stored: string): LogAction | undefined {
  try {
    return logAction.safeParse(JSON.parse(stored)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
