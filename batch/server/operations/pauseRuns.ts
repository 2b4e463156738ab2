import type { Caller } from '../access/caller.js';
import { RefusalError } from '../refusalError.js';
import { beginRun, haltWork } from '../runs/startRun.js';
import { findRun, haltRun, requeueRun, type StoredRun, listActiveRuns } from '../runs/runStore.js';
import { beginRunsPause, endRunsPause, findRunsPause } from '../runs/runsPause.js';
import type { Services } from '../services.js';

type PauseServices = Pick<Services, 'access' | 'work' | 'changes' | 'now'>;

/** Each run finishes its requests in flight first. No run begins until {@link resumeRuns}. */
export async function pauseRuns(services: PauseServices, caller: Caller): Promise<void> {
  const { access, work, changes, now } = services;
  const paused = await access.change(caller, 'administer', async (accounts, tx) => {
    if ((await findRunsPause(tx)) !== undefined) return [];
    // Leaves out a run that somebody has already paused or stopped: `resumeRuns` must not resume it.
    const runs = (await listActiveRuns(tx)).filter(({ haltAs }) => haltAs === undefined);
    for (const { id } of runs) await haltRun(tx, id, 'paused');
    const at = new Date(now()).toISOString();
    await beginRunsPause(tx, { by: caller.name, at, runs: runs.map(({ id }) => id) });
    await accounts.log(caller.name, { code: 'runsPaused' });
    return runs;
  });
  for (const { id, sheet } of paused) {
    haltWork(work, { run: id, sheet }, 'paused');
    changes.publish({ type: 'sheet', sheet });
  }
}

/**
 * Leaves out a run that is no longer paused, and a run whose sheet has another active run or waits for a check after a
 * restore.
 */
export async function resumeRuns(services: PauseServices, caller: Caller): Promise<void> {
  const { access, work, changes } = services;
  const resumed = await access.change(caller, 'administer', async (accounts, tx) => {
    const pause = await findRunsPause(tx);
    if (pause === undefined) return [];
    const ending = (await listActiveRuns(tx)).filter(({ id }) => pause.runs.includes(id));
    if (ending.length > 0) {
      throw new RefusalError('conflict', (t) =>
        t(($) => $.runs.notYetPaused, { count: ending.length }),
      );
    }
    await endRunsPause(tx);
    const runs: StoredRun[] = [];
    for (const id of pause.runs) {
      if (!(await requeueRun(tx, id))) continue;
      const run = await findRun(tx, id);
      if (run !== undefined) runs.push(run);
    }
    await accounts.log(caller.name, { code: 'runsResumed' });
    return runs;
  });
  for (const { id, sheet } of resumed) {
    beginRun(
      work,
      { run: id, sheet },
      'The run could not be resumed; it resumes when the server starts again',
    );
    changes.publish({ type: 'sheet', sheet });
  }
}
