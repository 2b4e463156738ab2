import { dirname, join } from 'node:path';
import type { SheetFiles } from '../../engine/journal/sheetFiles.js';
import type { KeptCopies } from '../../engine/files/keptCopies.js';
import type { IntakeOptions } from '../../engine/intake/intakeOptions.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { createDiskStorage } from '../../engine/run/diskStorage.js';
import { createLimiterOptions } from '../../engine/run/limiter.js';
import { assertUnclaimed, findRowsSentElsewhere } from '../../engine/run/otherJournals.js';
import { createProcessLimiter } from '../../engine/run/processLimiter.js';
import type { RunOptions, RunStorage } from '../../engine/run/runOptions.js';
import { openRun, type RunSession } from '../../engine/run/session.js';
import { type Connection, connect } from '../../http/connection.js';
import { systemTiming } from '../../http/timing.js';
import type { RunFlags } from '../commands/runFlags.js';
import { assertWritableFolder, refuseRun } from '../commands/runGuards.js';
import { findUsableFiles } from '../commands/usableFiles.js';
import { inWords } from '../wording/wording.js';

/** The defaults of the commands. Times are in milliseconds. */
export const runFlags = {
  concurrency: 5,
  requestTimeout: 30_000,
  maxErrors: 10,
  pollInterval: 2_000,
  pollTimeout: 600_000,
} as const satisfies RunFlags;

export interface RunTarget {
  readonly path: string;
  readonly operation: SheetOperation;
  readonly intake: IntakeOptions;
  readonly roundName?: string | undefined;
  readonly journal?: string | undefined;
  readonly pollTimeoutMs?: number;
  readonly keepBackups?: KeptCopies;
}

export interface OpenedRun {
  readonly run: RunSession;
  readonly close: () => Promise<void>;
}

/**
 * Locks the sheet. The run does not send rows that were sent from another sheet in the same folder
 * or in `folders`.
 */
export async function openSheetRun(
  { pollTimeoutMs = runFlags.pollTimeout, keepBackups, journal, ...target }: RunTarget,
  connection: Connection,
  folders: readonly string[],
): Promise<OpenedRun> {
  const { path, operation } = target;
  const service = connection.baseUrl.url;
  await refuseRun(operation, { input: path, output: path }, runFlags, { ...connection, service });
  const files = findUsableFiles(path, { command: operation.command, journal });
  const options: RunOptions = {
    ...target,
    input: path,
    output: path,
    service,
    isSandboxRun: false,
    concurrency: runFlags.concurrency,
    spacingMs: 0,
    pollIntervalMs: runFlags.pollInterval,
    pollTimeoutMs,
    maxErrors: runFlags.maxErrors,
    sendDuplicates: false,
    retryRejected: false,
    colourScale: true,
  };
  const { now, sleep } = systemTiming;
  const disk = createDiskStorage({ ...options, files, keepBackups, now });
  const storage = {
    ...extendToFolders(disk, files, operation, folders),
    results: { ...disk.results, assertWritable: () => assertWritableFolder(path, path) },
  };
  const limiter = createProcessLimiter({ concurrency: runFlags.concurrency, spacingMs: 0, sleep });
  const { wrapTransport, onExchange } = createLimiterOptions(limiter);
  const { client, poller, transport } = connect(connection, {
    requestTimeoutMs: runFlags.requestTimeout,
    connections: runFlags.concurrency,
    wrapTransport,
    onExchange,
  });
  try {
    const ports = { client, poller, limiter, timing: systemTiming, wording: inWords, storage };
    const run = await openRun(options, ports);
    const close = async () => {
      await run.close();
      await transport.close();
    };
    return { run, close };
  } catch (error) {
    await transport.close();
    throw error;
  }
}

/**
 * Returns the files of the sheet as if it were in each other folder, to find rows that were sent
 * from the sheets there.
 */
export function toOtherFolders(files: SheetFiles, folders: readonly string[]): SheetFiles[] {
  return (
    folders
      .filter((folder) => folder !== dirname(files.lock))
      // No sheet has this name, so no sheet in that folder counts as the sheet itself.
      .map((folder) => ({ ...files, lock: join(folder, '.other-folder.lock') }))
  );
}

/** Extends the storage of a run, which covers only the folder of its sheet. */
function extendToFolders(
  storage: RunStorage,
  files: SheetFiles,
  inputs: SheetOperation,
  folders: readonly string[],
): RunStorage {
  const { findSentElsewhere, claims } = storage;
  const others = toOtherFolders(files, folders);
  if (findSentElsewhere === undefined || claims === undefined || others.length === 0)
    return storage;
  type FindSent = typeof findSentElsewhere;
  const extendSearch =
    (find: FindSent): FindSent =>
    async (rows, journal) => {
      const found = await Promise.all(
        others.map((other) => findRowsSentElsewhere(other, { rows, inputs }, journal)),
      );
      return new Map([...found, await find(rows, journal)].flatMap((each) => [...each]));
    };
  const refuseClaimedElsewhere: (typeof claims)['refuse'] = (rows) => {
    for (const other of others) assertUnclaimed(other, { rows, inputs });
  };
  return {
    ...storage,
    findSentElsewhere: extendSearch(findSentElsewhere),
    claims: {
      refuse: (rows) => {
        claims.refuse(rows);
        refuseClaimedElsewhere(rows);
      },
      take: (rows) => {
        const release = claims.take(rows);
        try {
          refuseClaimedElsewhere(rows);
          return release;
        } catch (error) {
          release();
          throw error;
        }
      },
      findSentSince: extendSearch(claims.findSentSince),
    },
  };
}
