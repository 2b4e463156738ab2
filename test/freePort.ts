import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const usedPorts = new Set<number>();

/**
 * Returns a free port on loopback, and each port only once. The port is below the range from which the system
 * assigns ports, so the system assigns it to no other program.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (usedPorts.has(port)) continue;
    usedPorts.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
