import { startPgBouncer } from '../postgres/bouncer.mjs';

/** The abilities of the proxy on each way from a process to Postgres: to have a door, and to read the statements. */
const abilities = {
  direct: [],
  proxy: ['door', 'statements'],
  pgbouncer: ['door', 'statements'],
  tls: ['door'],
};
export const waysToDatabase = Object.keys(abilities);

/**
 * Gives each process that starts the next one of some ways to Postgres: `direct`, through the `proxy` that cuts and
 * silences connections, through this and `pgbouncer` in session mode, or through this with `tls`.
 */
export class DatabaseWays {
  #next = 0;
  #doors = new Map();
  /** The way of each process, by its name. */
  #current = new Map();

  static async open(ways, { cluster, url, proxy }) {
    const all = new DatabaseWays();
    const bouncer = ways.includes('pgbouncer')
      ? await startPgBouncer(cluster.port, 'session')
      : undefined;
    return Object.assign(all, { ways, cluster, url, proxy, bouncer });
  }

  /** Chooses the way of a process that starts, and resolves to the URL of the database on it. */
  async urlFor(name) {
    const way = this.ways[this.#next++ % this.ways.length];
    this.#current.set(name, way);
    if (way === 'direct') return this.url;
    const isEncrypted = way === 'tls';
    const port = way === 'pgbouncer' ? this.bouncer.port : this.cluster.port;
    const key = `${name} ${way}`;
    if (!this.#doors.has(key)) {
      this.#doors.set(key, await this.proxy.open(name, port, { isEncrypted }));
    }
    const url = this.url.replace(`:${this.cluster.port}/`, `:${this.#doors.get(key)}/`);
    // As docs/many-machines.md has it for a CA of one's own.
    const verifying = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(this.cluster.caFile)}`;
    return isEncrypted ? url + verifying : url;
  }

  /** True if the proxy has a `door` for the process, or can also read its `statements`. */
  has(name, what) {
    return abilities[this.#current.get(name)].includes(what);
  }

  someHave(what) {
    return this.ways.some((way) => abilities[way].includes(what));
  }

  async close() {
    await this.bouncer?.stop();
  }
}
