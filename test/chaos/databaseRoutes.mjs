import { startPgBouncer } from '../postgres/bouncer.mjs';

/** The abilities of each route: `proxy` if it uses the proxy, `statements` if the proxy can read the statements. */
const abilities = {
  direct: [],
  proxy: ['proxy', 'statements'],
  pgbouncer: ['proxy', 'statements'],
  tls: ['proxy'],
};
export const databaseRoutes = Object.keys(abilities);

/**
 * Chooses a route to Postgres for each process that starts, in turn: `direct`, through the `proxy` that cuts and
 * silences connections, through the proxy and `pgbouncer` in session mode, or through the proxy with `tls`.
 */
export class RouteAssigner {
  #next = 0;
  #ports = new Map();
  #current = new Map();

  static async open(routes, { cluster, url, proxy }) {
    const assigner = new RouteAssigner();
    const bouncer = routes.includes('pgbouncer')
      ? await startPgBouncer(cluster.port, 'session')
      : undefined;
    return Object.assign(assigner, { routes, cluster, url, proxy, bouncer });
  }

  /** Chooses the route of a process that starts. Resolves to the URL of the database on this route. */
  async assignUrl(name) {
    const route = this.routes[this.#next++ % this.routes.length];
    this.#current.set(name, route);
    if (route === 'direct') return this.url;
    const isEncrypted = route === 'tls';
    const port = route === 'pgbouncer' ? this.bouncer.port : this.cluster.port;
    const key = `${name} ${route}`;
    if (!this.#ports.has(key)) {
      this.#ports.set(key, await this.proxy.open(name, port, { isEncrypted }));
    }
    const url = this.url.replace(`:${this.cluster.port}/`, `:${this.#ports.get(key)}/`);
    // The parameters that docs/many-machines.md recommends for a private CA.
    const verifying = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(this.cluster.caFile)}`;
    return isEncrypted ? url + verifying : url;
  }

  /** Returns true if the current route of the process has the ability. */
  has(name, ability) {
    return abilities[this.#current.get(name)].includes(ability);
  }

  someHave(ability) {
    return this.routes.some((route) => abilities[route].includes(ability));
  }

  async close() {
    await this.bouncer?.stop();
  }
}
