import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Plan, Row, RowList, Sheet, Uploaded } from '../../../batch/server/contract/shapes.js';
import { type Environment, type Running, start } from '../cli/rwaUnderTest.js';

/** The answer to one request, as text. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Registers a function that ends a server, such as vitest's `onTestFinished`. */
export type OnFinished = (end: () => Promise<void>) => void;

export const dataFolder = (folder: string): string => join(folder, 'data');

/**
 * Starts the built `rwa serve` in a folder, with its data in `data`, and signs in its first
 * administrator. The server ends after the test, or when `onFinished` calls its argument. Without
 * settings for a service, the server uses the embedded sandbox.
 */
export async function serve(
  folder: string,
  env: Environment = {},
  moreArgs: readonly string[] = [],
  onFinished: OnFinished = onTestFinished,
): Promise<ServerUnderTest> {
  const args = ['serve', '--port', '0', '--json', '--data', dataFolder(folder), ...moreArgs];
  return signIn(await startServing(folder, args, env, onFinished));
}

/**
 * Starts a serving command of `rwa`, whose arguments must contain `--json`. Resolves when the command has printed its
 * address. The command ends after the test, or when `onFinished` calls its argument.
 */
export async function startServing(
  folder: string,
  args: readonly string[],
  env: Environment = {},
  onFinished: OnFinished = onTestFinished,
): Promise<Running> {
  const running = start(folder, args, env);
  onFinished(async () => {
    running.kill('SIGKILL');
    await running.ended;
  });
  await running.waitForText('}\n');
  return running;
}

/** Signs in to a server with the link that the server has printed. */
export async function signIn(running: Running): Promise<ServerUnderTest> {
  const { url, link } = JSON.parse(running.printed()) as { url: string; link: string };
  const server = new ServerUnderTest(url, running);
  await server.json('POST', '/api/links', { code: new URL(link).hash.slice(1) });
  return server;
}

/** A running server. Requests have the cookie and origin of a signed-in browser. */
export class ServerUnderTest {
  /** Every answer so far, including its headers. */
  readonly answers: string[] = [];
  #cookie = '';

  constructor(
    readonly url: string,
    readonly running: Running,
  ) {}

  get headers(): Record<string, string> {
    return { Origin: this.url, Cookie: this.#cookie };
  }

  /** Sends a body of bytes as a file, and any other body as JSON. */
  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const isFile = body instanceof Uint8Array;
    const type = isFile ? 'application/octet-stream' : 'application/json';
    const response = await fetch(this.url + path, {
      method,
      headers: { ...this.headers, ...(body === undefined ? {} : { 'Content-Type': type }) },
      body: body === undefined ? null : isFile ? Buffer.from(body) : JSON.stringify(body),
    });
    const { status, headers } = response;
    const cookie = headers.getSetCookie()[0]?.split(';')[0];
    if (cookie !== undefined) this.#cookie = cookie;
    // Latin-1 keeps each byte of a binary file as one character.
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    this.answers.push(`${method} ${path}\n${JSON.stringify([...headers])}\n${text}`);
    return { status, headers, text };
  }

  /** Returns the JSON of an answer. Throws if the request was refused. */
  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text } = await this.ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: HTTP ${status} ${text}`);
    const utf8 = Buffer.from(text, 'latin1').toString();
    return (utf8 === '' ? undefined : JSON.parse(utf8)) as T;
  }

  sheet(id: string): Promise<Sheet> {
    return this.json('GET', `/api/sheets/${id}`);
  }

  /** Uploads a file and waits until it is read. */
  async upload(name: string, content: string | Uint8Array): Promise<Sheet> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const path = `/api/sheets?name=${encodeURIComponent(name)}`;
    const { sheet } = await this.json<Uploaded>('PUT', path, bytes);
    await expect.poll(async () => (await this.sheet(sheet.id)).stage).not.toBe('reading');
    return this.sheet(sheet.id);
  }

  /** Starts to assess a sheet with the token of its plan. */
  async start(id: string): Promise<void> {
    const plan = await this.json<Plan>('GET', `/api/sheets/${id}/plan?operation=assess`);
    await this.json('POST', `/api/sheets/${id}/runs`, { operation: 'assess', token: plan.token });
  }

  /** Waits for the end of the latest run. Returns the sheet. */
  async ended(id: string): Promise<Sheet> {
    await expect
      .poll(async () => (await this.sheet(id)).run?.state)
      .toSatisfy((state) => ['ended', 'stopped', 'failed'].includes(String(state)));
    return this.sheet(id);
  }

  /** Assesses a sheet, and waits for the end of the run. Returns the sheet. */
  async runToEnd(id: string): Promise<Sheet> {
    await this.start(id);
    return this.ended(id);
  }

  async rows(id: string, query = ''): Promise<Row[]> {
    return (await this.json<RowList>('GET', `/api/sheets/${id}/rows?limit=100${query}`)).rows;
  }

  /** Ends the server as a service manager does, and returns its exit code. */
  async stop(): Promise<number | null> {
    this.running.kill('SIGTERM');
    return (await this.running.ended).code;
  }
}
