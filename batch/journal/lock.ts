import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod/v4';
import { messageOf, UsageError } from '../output/errors.js';

const holderSchema = z.object({ pid: z.number(), host: z.string(), since: z.string() });
type Holder = z.infer<typeof holderSchema>;

/** Locks of this process. A lock file with our pid that is not among them is of an earlier life. */
const held = new Set<string>();

/** Held by the one run that may send from a sheet. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes the lock at a path, or throws a UsageError that says who holds it. A lock whose process has
 * ended on this machine is stale and taken over; one of another machine is not judged.
 */
export async function takeLock(path: string, now: () => number): Promise<Lock> {
  const mine: Holder = {
    pid: process.pid,
    host: hostname(),
    since: new Date(now()).toISOString(),
  };
  const release = async () => {
    await rm(path, { force: true });
    held.delete(path);
  };
  if (await create(path, mine)) return { release };
  const found = await readFile(path, 'utf8').catch(() => undefined);
  const holder = parseHolder(found);
  if (found !== undefined && isStale(path, holder)) await discard(path, found);
  if (found === undefined || isStale(path, holder)) {
    if (await create(path, mine)) return { release };
  }
  throw new UsageError(heldBy(path, holder));
}

async function create(path: string, holder: Holder): Promise<boolean> {
  // Written beside it and linked, so that nobody ever reads half a lock.
  const draft = `${path}.${holder.pid}`;
  try {
    await writeFile(draft, JSON.stringify(holder));
    await link(draft, path);
    held.add(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new UsageError(
      `The lock ${path} cannot be written (${messageOf(error)}). Copy the sheet to a folder that you may write to, or use --journal.`,
    );
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes a stale lock, but not one that another run has put in its place meanwhile. */
async function discard(path: string, stale: string): Promise<void> {
  const aside = `${path}.stale.${process.pid}`;
  try {
    await rename(path, aside);
  } catch {
    return; // another run was quicker
  }
  const taken = await readFile(aside, 'utf8');
  if (taken !== stale) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

function isStale(path: string, holder: Holder | undefined): boolean {
  if (holder === undefined) return true;
  if (holder.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
    return holder.pid === process.pid && !held.has(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function parseHolder(text: string | undefined): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

function heldBy(path: string, holder: Holder | undefined): string {
  const who =
    holder === undefined
      ? 'Another run'
      : `Process ${holder.pid} on ${holder.host} has, since ${holder.since},`;
  return `${who} hold${holder === undefined ? 's' : ''} this sheet. Wait for it to end. If it is certain that no run goes on, delete ${path}.`;
}
