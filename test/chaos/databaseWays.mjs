import { startPgBouncer } from '../postgres/bouncer.mjs';

/** The abilities of each way to Postgres: `port` if it uses the proxy, `statements` if the proxy can read them. */
const abilities = {
  direct: [],
  proxy: ['port', 'statements'],
  pgbouncer: ['port', 'statements'],
  tls: ['port'],
};
export const waysToDatabase = Object.keys(abilities);

/**
 * Assigns ways to Postgres to starting processes in turn: `direct`, through the `proxy` that cuts and
 * silences connections, through the proxy and `pgbouncer` in session mode, or through the proxy with `tls`.
 */
export class DatabaseWays {
  #next = 0;
  #ports = new Map();
  #current = new Map();

  static async open(ways, { cluster, url, proxy }) {
    const databaseWays = new DatabaseWays();
    const bouncer = ways.includes('pgbouncer')
      ? await startPgBouncer(cluster.port, 'session')
      : undefined;
    return Object.assign(databaseWays, { ways, cluster, url, proxy, bouncer });
  }

  /** Chooses the way of a starting process, and resolves to its URL of the database. */
  async urlFor(name) {
    const way = this.ways[this.#next++ % this.ways.length];
    this.#current.set(name, way);
    if (way === 'direct') return this.url;
    const isEncrypted = way === 'tls';
    const port = way === 'pgbouncer' ? this.bouncer.port : this.cluster.port;
    const key = `${name} ${way}`;
    if (!this.#ports.has(key)) {
      this.#ports.set(key, await this.proxy.open(name, port, { isEncrypted }));
    }
    const url = this.url.replace(`:${this.cluster.port}/`, `:${this.#ports.get(key)}/`);
    // Like the settings for a private CA in docs/many-machines.md.
    const verifying = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(this.cluster.caFile)}`;
    return isEncrypted ? url + verifying : url;
  }

  has(name, ability) {
    return abilities[this.#current.get(name)].includes(ability);
  }

  someHave(ability) {
    return this.ways.some((way) => abilities[way].includes(ability));
  }

  async close() {
    await this.bouncer?.stop();
  }
}
