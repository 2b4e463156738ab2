// With RWA_TEST_STORE=postgres, the tests of the server share one Postgres cluster.
import { startPostgres } from './server.mjs';

export async function setup() {
  if (process.env.RWA_TEST_STORE !== 'postgres') return undefined;
  const cluster = await startPostgres();
  process.env.RWA_TEST_POSTGRES = cluster.toUrl('postgres');
  return () => cluster.stop();
}
