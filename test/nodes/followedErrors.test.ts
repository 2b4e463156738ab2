import { expect, test } from 'vitest';
import { type FailureCode, hints } from '../../src/failure.js';
import type { OperationName } from '../../src/operations.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { readLedger, setFault } from './control.js';
import { createItems, trip } from './examples.js';
import { nodes } from './nodes.js';
import { ProcessedData } from './processedData.js';
import { type Parameters, type Run, runNode } from './runNode.js';
import { serviceMessages } from '../serviceMessages.js';

/** The operations that change something. A retrieval can be repeated without harm. */
type Changing = Exclude<OperationName, 'rwa_retrieve'>;

/** A message about the second of three items, with the steps to cause it and to follow its advice. */
interface FollowedAdvice {
  /** A part of the advice in the message. */
  readonly advice: string;
  /** More words of this variant of the message. */
  readonly beside?: string;
  /** The fault of the service for the second item. */
  readonly fault?: string;
  /** The number of requests with the fault; by default 1. */
  readonly times?: number;
  /** Returns the changes to the run in which the message appears. */
  readonly changeRun?: (all: Parameters) => { readonly parameters?: Parameters } & Partial<Run>;
  /** Set if the message appears only in a second execution by another process, or in the second run of a loop. */
  readonly repeats?: 'execution' | 'loop';
  /** True for a workflow that was never saved. */
  readonly isUnsaved?: boolean;
  /** The setting of Remember Across Executions with which the second item is then sent alone. */
  readonly follow: 'as it is' | 'off';
  /** The error of the second item if the service rejects it when it is sent alone. */
  readonly errorAfterwards?: string;
}

const replaceSecond = (name: string, value: unknown) => (all: Parameters) => ({
  parameters: {
    [name]: (item: number) => (item === 1 ? value : (all[name] as (item: number) => unknown)(item)),
  },
});
const cancelRun = () => {
  const controller = new AbortController();
  controller.abort();
  return { signal: controller.signal };
};
type AdviceByCode = Partial<Record<FailureCode, FollowedAdvice | readonly FollowedAdvice[]>>;

// Leaves out the first letter of Send and send, so that it matches both.
const alone = 'end only this row in a new execution';
const aloneWithOff =
  'execute the workflow with this item alone and Remember Across Executions set to Off';

function createFailingData(calls: number): ProcessedData {
  const processedData = new ProcessedData();
  processedData.error = new Error('the database is locked');
  processedData.callsBeforeError = calls;
  return processedData;
}

/** Returns entries for an input that the node refuses, and for one that the service refuses. */
const createInputAdvice = (
  invalid: [name: string, value: string],
  refused: [name: string, value: string],
) => ({
  invalid_request: {
    advice: alone,
    changeRun: replaceSecond(...invalid),
    follow: 'as it is' as const,
  },
  refused: { advice: alone, changeRun: replaceSecond(...refused), follow: 'as it is' as const },
});

const unreachable: FollowedAdvice = {
  advice: alone,
  beside: 'Check the base URL',
  changeRun: () => ({ sandbox: { baseUrl: 'http://127.0.0.1:2/version-test/api/1.1/wf' } }),
  follow: 'as it is',
};
const adviceForAll: AdviceByCode = {
  not_sent: [unreachable],
  busy: { advice: alone, fault: 'status-429', times: 5, follow: 'as it is' },
  unauthorized: { advice: alone, changeRun: () => ({ token: 'wrong' }), follow: 'as it is' },
  cancelled: { advice: alone, changeRun: cancelRun, follow: 'as it is' },
};
const adviceForOnce: AdviceByCode = {
  ...adviceForAll,
  not_sent: [
    unreachable,
    {
      advice: alone,
      beside: 'check that the n8n database works. Then send only this row',
      changeRun: () => ({ processedData: createFailingData(4) }),
      follow: 'as it is',
    },
  ],
  unconfirmed: [
    { advice: aloneWithOff, beside: 'HTTP 500', fault: 'status-500-before-commit', follow: 'off' },
    {
      advice: aloneWithOff,
      beside: 'Another execution began to send',
      fault: 'status-500-before-commit',
      repeats: 'execution',
      follow: 'off',
    },
    {
      advice: aloneWithOff,
      beside: 'HTTP 500',
      fault: 'status-500-before-commit',
      repeats: 'loop',
      follow: 'off',
    },
    {
      advice: alone,
      beside: 'Only if it does not exist, send only this row',
      fault: 'status-500-before-commit',
      isUnsaved: true,
      follow: 'off',
    },
  ],
  already_sent: { advice: aloneWithOff, repeats: 'execution', follow: 'off' },
};

const entries: Record<Changing, AdviceByCode> = {
  rwa_create: {
    ...adviceForOnce,
    ...createInputAdvice(['employeeId', ''], ['employeeId', 'SANDBOX-REJECTED']),
  },
  create_pending_user: {
    ...adviceForOnce,
    already_sent: {
      advice: aloneWithOff,
      repeats: 'execution',
      follow: 'off',
      errorAfterwards: serviceMessages.userNotCreated,
    },
    ...createInputAdvice(['email', 'no email'], ['staff_id', 'SANDBOX-REJECTED']),
  },
  rwa_update: {
    ...adviceForAll,
    ...createInputAdvice(['assessmentId', ''], ['assessmentId', 'no such']),
    no_answer: {
      advice: 'Sending this row again is harmless',
      fault: 'status-500-before-commit',
      times: 5,
      follow: 'as it is',
    },
    unconfirmed: {
      advice: 'Check in the service whether it took effect',
      fault: 'html-200',
      follow: 'as it is',
    },
  },
  remove_user_access: {
    ...adviceForAll,
    ...createInputAdvice(['staff_id', ''], ['staff_id', 'no such']),
    no_answer: {
      advice: 'Sending this row again is harmless',
      fault: 'status-500-before-commit',
      times: 5,
      follow: 'as it is',
    },
    test_environment_only: {
      advice: alone,
      changeRun: () => ({ sandbox: { baseUrl: 'http://127.0.0.1:2/api/1.1/wf' } }),
      follow: 'as it is',
    },
  },
};

/** Codes that the operation does not have, or whose message does not advise to send the row. */
const codesWithoutAdvice: Record<Changing, readonly FailureCode[]> = {
  rwa_create: ['test_environment_only', 'no_answer', 'contract_violation', 'not_found'],
  create_pending_user: ['test_environment_only', 'no_answer', 'contract_violation', 'not_found'],
  rwa_update: ['test_environment_only', 'contract_violation', 'not_found', 'already_sent'],
  remove_user_access: ['contract_violation', 'not_found', 'already_sent', 'unconfirmed'],
};

test.each(Object.keys(entries) as Changing[])(
  'each failure code of %s has an entry, or is listed as a code without advice to send the row',
  (operation) => {
    const codes = [...Object.keys(entries[operation]), ...codesWithoutAdvice[operation]];
    expect(codes.sort()).toEqual(Object.keys(hints).sort());
  },
);

/** Returns the subjects of three items, and the parameters of the node. Creates the assessments for decisions. */
async function prepare(
  operation: Changing,
  sandbox: Sandbox,
): Promise<[readonly string[], Parameters]> {
  const pick = (values: readonly string[]) => (item: number) => values[item];
  if (operation === 'rwa_create') {
    const ids = ['E-1', 'E-2', 'E-3'];
    return [ids, { ...trip, employeeId: pick(ids) }];
  }
  if (operation === 'create_pending_user') {
    const ids = ['N-1', 'N-2', 'N-3'];
    const email = (item: number) => `${ids[item] ?? ''}@company-1.example`;
    return [ids, { first_name: 'Nora', last_name: 'New', email, staff_id: pick(ids) }];
  }
  if (operation === 'remove_user_access') {
    const ids = ['C-100', 'C-101', 'M-200'];
    return [ids, { staff_id: pick(ids), confirmRemoval: true }];
  }
  // Without a result, the client cannot check whether a decision was recorded.
  const employees = ['E-1', 'SANDBOX-ALWAYS-PENDING', 'E-3'];
  const created = await runNode({
    node: nodes.rwa_create,
    sandbox,
    items: createItems(employees),
    parameters: { ...trip, employeeId: pick(employees) },
  });
  const ids = created.map(({ json }) => json.assessmentId as string);
  return [ids, { assessmentId: pick(ids), status: 'Rejected', managerId: 'M-200' }];
}

const subjectFields: Readonly<Record<Changing, string>> = {
  rwa_create: 'employeeId',
  create_pending_user: 'staff_id',
  rwa_update: 'assessmentId',
  remove_user_access: 'staff_id',
};

/** Returns the parameters for the second item alone. */
const selectSecond = (all: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      name,
      typeof value === 'function' ? () => (value as (item: number) => unknown)(1) : value,
    ]),
  );

const namedEntries = (Object.keys(entries) as Changing[]).flatMap((operation) =>
  (
    Object.entries(entries[operation]) as [
      FailureCode,
      FollowedAdvice | readonly FollowedAdvice[],
    ][]
  ).flatMap(([code, some]) =>
    [some]
      .flat()
      .map(
        (entry: FollowedAdvice) => [operation, code, entry.beside ?? entry.advice, entry] as const,
      ),
  ),
);

// Concurrent, because the nodes wait between attempts.
test.concurrent.for(namedEntries)(
  'one request is sent if a person follows the message of %s about %s exactly (%s)',
  async ([operation, code, beside, entry], { onTestFinished }) => {
    const sandbox = await startSandbox({ port: 0, readyAfterMs: 0 });
    onTestFinished(() => sandbox.close());
    const {
      advice,
      fault,
      times = 1,
      changeRun,
      repeats,
      isUnsaved,
      follow,
      errorAfterwards,
    } = entry;
    const [subjects, parameters] = await prepare(operation, sandbox);
    const shared = {
      node: nodes[operation],
      sandbox,
      items: createItems(subjects),
      processedData: new ProcessedData(),
      onError: 'continueRegularOutput' as const,
      ...(isUnsaved === true ? { workflowId: undefined } : {}),
    };
    const setting = follow === 'off' ? { rememberAcrossExecutions: 'off' } : {};
    const context = {};
    if (fault !== undefined) {
      const match = { [subjectFields[operation]]: subjects[1] ?? '' };
      await setFault(sandbox, { operation, fault, times, match });
    }
    if (repeats !== undefined) await runNode({ ...shared, parameters, context });
    const { parameters: replaced, ...rest } = changeRun?.(parameters) ?? {};
    const otherProcess = repeats === 'execution' ? { workflowId: 'after a restart' } : {};
    const loop = repeats === 'loop' ? { context, runIndex: 1 } : {};
    const unsavedSetting = isUnsaved === true ? setting : {};
    const run = {
      ...shared,
      ...rest,
      ...otherProcess,
      ...loop,
      parameters: { ...parameters, ...unsavedSetting, ...replaced },
    };
    const output = await runNode(run);
    const { error, details } = output[1]?.json ?? {};
    const { failure, description } = details as { failure: string; description: string };
    expect(failure).toBe(code);
    expect(description).toContain(advice);
    expect(`${error as string} ${description}`).toContain(beside);

    const before = (await readLedger(sandbox)).requests[operation] ?? 0;
    const [followed] = await runNode({
      ...shared,
      items: [{}],
      parameters: { ...selectSecond(parameters), ...setting },
    });
    if (errorAfterwards === undefined) expect(followed?.json).not.toHaveProperty('error');
    else expect(followed?.json.error).toContain(errorAfterwards);
    expect(((await readLedger(sandbox)).requests[operation] ?? 0) - before).toBe(1);
  },
);
