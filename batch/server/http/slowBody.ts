import type { IncomingMessage } from 'node:http';

/** 1 kB/s, which even slow connections reach. */
const MIN_RATE = { bytes: 30_000, windowMs: 30_000 };

/**
 * Keeps slow requests from using up all connections. Does not count the time in which the body waits for this process.
 */
export function endSlowBody(request: IncomingMessage, { bytes, windowMs } = MIN_RATE): void {
  const { headers, socket } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let bytesBefore = socket.bytesRead;
  const timer = setInterval(() => {
    const isWaitingForUs = request.readableLength > 0 || request.complete;
    if (!isWaitingForUs && socket.bytesRead - bytesBefore < bytes) socket.destroy();
    bytesBefore = socket.bytesRead;
  }, windowMs);
  timer.unref();
  const end = () => {
    clearInterval(timer);
  };
  request.once('end', end).once('close', end);
}
