import type { IncomingMessage } from 'node:http';

/** The bytes that a body must bring in each window of time: 1 kB/s, which the slowest line has. */
const SLOWEST = { bytes: 30_000, windowMs: 30_000 };

/**
 * Cuts the connection of a request whose body only trickles, so that such ones cannot take all places of others. A
 * body that waits for us is not slow.
 */
export function endSlowBody(request: IncomingMessage, { bytes, windowMs } = SLOWEST): void {
  const { headers, socket } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const isOurs = request.readableLength > 0 || request.complete;
    if (!isOurs && socket.bytesRead - before < bytes) socket.destroy();
    before = socket.bytesRead;
  }, windowMs);
  timer.unref();
  const end = () => {
    clearInterval(timer);
  };
  request.once('end', end).once('close', end);
}
