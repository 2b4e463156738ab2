// A sandbox in a separate process, which tests kill or measure. The first argument contains its options as JSON.
import { type SandboxOptions, startSandbox } from '../../sandbox/sandbox.js';

const { baseUrl, tokens, controlUrl } = await startSandbox(
  JSON.parse(process.argv[2] ?? '{}') as SandboxOptions,
);
process.on('message', () =>
  process.send?.({ rssBytes: process.memoryUsage.rss(), ...process.cpuUsage() }),
);
process.send?.({ baseUrl, tokens, controlUrl });
