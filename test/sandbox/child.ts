// A sandbox in a process of its own, to be killed or measured: options as JSON in the first argument.
import { type SandboxOptions, startSandbox } from '../../sandbox/sandbox.js';

const { baseUrl, tokens, controlUrl } = await startSandbox(
  JSON.parse(process.argv[2] ?? '{}') as SandboxOptions,
);
process.on('message', () =>
  process.send?.({ rssBytes: process.memoryUsage.rss(), ...process.cpuUsage() }),
);
process.send?.({ baseUrl, tokens, controlUrl });
