// The surroundings of a story: a folder, the service with its ledger, the built `rwa serve`, and people with browsers.
import { strict as assert } from 'node:assert';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ageInDatabase, ageInDataFolder } from '../ageRequests.mjs';
import { startSandbox } from '../chaos/processes.mjs';
import { startListening, startServe } from '../chaos/servePage.mjs';
import { desktop, Person, timezoneId } from './person.mjs';

/** The stage of a story. `close` ends everything that was started. */
export class Stage {
  #people = [];
  #ends = [];

  /** With a Postgres cluster, servers use a database in it, and a worker does the runs. */
  constructor(browser, folder, pictures, cluster) {
    Object.assign(this, { browser, folder, pictures, cluster });
  }

  /** Returns a path for a file of the story. */
  at(name) {
    return join(this.folder, name);
  }

  /** Starts a sandbox in a separate process, as the service for later servers. */
  async service(...args) {
    this.sandbox = await startSandbox(args);
    this.#ends.push(() => this.sandbox.stop());
    return this.sandbox;
  }

  /** Starts `rwa serve` with the service of the story, or with these settings. */
  async serve(env = this.sandbox.env) {
    await mkdir(this.folder, { recursive: true });
    const here = { ...env, TZ: timezoneId };
    const server = await (this.cluster === undefined
      ? startServe(this.at('data'), here)
      : this.#serveOnPostgres(here));
    this.#ends.push(() => server.kill());
    return server;
  }

  async #serveOnPostgres(env) {
    // An embedded sandbox cannot be shared between processes.
    const service = env.RWA_BASE_URL === undefined ? (await this.service()).env : {};
    this.database = await this.cluster.createDatabase();
    const here = { ...env, ...service, RWA_DATABASE_URL: this.database };
    const server = await startListening(['serve', '--port', '0', '--json'], here);
    const worker = await startListening(['worker', '--port', '0', '--json'], here);
    this.#ends.push(() => worker.kill());
    return server;
  }

  /** Makes all requests a minute older, so that the answer that one does not exist is accepted. */
  async ageRequests() {
    if (this.database === undefined) ageInDataFolder(this.at('data'));
    else await this.cluster.query(this.database, ageInDatabase);
  }

  /** Creates a person with a separate browser. `storageState` contains cookies from another one. */
  async person(viewport = desktop, storageState = undefined, locale = 'en-GB') {
    const options = { viewport, storageState, locale };
    const person = await Person.in(this.browser, options, this.pictures);
    this.#people.push(person);
    return person;
  }

  /** Returns the assessed employees, each as often as they were sent. */
  async assessed() {
    const { assessments } = await this.sandbox.control('GET', 'ledger');
    return assessments.map(({ employeeId }) => employeeId).sort();
  }

  /** Throws if a browser has reported an error of the page. */
  assertNoErrors() {
    const errors = this.#people.flatMap((person) => person.errors);
    assert.deepEqual(errors, [], 'errors of the page');
  }

  /** Takes pictures of all browsers after a story failed. */
  async photograph() {
    for (const [index, { page }] of this.#people.entries()) {
      const path = `${this.pictures}-failed-${index + 1}.png`;
      await page.screenshot({ path, fullPage: true }).catch(() => undefined);
    }
  }

  async close() {
    for (const person of this.#people) await person.close();
    for (const end of this.#ends.toReversed()) await end();
  }
}
