// Bundles the sandbox from its sources and starts it in this process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './root.mjs';

/**
 * Starts a sandbox on a free port. Resolves to the sandbox, functions that use it, and its credential
 * for n8n.
 */
export async function startService(folder, options = {}) {
  const outfile = join(folder, 'sandbox.mjs');
  await build({
    entryPoints: [join(root, 'sandbox', 'sandbox.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // The batch package, to which the sandbox belongs, has zod.
    nodePaths: [join(root, 'batch', 'node_modules')],
    logLevel: 'warning',
  });
  const { startSandbox } = await import(pathToFileURL(outfile));
  const sandbox = await startSandbox({ port: 0, readyAfterMs: 500, ...options });
  const control = async (method, path, body) => {
    const response = await fetch(sandbox.controlUrl + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  return {
    ...sandbox,
    readLedger: () => control('GET', 'ledger'),
    fault: (rule) => control('POST', 'faults', rule),
    reset: () => control('POST', 'reset'),
    retrieve: async (assessmentId) => {
      const response = await fetch(`${sandbox.baseUrl}/rwa_retrieve`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${sandbox.tokens[0]}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ assessmentId }),
      });
      return (await response.json()).data;
    },
    /** Lets the next create request for this employee take effect, but loses its answer. */
    loseAnswer: (employeeId) =>
      control('POST', 'faults', {
        operation: 'rwa_create',
        fault: 'timeout-after-commit',
        times: 1,
        match: { employeeId },
      }),
    credential: {
      id: 'remoteWorkAssessment',
      name: 'Remote Work Assessment',
      type: 'remoteWorkAssessmentApi',
      data: { baseUrl: sandbox.baseUrl, token: sandbox.tokens[0] },
    },
  };
}
