import { onTestFinished } from 'vitest';
import { type ClusterOptions, postgresPrograms, startPostgres } from './server.mjs';

/** True if Postgres is installed. With CI=true, it must be. */
export const hasPostgres = process.env.CI === 'true' || postgresPrograms() !== undefined;

type Cluster = Awaited<ReturnType<typeof startPostgres>>;

let shared: Promise<Cluster> | undefined;

/** Creates an empty database in the cluster that the tests of a process share. Resolves to its URL. */
export async function testDatabase(): Promise<string> {
  shared ??= startPostgres();
  return (await shared).createDatabase();
}

/** Starts a cluster for one test that restarts it or needs other settings. */
export async function testCluster(options: Pick<ClusterOptions, 'hasTls'> = {}): Promise<Cluster> {
  const cluster = await startPostgres({ ...options, isSafe: true });
  onTestFinished(() => cluster.stop());
  return cluster;
}
