import type { Services } from './services.js';
import { createJob } from './job.js';
import { OutageLog } from './outageLog.js';
import { beginDueRounds } from './rounds/dueRounds.js';
import { Retention } from './settings/retention.js';
import { deliverMails } from './mail/deliverMails.js';
import { reportRunEnds } from './runs/runEnds.js';

const aMinuteMs = 60_000;
const anHourMs = 60 * aMinuteMs;

/**
 * Starts the background jobs: due rounds, notices of ended runs, emails, and the deletion of old data. With `alone`,
 * only one of several processes does a job at a time. Returns a function that stops the jobs, and resolves when they
 * have ended.
 */
export function startTimers(
  services: Services,
  alone: (name: string, work: () => Promise<void>) => Promise<void> = (_, work) => work(),
): () => Promise<void> {
  const stop = new AbortController();
  const retention = new Retention(services);
  const job = (name: string, message: string, work: () => Promise<void>) =>
    createJob(
      () => alone(name, work),
      new OutageLog(`${message}, because the database is not available`),
    );
  const jobs = {
    rounds: job('rounds', 'Rounds that are due could not begin', () => beginDueRounds(services)),
    ends: job('ends', 'The ends of runs could not be reported', async () => {
      await reportRunEnds(services, stop.signal);
      jobs.mails.run();
    }),
    mails: job('mails', 'Emails could not be sent', () => deliverMails(services, stop.signal)),
    retention: job('retention', 'Old data could not be deleted', () => retention.deleteDue()),
  };
  const timers = [
    setInterval(jobs.rounds.run, aMinuteMs),
    setInterval(jobs.ends.run, aMinuteMs),
    setInterval(jobs.mails.run, aMinuteMs),
    setInterval(jobs.retention.run, anHourMs),
  ];
  // A run may have ended, and a round that was due may have waited for it.
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
