import { onTestFinished } from 'vitest';
import { postgresPrograms, startPostgres } from './server.mjs';

/** True where Postgres is installed; with CI=true it has to be. */
export const hasPostgres = process.env.CI === 'true' || postgresPrograms() !== undefined;

type Cluster = Awaited<ReturnType<typeof startPostgres>>;

let shared: Promise<Cluster> | undefined;

/** An empty database of the cluster that the tests of a process share. Gives its URL. */
export async function databaseOfTest(): Promise<string> {
  shared ??= startPostgres();
  return (await shared).createDatabase();
}

/** A cluster of its own, for a test that restarts it. */
export async function clusterOfTest(): Promise<Cluster> {
  const cluster = await startPostgres({ isSafe: true });
  onTestFinished(() => cluster.stop());
  return cluster;
}
