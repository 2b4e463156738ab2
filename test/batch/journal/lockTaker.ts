// A process that takes a lock on the message `take`, or at the time that a message contains. It
// releases the lock on `release`, reports on `lost?` whether it still has the lock, and ends on `exit`.
import type { Lock } from '../../../batch/engine/journal/journalStore.js';
import { takeLock } from '../../../batch/engine/journal/lock.js';

const path = process.argv[2] ?? '';
let lock: Lock | undefined;

process.on('message', (message: string) => {
  void obey(message);
});
process.send?.('ready');

async function obey(message: string): Promise<void> {
  if (message === 'exit') process.exit(0);
  if (message === 'lost?') {
    process.send?.(lock?.findLoss()?.code ?? 'held');
    return;
  }
  if (message === 'release') {
    await lock?.release();
    lock = undefined;
    process.send?.('released');
    return;
  }
  // A busy loop is more precise than a timer.
  while (Date.now() < Number(message));
  try {
    lock = await takeLock(path, Date.now);
    process.send?.('taken');
  } catch (error) {
    process.send?.((error as Error).message);
  }
}
