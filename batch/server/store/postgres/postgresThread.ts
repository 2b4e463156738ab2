// The thread that speaks with Postgres while its caller waits. In tests it runs from this source, by Node alone:
// it imports packages, and of ours only types.
import { workerData } from 'node:worker_threads';
import pg from 'pg';
import type {
  Answer,
  Request,
  Step,
  StepFailure,
  StepResult,
  ThreadStart,
  WireValue,
} from './wire.js';

const { port, answers } = workerData as ThreadStart;
const answered = new Int32Array(answers);
let client: pg.Client | undefined;

port.on('message', (request: Request) => {
  void answer(request);
});

async function answer(request: Request): Promise<void> {
  let said: Answer;
  try {
    said = { results: await resultsOf(request) };
  } catch (error) {
    said = { failure: failureOf(error) };
    if (said.failure.isLost) drop();
  }
  port.postMessage(said);
  Atomics.add(answered, 0, 1);
  Atomics.notify(answered, 0);
}

async function resultsOf(request: Request): Promise<readonly StepResult[]> {
  switch (request.kind) {
    case 'connect':
      await connect(request);
      return [];
    case 'steps':
      return run(request.steps, request.limitMs);
    case 'close':
      await client?.end();
      client = undefined;
      return [];
  }
}

async function connect({
  url,
  applicationName,
  timeoutMs,
  settings,
}: Extract<Request, { kind: 'connect' }>): Promise<void> {
  drop();
  const made = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
  });
  // It is lost while nobody asks: the next question tells.
  made.on('error', () => {
    if (client === made) drop();
  });
  try {
    await made.connect();
    await within(timeoutMs, made, made.query(settings));
  } catch (error) {
    destroy(made);
    throw error;
  }
  client = made;
}

async function run(steps: readonly Step[], limitMs: number): Promise<readonly StepResult[]> {
  const on = client;
  if (on === undefined) throw new Error('The connection to the database is lost.');
  const asked = steps.map(({ text, name, values }) =>
    on.query({
      ...{ text, types, rowMode: 'array' },
      ...(name === undefined ? {} : { name }),
      ...(values === undefined ? {} : { values: values.map(sent) }),
    }),
  );
  const ended = await within(limitMs, on, Promise.allSettled(asked));
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    // Several statements in one text have several results.
    const given = one.value as unknown as Result | readonly Result[];
    const { command, rowCount, fields, rows } = (
      Array.isArray(given) ? given.at(-1) : given
    ) as Result;
    return {
      command,
      changes: rowCount ?? 0,
      columns: fields.map(({ name }) => name),
      rows: rows as StepResult['rows'],
    };
  });
}

type Result = pg.QueryArrayResult<unknown[]>;

/** A host that has vanished does not answer: then the connection ends. */
async function within<T>(limitMs: number, on: pg.Client, asked: Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    destroy(on);
  }, limitMs);
  try {
    return await asked;
  } finally {
    clearTimeout(timer);
  }
}

function sent(value: WireValue): string | Buffer | null {
  if (value === null || typeof value === 'string') return value;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

function drop(): void {
  if (client !== undefined) destroy(client);
  client = undefined;
}

function destroy(one: pg.Client): void {
  (one as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** The server goes down or is down, or is one that only reads: after a failover, another one is in its place. */
const lostStates = /^(?:08|57P0|25006)/;

function failureOf(error: unknown): StepFailure {
  const { message, code, severity } = error as Error & { code?: string; severity?: string };
  const errors = (error as AggregateError).errors as readonly Error[] | undefined;
  return {
    message: message === '' ? (errors?.map((one) => one.message).join('; ') ?? '') : message,
    code,
    // Only what the server says has a severity.
    isLost: severity === undefined || lostStates.test(code ?? ''),
  };
}

const asNumber = (text: string) => Number(text);
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  // boolean
  16: (text) => (text === 't' ? 1 : 0),
  // bytea
  17: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
  // int8, int2, int4, oid, float4, float8, numeric
  ...{ 20: asNumber, 21: asNumber, 23: asNumber, 26: asNumber },
  ...{ 700: asNumber, 701: asNumber, 1700: asNumber },
};
const asText = (text: string) => text;
const types = {
  getTypeParser: (type: number) => parsers[type] ?? asText,
};
