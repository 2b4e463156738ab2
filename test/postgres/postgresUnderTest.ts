import { onTestFinished } from 'vitest';
import { skipsNothing } from '../skips.js';
import { type ClusterOptions, findPostgresPrograms, startPostgres } from './server.mjs';

/** True if Postgres is installed, and always in CI, so that a test fails there if Postgres is missing. */
export const hasPostgres = skipsNothing || findPostgresPrograms() !== undefined;

type Cluster = Awaited<ReturnType<typeof startPostgres>>;

let sharedCluster: Promise<Cluster> | undefined;

/** Creates an empty database in the cluster that the tests of a process share. Resolves to its URL. */
export async function testDatabase(): Promise<string> {
  sharedCluster ??= startPostgres();
  return (await sharedCluster).createDatabase();
}

/** Starts a cluster for one test that restarts it or needs other settings. */
export async function testCluster(options: Pick<ClusterOptions, 'hasTls'> = {}): Promise<Cluster> {
  const cluster = await startPostgres({ ...options, isSafe: true });
  onTestFinished(() => cluster.stop());
  return cluster;
}
