import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Arrival {
  readonly ms: number;
  readonly sender: string;
}

/** A service that answers after a delay, and counts the requests in flight. */
export interface MeasuredService {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  readonly inFlight: () => number;
  readonly mostInFlight: () => number;
  /** The status and the delay of the next answers. */
  readonly answer: { status: number; ms: number };
  close(): Promise<void>;
}

export async function startMeasuredService(answerMs: number): Promise<MeasuredService> {
  const arrivals: Arrival[] = [];
  const answer = { status: 200, ms: answerMs };
  let [inFlight, mostInFlight] = [0, 0];
  const server = createServer((request, response) => {
    const ms = performance.now();
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    // This event also follows if the client has closed the connection.
    response.once('close', () => {
      inFlight--;
    });
    let body = '';
    request.on('data', (text: Buffer) => (body += String(text)));
    request.on('end', () => {
      arrivals.push({ ms, sender: body });
    });
    setTimeout(() => {
      response.writeHead(answer.status).end('{}');
    }, answer.ms);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/send`,
    arrivals,
    answer,
    inFlight: () => inFlight,
    mostInFlight: () => mostInFlight,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns how many of these times are in the busiest second. The times are in milliseconds, in ascending order. */
export function countInBusiestSecond(times: readonly number[]): number {
  let [first, largest] = [0, 0];
  for (const [index, ms] of times.entries()) {
    while (ms - (times[first] ?? ms) >= 1_000) first++;
    largest = Math.max(largest, index - first + 1);
  }
  return largest;
}
