import type { OperationName } from '../../src/operations.js';
import type { SandboxUnderTest } from '../sandbox/sandboxUnderTest.js';
import { startProxy, type ProxyRequest } from './proxy.js';

/**
 * A proxy in front of a sandbox that forwards all requests, but holds the answers to one operation until `open`
 * is called, so that a test can act while requests are in flight.
 */
export interface AnswerGate {
  /** The environment variables for a client that uses the proxy. */
  readonly env: { readonly RWA_BASE_URL: string; readonly RWA_TOKEN: string };
  /** Resolves when the proxy holds at least this many answers from the service. */
  waitForHeld(answers: number): Promise<void>;
  /** Releases all answers. Resolves when each has been sent, or its client has disconnected. */
  open(): Promise<void>;
}

/** Starts the proxy. It does not hold the first `letThrough` answers to the operation. */
export async function startAnswerGate(
  service: SandboxUnderTest,
  operation: OperationName,
  letThrough = 0,
): Promise<AnswerGate> {
  const opened = Promise.withResolvers<undefined>();
  const heldAnswers = new Map<ProxyRequest, PromiseWithResolvers<undefined>>();
  let answersToLetThrough = letThrough;
  let onHeld = (): void => undefined;

  const { baseUrl, tokens } = await startProxy(
    service,
    async (request) => {
      const answer = await request.forward();
      if (request.operation === operation && answersToLetThrough-- <= 0) {
        heldAnswers.set(request, Promise.withResolvers());
        onHeld();
        await opened.promise;
      }
      return answer;
    },
    (request) => {
      heldAnswers.get(request)?.resolve(undefined);
    },
  );
  return {
    env: { RWA_BASE_URL: baseUrl, RWA_TOKEN: tokens[0] ?? '' },
    waitForHeld: (answers) =>
      new Promise((resolve) => {
        onHeld = () => {
          if (heldAnswers.size >= answers) resolve();
        };
        onHeld();
      }),
    async open() {
      opened.resolve(undefined);
      await Promise.all(heldAnswers.values().map(({ promise }) => promise));
    },
  };
}
