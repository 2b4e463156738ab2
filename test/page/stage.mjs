// The environment of a story: a folder, a sandbox as the service, the built `rwa serve`, and people with browsers.
import { strict as assert } from 'node:assert';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { agingStatement, ageInDataFolder } from '../ageRequests.mjs';
import { startSandbox } from '../chaos/processes.mjs';
import { startListening, startServe } from '../chaos/servePage.mjs';
import { desktop, Person, timezoneId } from './person.mjs';

export class Stage {
  #people = [];
  /** The functions that stop the started processes. */
  #stops = [];

  /**
   * `pictures` is the start of the paths of all pictures. With a Postgres `cluster`, each server uses a database in it, and
   * a worker executes the runs.
   */
  constructor(browser, folder, pictures, cluster) {
    Object.assign(this, { browser, folder, pictures, cluster });
  }

  getPath(name) {
    return join(this.folder, name);
  }

  /** Starts a sandbox with these arguments. By default, servers that are started later use it as the service. */
  async startService(...args) {
    this.sandbox = await startSandbox(args);
    this.#stops.push(() => this.sandbox.stop());
    return this.sandbox;
  }

  /** Starts `rwa serve` with the service of the story, or with these environment variables. */
  async startServer(env = this.sandbox.env) {
    await mkdir(this.folder, { recursive: true });
    const serverEnv = { ...env, TZ: timezoneId };
    const server = await (this.cluster === undefined
      ? startServe(this.getPath('data'), serverEnv)
      : this.#startServerOnPostgres(serverEnv));
    this.#stops.push(() => server.kill());
    return server;
  }

  async #startServerOnPostgres(env) {
    // The server and the worker cannot share a sandbox that is embedded in one of them.
    const serviceEnv = env.RWA_BASE_URL === undefined ? (await this.startService()).env : {};
    this.database = await this.cluster.createDatabase();
    const processEnv = { ...env, ...serviceEnv, RWA_DATABASE_URL: this.database };
    const server = await startListening(['serve', '--port', '0', '--json'], processEnv);
    const worker = await startListening(['worker', '--port', '0', '--json'], processEnv);
    this.#stops.push(() => worker.kill());
    return server;
  }

  /** Makes all sent requests a minute older: the server accepts "It does not exist" only after some time. */
  async ageRequests() {
    if (this.database === undefined) ageInDataFolder(this.getPath('data'));
    else await this.cluster.query(this.database, agingStatement);
  }

  /** Creates a person with a separate browser. `storageState` has the cookies of another browser. */
  async createPerson(viewport = desktop, storageState = undefined, locale = 'en-GB') {
    const options = { viewport, storageState, locale };
    const person = await Person.create(this.browser, options, this.pictures);
    this.#people.push(person);
    return person;
  }

  /** Returns the Employee ID of each assessment in the service, sorted. An ID that was assessed twice appears twice. */
  async listAssessed() {
    const { assessments } = await this.sandbox.control('GET', 'ledger');
    return assessments.map(({ employeeId }) => employeeId).sort();
  }

  /** Throws if a browser has reported an unexpected error of the page. */
  assertNoErrors() {
    const errors = this.#people.flatMap((person) => person.errors);
    assert.deepEqual(errors, [], 'errors of the page');
  }

  async photograph() {
    for (const [index, { page }] of this.#people.entries()) {
      const path = `${this.pictures}-failed-${index + 1}.png`;
      await page.screenshot({ path, fullPage: true }).catch(() => undefined);
    }
  }

  async close() {
    for (const person of this.#people) await person.close();
    for (const stop of this.#stops.toReversed()) await stop();
  }
}
