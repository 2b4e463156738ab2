import { onTestFinished } from 'vitest';
import { type ClusterOptions, findPostgresPrograms, startPostgres } from './server.mjs';

/**
 * True if Postgres is installed, and always with CI=true, so that a test fails in CI if it is
 * missing.
 */
export const hasPostgres = process.env.CI === 'true' || findPostgresPrograms() !== undefined;

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
