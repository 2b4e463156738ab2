import { onTestFinished } from 'vitest';
import type { OperationName } from '../../src/operations.js';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/sandbox.js';
import { HeldRequests } from './heldRequests.js';

export type Json = Record<string, unknown>;

export interface JsonResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

/** The answer of `GET ledger`. */
export interface Ledger {
  requests: Record<OperationName, number>;
  commits: Record<OperationName, number>;
  assessments: Json[];
  staff: Json[];
}

/**
 * Starts a sandbox for one test, on a free port, with results that are ready at once. Closes it after
 * the test. Concurrent tests pass their own `onTestFinished`.
 */
export async function startTestSandbox(
  options: SandboxOptions = {},
  onFinished: (close: () => Promise<void>) => void = onTestFinished,
): Promise<SandboxUnderTest> {
  const held = new HeldRequests();
  const sandbox = await startSandbox({
    port: 0,
    readyAfterMs: 0,
    onHeld: held.onHeld,
    ...options,
  });
  onFinished(() => sandbox.close());
  return new SandboxUnderTest(sandbox, held);
}

/** A sandbox, with functions that use it like a client. */
export class SandboxUnderTest {
  constructor(
    readonly sandbox: Pick<Sandbox, 'baseUrl' | 'tokens' | 'controlUrl'>,
    /** The requests that the sandbox holds, if it runs in this process. */
    readonly held = new HeldRequests(),
  ) {}

  /** Posts to an operation as the first or second company, and reads the answer. */
  async post(operation: string, body: unknown, company: 1 | 2 = 1): Promise<JsonResponse> {
    const response = await this.request(operation, body, company);
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** Posts like `post`, but does not read the answer. */
  request(
    operation: string,
    body: unknown,
    company: 1 | 2 = 1,
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    return fetch(`${this.sandbox.baseUrl}/${operation}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${this.sandbox.tokens[company - 1] ?? ''}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
      signal,
    });
  }

  /**
   * Posts like `request`, and fails with a TimeoutError once the sandbox holds the answer back. Asks for the ledger
   * before it fails: if the sandbox had answered the request after all, that answer would arrive first.
   */
  async requestUntilHeld(operation: string, body: unknown, company: 1 | 2 = 1): Promise<Response> {
    const timeout = new AbortController();
    const removeCallback = this.held.once(operation, JSON.stringify(body), () => {
      void this.readLedger().then(() => {
        timeout.abort(new DOMException('The sandbox holds the answer back', 'TimeoutError'));
      });
    });
    return this.request(operation, body, company, timeout.signal).finally(removeCallback);
  }

  /** Posts to an operation, and returns the JSON of the answer, which must be HTTP 200. */
  async answer(operation: OperationName, body: Json, company: 1 | 2 = 1): Promise<Json> {
    const answered = await this.post(operation, body, company);
    if (answered.status !== 200) throw new Error(`HTTP ${answered.status}`);
    return answered.body as Json;
  }

  async create(inputs: Json = {}, company: 1 | 2 = 1): Promise<string> {
    const answer = await this.answer('rwa_create', { ...trip, ...inputs }, company);
    return (answer.response as { assessment_id: string }).assessment_id;
  }

  async readResult(assessmentId: string, company: 1 | 2 = 1): Promise<Json> {
    const answer = await this.answer('rwa_retrieve', { assessmentId }, company);
    return answer.data as Json;
  }

  /** Calls the control API by method and path, such as `POST faults`. */
  async control(name: string, body?: Json): Promise<JsonResponse> {
    const [method = '', path = ''] = name.split(' ');
    const response = await fetch(this.sandbox.controlUrl + path, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** Makes the sandbox lose the answer to an employee's next creation, by default after the creation took effect. */
  async loseAnswer(employeeId: string, fault = 'reset-after-commit'): Promise<void> {
    await this.control('POST faults', {
      operation: 'rwa_create',
      fault,
      times: 1,
      match: { employeeId },
    });
  }

  async readLedger(): Promise<Ledger> {
    return (await this.control('GET ledger')).body as Ledger;
  }

  async readOutbox(): Promise<{ to: string; activationLink: string; user_id: string }[]> {
    return (await this.control('GET outbox')).body as [];
  }
}

/** A valid body of rwa_create for a trip. */
export const trip: Json = {
  employeeId: '00123',
  purpose: 'Work From Anywhere',
  seniority: 'Mid',
  roleType: 'Other',
  citizenship: 'France',
  destination: 'Portugal',
  residency: 'Germany',
  salesContracts: 'No',
  pastTripsDuration: 0,
  legalRight: 'Yes',
  benefitLocalMarket: 'No',
  startDate: '2026-11-03T00:00:00.000Z',
  endDate: '2026-11-13T00:00:00.000Z',
};

/** A valid body of rwa_create for a hire. */
export const hire: Json = {
  ...trip,
  purpose: 'Hire From Anywhere',
  pastTripsDuration: undefined,
  numberHires: 2,
  urgency: '1-3 months',
};

/** A valid body of create_pending_user. */
export const invitation: Json = {
  first_name: 'Nia',
  last_name: 'New',
  email: 'nia@company-1.example',
  staff_id: 'C-300',
};

/** Returns the contract's error envelope with a message. */
export const createFailure = (message: string): Json => ({
  status: 'error',
  success: false,
  message,
});

/** Returns the contract's error envelope for one field. */
export const createFieldFailure = (field: string, message: unknown): Json => ({
  status: 'error',
  success: false,
  errors: [{ field, message }],
});
