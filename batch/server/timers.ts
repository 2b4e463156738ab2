import type { Services } from './services.js';
import { createJob } from './job.js';
import { OutageLog } from './outageLog.js';
import { beginDueRounds } from './rounds/dueRounds.js';
import { Retention } from './settings/retention.js';
import { deliverMails } from './mail/deliverMails.js';
import { reportRunEnds } from './runs/runEnds.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * `runAlone` runs a job unless another process is running it. Returns a function that stops the jobs, and resolves when
 * they have ended.
 */
export function startTimers(
  services: Services,
  runAlone: (name: string, work: () => Promise<void>) => Promise<void> = (_, work) => work(),
): () => Promise<void> {
  const stop = new AbortController();
  const retention = new Retention(services);
  const createBackgroundJob = (name: string, message: string, work: () => Promise<void>) =>
    createJob(
      () => runAlone(name, work),
      new OutageLog(`${message}, because the database is not available`),
    );
  const jobs = {
    rounds: createBackgroundJob('rounds', 'Rounds that are due could not begin', () =>
      beginDueRounds(services),
    ),
    ends: createBackgroundJob('ends', 'The ends of runs could not be reported', async () => {
      await reportRunEnds(services, stop.signal);
      jobs.mails.run();
    }),
    mails: createBackgroundJob('mails', 'Emails could not be sent', () =>
      deliverMails(services, stop.signal),
    ),
    retention: createBackgroundJob('retention', 'Old data could not be deleted', () =>
      retention.deleteDue(),
    ),
  };
  const timers = [
    setInterval(jobs.rounds.run, minuteMs),
    setInterval(jobs.ends.run, minuteMs),
    setInterval(jobs.mails.run, minuteMs),
    setInterval(jobs.retention.run, hourMs),
  ];
  // A run of the sheet may have ended, and a due round may have waited until then.
  const unsubscribe = services.changes.on(({ type }) => {
    if (type !== 'sheet') return;
    jobs.ends.run();
    jobs.rounds.run();
  });
  for (const { run } of Object.values(jobs)) run();
  return async () => {
    unsubscribe();
    for (const timer of timers) clearInterval(timer);
    stop.abort();
    await Promise.all(Object.values(jobs).map((job) => job.end()));
  };
}
