import type { OperationName } from '../../src/operations.js';
import type { SandboxUnderTest } from '../sandbox/sandboxUnderTest.js';
import { proxyBefore, type ProxyRequest } from './proxy.js';

/**
 * A door in front of a sandbox that lets every request in, but answers out only when it is open.
 */
export interface Door {
  /** The connection through the door. */
  readonly env: { readonly RWA_BASE_URL: string; readonly RWA_TOKEN: string };
  /** Resolves once this many answers wait; their requests have taken effect. */
  holds(answers: number): Promise<void>;
  /**
   * Lets all answers out. Resolves when those that waited have been sent or are no longer wanted.
   */
  open(): Promise<void>;
}

/**
 * A door that keeps the answers of one operation, after the first few, until it is opened. What is to
 * happen while a request is under way can then take as long as it likes.
 */
export async function doorBefore(
  service: SandboxUnderTest,
  operation: OperationName,
  letThrough = 0,
): Promise<Door> {
  const opened = Promise.withResolvers<undefined>();
  const kept = new Map<ProxyRequest, PromiseWithResolvers<undefined>>();
  let left = letThrough;
  let onKept = (): void => undefined;

  const { baseUrl, tokens } = await proxyBefore(
    service,
    async (request) => {
      const answer = await request.forward();
      if (request.operation === operation && left-- <= 0) {
        kept.set(request, Promise.withResolvers());
        onKept();
        await opened.promise;
      }
      return answer;
    },
    (request) => {
      kept.get(request)?.resolve(undefined);
    },
  );
  return {
    env: { RWA_BASE_URL: baseUrl, RWA_TOKEN: tokens[0] ?? '' },
    holds: (answers) =>
      new Promise((resolve) => {
        onKept = () => {
          if (kept.size >= answers) resolve();
        };
        onKept();
      }),
    async open() {
      opened.resolve(undefined);
      await Promise.all(kept.values().map(({ promise }) => promise));
    },
  };
}
