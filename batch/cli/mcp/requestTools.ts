import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod/v4';
import { sanitize } from '../../../src/sanitized.js';
import type { Client } from '../../../src/client.js';
import { assessmentIdField, type Decision } from '../../../src/decision.js';
import { formatFailure, type Result } from '../../../src/failure.js';
import { describeField, type Fields } from '../../../src/field.js';
import { readInput } from '../../../src/inputText.js';
import { describeProblem } from '../../../src/inputWords.js';
import { operations } from '../../../src/operations.js';
import { validate } from '../../../src/problems.js';
import { readAssessmentId } from '../../../src/reportLink.js';
import type { SheetRequest } from '../../engine/intake/rowKey.js';
import type { SheetCommand } from '../../engine/sheetCommand.js';
import { connect } from '../../http/connection.js';
import { describeRequest } from '../operations/operations.js';
import { commandLine, type Flags } from '../output/commandLine.js';
import { CommandError } from '../output/commandError.js';
import { toRowData, toAnswer, toErrorAnswer } from './answers.js';
import { validMinutes } from './confirmations.js';
import type { McpContext } from './context.js';
import type { FoundRequest, MadeRequest, RequestSheet, RequestValues } from './requestSheet.js';
import { runFlags } from './sheetRun.js';
import { prepareTool, type PreparedTool } from './tool.js';

interface RequestKind {
  readonly command: SheetCommand;
  readonly planToolName: string;
  readonly sendToolName: string;
  readonly title: string;
  /** The beginning of the description of the tool that sends the request. */
  readonly effect: string;
  readonly fields: Fields;
  readonly find: (values: RequestValues) => Promise<FoundRequest>;
  /**
   * If the operation must not be repeated, a request that was made before or is held back is
   * neither confirmed nor sent.
   */
  readonly send: (values: RequestValues, confirm: Confirm) => Promise<CallToolResult>;
  readonly toAnswer: (made: MadeRequest) => CallToolResult;
}

/** Rejects unless a person has confirmed a plan with these inputs and this note. */
type Confirm = (inputs: SheetRequest, note?: string) => Promise<void>;

export function createRequestTools(context: McpContext): PreparedTool[] {
  return [
    ...listRequestKinds(context).flatMap((kind) => [
      createPlanTool(context, kind),
      createSendTool(context, kind),
    ]),
    createGetAssessmentTool(context),
  ];
}

function createPlanTool(
  { confirmations, connection }: McpContext,
  kind: RequestKind,
): PreparedTool {
  const { command, title, find } = kind;
  return prepareTool({
    name: kind.planToolName,
    title: `Plan: ${title}`,
    description: `Checks the inputs of ${kind.sendToolName}. Returns the request that ${kind.sendToolName} would send, and a confirmation that is valid only for this request. Sends nothing. Show the plan to the person and ask whether to send it.`,
    input: toInputSchema(kind.fields),
    annotations: { readOnlyHint: true, openWorldHint: false },
    call: async (values) => {
      const found = await find(values);
      if (!found.isNew) return kind.toAnswer(found.made);
      const { inputs, note } = found;
      const confirmation = confirmations.issue([command, inputs, note]);
      return toAnswer(
        [
          `${title}: ${describe(kind, inputs)}`,
          `Service: ${connection.baseUrl.url}`,
          ...Object.entries(inputs).map(([name, value]) => sanitize(`  ${name}: ${value}`)),
          ...(note === undefined ? [] : [note]),
          `Nothing was sent. Show this to the person. Only if they agree, call ${kind.sendToolName} within ${validMinutes} minutes with the same inputs and the confirmation ${confirmation}`,
        ].join('\n'),
      );
    },
  });
}

function createSendTool({ confirmations }: McpContext, kind: RequestKind): PreparedTool {
  const { command, title, effect, send } = kind;
  return prepareTool({
    name: kind.sendToolName,
    title,
    description: `${effect} Requires the confirmation of ${kind.planToolName}, and that the person agreed to that plan.`,
    input: toInputSchema(kind.fields).extend({
      confirmation: z.string().optional().describe(`The confirmation of ${kind.planToolName}.`),
    }),
    annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: true },
    call: ({ confirmation, ...values }, askPerson) =>
      send(values, async (request, note) => {
        const subject = [command, request, note];
        confirmations.redeem(String(confirmation ?? ''), subject, kind.planToolName);
        await askPerson([`${title}: ${describe(kind, request)}?`, note ?? ''].join(' ').trim());
      }),
  });
}

function createGetAssessmentTool(context: McpContext): PreparedTool {
  return prepareTool({
    name: 'get_assessment',
    title: 'Get an assessment',
    description:
      'Retrieves the scores of an assessment from the service, from 0 (no risk) to 10, or reports that they are not ready yet.',
    input: z.object({
      assessmentId: z.string().describe(describeField(operations.rwa_retrieve.fields.assessmentId)),
    }),
    output: z.looseObject({ ready: z.boolean() }),
    annotations: { readOnlyHint: true, openWorldHint: true },
    call: async ({ assessmentId }) => {
      const request = readRequest('rwa_retrieve', { assessmentId });
      const retrieved = await withClient(context, (client) =>
        client.retrieveRiskResult(String(request.assessmentId)),
      );
      const value = unwrapResult(retrieved);
      if (!value.ready) {
        const text = 'The scores are not ready yet. Call get_assessment again in a minute.';
        return toAnswer(text, { ready: false });
      }
      return toAnswer(JSON.stringify(value.result), { ready: true, ...value.result });
    },
  });
}

function describe({ command }: RequestKind, request: SheetRequest): string {
  return sanitize(describeRequest(command, { row: 0, request }));
}

function listRequestKinds(context: McpContext): RequestKind[] {
  const { assessments, invitations } = context;
  return [
    {
      ...createSheetSteps(assessments, 'assess'),
      planToolName: 'plan_assessment',
      sendToolName: 'create_assessment',
      title: 'Create an assessment',
      effect:
        'Creates one assessment of a trip or a remote hire. The same inputs never create a second assessment, however often and in whatever form they are sent: the answer contains the first assessment again. The person repeats an assessment on purpose with rwa reassess in a terminal.',
      fields: operations.rwa_create.fields,
    },
    {
      ...createSheetSteps(invitations, 'invite'),
      planToolName: 'plan_invitation',
      sendToolName: 'invite_user',
      title: 'Invite a compliance team member',
      effect:
        'Invites a compliance team member by email, or restores the removed account with that email. The same email is never invited twice.',
      fields: operations.create_pending_user.fields,
    },
    {
      ...createRepeatableSteps('rwa_update', context, (client, request) =>
        client.updateAssessment(request as unknown as Decision),
      ),
      command: 'decide',
      planToolName: 'plan_decision',
      sendToolName: 'record_decision',
      title: 'Record a decision',
      effect: 'Records the decision of a person on an assessment.',
      fields: operations.rwa_update.fields,
    },
    {
      ...createRepeatableSteps('remove_user_access', context, (client, request) =>
        client.removeUserAccess(String(request.staff_id)),
      ),
      command: 'remove-access',
      planToolName: 'plan_removal',
      sendToolName: 'remove_user_access',
      title: 'Remove the access of a staff member',
      effect: 'Removes the access of a staff member. It works only in the test environment.',
      fields: operations.remove_user_access.fields,
    },
  ];
}

type SendingSteps = Pick<RequestKind, 'find' | 'send' | 'toAnswer'>;

function createSheetSteps(
  sheet: RequestSheet,
  command: SheetCommand,
): SendingSteps & { command: SheetCommand } {
  const toRowAnswer = (made: MadeRequest) => answerWithRow(made, sheet.path, command);
  return {
    command,
    find: (values) => sheet.find(values),
    send: async (values, confirm) => toRowAnswer(await sheet.send(values, confirm)),
    toAnswer: toRowAnswer,
  };
}

/**
 * Needs no journal, because repeating is harmless unless somebody has changed the same thing since.
 * The plan of a repeated request therefore has a note.
 */
function createRepeatableSteps(
  name: 'rwa_update' | 'remove_user_access',
  context: McpContext,
  call: (client: Client, request: SheetRequest) => Promise<Result<object>>,
): SendingSteps {
  const check = (values: RequestValues) => {
    const inputs = readRequest(name, values);
    const key = `${name} ${inputs[operations[name].subject] ?? ''}`;
    const last = context.lastSent.get(key);
    const note =
      last?.inputs === JSON.stringify(inputs)
        ? `This server has already sent the same request, at ${last.at}. ${repeatEffects[name]}`
        : undefined;
    return { key, inputs, note };
  };
  return {
    find: (values) => {
      const { inputs, note } = check(values);
      return Promise.resolve({ isNew: true, inputs, ...(note === undefined ? {} : { note }) });
    },
    send: async (values, confirm) => {
      const { key, inputs, note } = check(values);
      await confirm(inputs, note);
      unwrapResult(await withClient(context, (client) => call(client, inputs)));
      const at = new Date().toISOString();
      context.lastSent.set(key, { inputs: JSON.stringify(inputs), at });
      return toAnswer('Done.');
    },
    toAnswer: () => {
      throw new Error(`${name} has no rows.`);
    },
  };
}

const repeatEffects = {
  rwa_update: 'If somebody has recorded something else since, it would be replaced.',
  remove_user_access: 'If the access was restored since, it is removed again.',
} as const;

function readRequest(
  name: 'rwa_retrieve' | 'rwa_update' | 'remove_user_access',
  values: RequestValues,
): SheetRequest {
  const fields: Fields = operations[name].fields;
  const unread: string[] = [];
  const read = Object.entries(fields).map(([input, field]) => {
    const text = String(values[input] ?? '');
    const result = field === assessmentIdField ? readAssessmentId(text) : readInput(field, text);
    if (!result.ok) unread.push(describeProblem({ label: field.label, ...result }));
    return [input, result.ok ? result.value : undefined];
  });
  if (unread.length > 0) throw new CommandError(...unread, 'Nothing was sent.');
  const validated = validate(name, Object.fromEntries(read) as RequestValues);
  if (validated.ok) return validated.request;
  throw new CommandError(...validated.problems.map(describeProblem), 'Nothing was sent.');
}

function answerWithRow(
  { report, isOther }: MadeRequest,
  path: string,
  command: SheetCommand,
): CallToolResult {
  const data = { sheet: path, ...toRowData(report) };
  const { row, status } = report;
  const about = isOther
    ? `Not sent. Row ${row} of ${path} is an earlier request for the same ${command === 'assess' ? 'person or trip' : 'person'}, with other inputs, and is ${status}.`
    : `${status}. The request is row ${row} of ${path}.\n${JSON.stringify(data)}`;
  if (status === 'Unconfirmed') {
    const flags: Flags = { ...(command === 'assess' ? {} : { for: command }), row };
    const sent = isOther
      ? 'That request was sent, but no usable answer was received, so it is unknown whether it took effect. This one may ask for the same thing again.'
      : 'The request was sent, but no usable answer was received, so it is unknown whether it took effect. It was not sent again.';
    return toErrorAnswer(
      [
        about,
        `${sent} Tell the person, and ask them to look in the service, a minute after it was sent or later: it may still arrive.`,
        `If it exists there, call resolve_row with this sheet, row ${row} and its ID.`,
        `If it does not exist, the person runs ${commandLine(['resolve', path], { ...flags, sendAgain: true })} and you plan the request again.`,
      ].join('\n'),
    );
  }
  const isDone = status === 'Pending' || status === 'Scored' || status === 'Invited';
  if (!isDone) return toErrorAnswer(about);
  const next = status === 'Pending' ? '\nCall get_assessment later for its scores.' : '';
  return toAnswer(`${about}${next}`, data);
}

function toInputSchema(fields: Fields) {
  const shape = Object.entries(fields).map(([name, field]) => {
    const value = field.kind === 'integer' ? z.int().min(0) : z.string();
    const input = field.required === 'always' ? value : value.optional();
    return [name, input.describe(describeField(field))] as const;
  });
  // The type is loose, because the fields are checked once more before they are sent.
  return z.strictObject(Object.fromEntries(shape));
}

async function withClient<T>(
  { connection }: McpContext,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { client, transport } = connect(connection, {
    requestTimeoutMs: runFlags.requestTimeout,
  });
  try {
    return await work(client);
  } finally {
    await transport.close();
  }
}

function unwrapResult<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new CommandError(formatFailure(result.failure));
}
