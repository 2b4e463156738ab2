import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** The statements at which connections are cut. */
const statements = {
  commit: /^COMMIT/,
  append: /insert into "?journal/i,
  slice: /update "?slice/i,
  queue: /rwa_queue/,
  run: /update "?run"?\s/i,
  lease: /insert into "?hold/i,
};
/** Matches a statement that appends an intent to a journal. */
const intent = /\\"intent\\"/;
/** Faults after which it is unknown whether the service has created the assessment. */
const lostAnswers = [
  'reset-before-commit',
  'reset-after-commit',
  'truncated-after-commit',
  'status-500-after-commit',
];
/** Faults after which a request is repeated or answered late. HTTP 503 for a create can leave the row Unconfirmed. */
const transientFaults = ['status-429', 'status-503', 'slow'];
/** Returns true if the fault can leave the row of its request Unconfirmed. */
const canLeaveUnconfirmed = (operation, fault) =>
  operation === 'rwa_create' && [...lostAnswers, 'status-503'].includes(fault);

/** The average time between kills: processes start in half a second, and then need time to work. */
const killEveryMs = 1_200;
/** The shortest time between restarts of Postgres, so that processes can start between them on a busy machine. */
const minRestartIntervalMs = 20_000;
/** The share of the processes that must be alive before the next trouble. */
const minAliveShare = 0.5;

export class MachineTroubles {
  killed = 0;
  #restartedMs = -Infinity;
  #background = new Set();
  #backgroundError;

  /**
   * With `trouble`, only this trouble and faults of the service happen, and `make` kills nothing.
   */
  constructor({ machines, routes, cluster, proxy, url, sandbox, random, counts, log, trouble }) {
    Object.assign(this, { machines, routes, cluster, proxy, url, sandbox, random, counts, log });
    this.kinds = Object.entries(this.#troubles).flatMap(([name, { weight, needs, make }]) =>
      (trouble ?? name) === name && (needs === undefined || routes.someHave(needs))
        ? Array.from({ length: weight }, () => make)
        : [],
    );
    if (this.kinds.length === 0)
      throw new Error(`Unknown trouble ${trouble}, or no route in --through supports it`);
    this.isOnly = trouble !== undefined;
  }

  /** The troubles by name. `needs` is the ability that a trouble requires of the route to Postgres. */
  #troubles = {
    freezeWorker: { weight: 2, make: () => this.#freeze('worker') },
    freezeServer: { weight: 1, make: () => this.#freeze('serve') },
    freezeAtIntent: { weight: 2, needs: 'statements', make: () => this.#freezeAtIntent() },
    restart: { weight: 1, make: () => this.#restart() },
    terminate: { weight: 1, make: () => this.#terminate() },
    cutAll: { weight: 1, needs: 'proxy', make: () => this.#cut(1) },
    cutSome: { weight: 1, needs: 'proxy', make: () => this.#cut(0.3) },
    cutAt: { weight: 5, needs: 'statements', make: () => this.#cutAt() },
    silence: { weight: 2, needs: 'proxy', make: () => this.#silence() },
    cutOff: { weight: 1, needs: 'proxy', make: () => this.#cutOff() },
  };

  #count(name, howMany = 1) {
    this.counts[name] = (this.counts[name] ?? 0) + howMany;
  }

  /**
   * Kills at least `howMany` processes, and causes other troubles meanwhile. With only one trouble, causes
   * this one `howMany` times instead. Calls `after` again and again.
   */
  async make(howMany, after) {
    if (this.isOnly) return this.#makeOthers((causedCount) => causedCount < howMany, after);
    const work = [this.#killMany(howMany, after), this.#makeOthers(() => !this.isOver, after)];
    for (const promise of work)
      void promise.catch(() => undefined).then(() => (this.isOver = true));
    await Promise.all(work);
  }

  async #makeOthers(shouldContinue, after) {
    const { random } = this;
    // Each kind has as many turns as its weight before the kinds are shuffled again.
    let next = [];
    for (let causedCount = 0; shouldContinue(causedCount);) {
      if (next.length === 0) next = random.shuffle(this.kinds);
      await this.#waitUntilEnoughAlive();
      if (await next.pop()()) causedCount++;
      if (random.chance(0.3)) await this.#addFault();
      await this.#check(after);
      await delay(random.between(200, 2_500));
    }
  }

  async #waitUntilEnoughAlive() {
    const { machines } = this;
    while (machines.find('alive').length < machines.count * minAliveShare && !this.isOver) {
      if (this.#backgroundError !== undefined) throw this.#backgroundError;
      await delay(100);
    }
  }

  async #check(after) {
    if (this.#backgroundError !== undefined) throw this.#backgroundError;
    await after();
  }

  async #killMany(howMany, after) {
    const { machines, random } = this;
    while (this.killed < howMany && !this.isOver) {
      await this.#check(after);
      await this.#waitUntilEnoughAlive();
      const candidates = [...machines.find('alive'), ...machines.find('starting')];
      // Kill several at the same moment, as if their host had crashed.
      const burst = random.shuffle(candidates).slice(0, random.pick([1, 1, 1, 2, 3]));
      await Promise.all(burst.map((machine) => this.#kill(machine)));
      this.killed += burst.length;
      await delay(burst.length * killEveryMs * random.between(0.2, 1.8));
    }
  }

  /** Ends all troubles, and makes all processes work again. */
  async end() {
    this.isOver = true;
    // Restart a worker: at its start, it applies the higher concurrency of `machines` to all workers.
    for (const worker of this.machines.find('alive', 'worker').slice(0, 1))
      await this.#kill(worker);
    await Promise.all(this.#background);
    if (this.#backgroundError !== undefined) throw this.#backgroundError;
    for (const machine of this.machines.find('frozen')) machine.thaw();
    const dead = this.machines.find('dead');
    await Promise.all(dead.map(({ name }) => this.machines.start(name, false)));
    await this.sandbox.control('DELETE', 'faults');
  }

  #runInBackground(work) {
    const promise = work()
      .catch((error) => (this.#backgroundError ??= error))
      .finally(() => this.#background.delete(promise));
    this.#background.add(promise);
  }

  /** Waits for a time, or until the troubles end. */
  async #wait(ms) {
    const untilMs = Date.now() + ms;
    while (Date.now() < untilMs && !this.isOver) await delay(100);
  }

  async #kill(machine) {
    const { machines, random } = this;
    const { name, command } = machine;
    this.log(`SIGKILL ${name}`);
    await machine.kill();
    this.#count(`SIGKILL ${command}`);
    if (command === 'worker') this.#count('losses');
    // Sometimes the process is restarted much later.
    const backMs = random.chance(0.05) ? 30_000 : random.between(0, 2_000);
    this.#runInBackground(async () => {
      await this.#wait(backMs);
      await machines.start(name);
    });
  }

  /** Suspends a process, usually for longer than the lease of a slice. */
  async #freeze(command) {
    const { machines, random } = this;
    const candidates = machines.find('alive', command);
    if (candidates.length === 0 || machines.find('frozen').length > 1) return false;
    const machine = random.pick(candidates);
    const ms = random.between(
      ...random.pick([
        [1_000, 15_000],
        [22_000, 35_000],
        [22_000, 35_000],
      ]),
    );
    this.log(`SIGSTOP ${machine.name} for ${(ms / 1_000).toFixed()} s`);
    machine.freeze();
    this.#count(`SIGSTOP ${command}`);
    if (command === 'worker') this.#count('losses');
    void this.#thawAfter(machine, ms);
    return true;
  }

  /**
   * Suspends a worker at the worst moment: after its intents were committed and before anything was sent.
   * While it is suspended, other workers take over the rows, and a person can resolve them.
   */
  async #freezeAtIntent() {
    const { machines, random } = this;
    const candidates = machines
      .find('alive', 'worker')
      .filter(({ name }) => this.routes.has(name, 'statements'));
    if (candidates.length === 0 || machines.find('frozen').length > 1) return false;
    const machine = random.pick(candidates);
    const ms = random.between(25_000, 45_000);
    let isUsed = false;
    this.proxy.holdAt(machine.name, intent, async () => {
      if (isUsed || machine.state !== 'alive') return;
      isUsed = true;
      this.log(`SIGSTOP ${machine.name} at an intent for ${(ms / 1_000).toFixed()} s`);
      machine.freeze();
      this.#count('SIGSTOP at an intent');
      this.#count('losses');
      await this.#thawAfter(machine, ms);
    });
    await this.#wait(3_000);
    const hasFrozen = isUsed;
    // From now on, an intent no longer freezes the worker.
    isUsed = true;
    return hasFrozen;
  }

  async #thawAfter(machine, ms) {
    const thawed = this.#wait(ms).then(() => machine.thaw());
    this.#runInBackground(() => thawed);
    await thawed;
  }

  /** Cuts one worker off from the database, but not from the service. */
  async #cutOff() {
    const { machines, random, proxy } = this;
    const candidates = machines
      .find('alive', 'worker')
      .filter(({ name }) => this.routes.has(name, 'proxy') && !proxy.isBlocked(name));
    if (candidates.length === 0) return false;
    const { name } = random.pick(candidates);
    const ms = random.between(5_000, 35_000);
    this.log(`${name} is cut off for ${(ms / 1_000).toFixed()} s`);
    proxy.block(name);
    this.#count('cut off');
    this.#count('losses');
    this.#runInBackground(async () => {
      await this.#wait(ms);
      proxy.unblock(name);
    });
    return true;
  }

  async #restart() {
    if (performance.now() < this.#restartedMs + minRestartIntervalMs) return false;
    this.#restartedMs = performance.now();
    this.log('immediate restart of Postgres');
    await this.cluster.restart();
    this.#count('restarts of Postgres');
    return true;
  }

  /** Terminates connections in Postgres, as an administrator can. */
  async #terminate() {
    this.log('connections are terminated');
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.3`,
      );
    } finally {
      await client.end();
    }
    this.#count('connections terminated');
    return true;
  }

  async #cut(share) {
    this.log(`${share * 100} % of the connections are cut`);
    this.proxy.cut(() => this.random.chance(share));
    this.#count('connections cut');
    return true;
  }

  /** Cuts a connection at the next statement of a random kind. Counts the cut when it happens. */
  #cutAt() {
    const [name, pattern] = this.random.pick(Object.entries(statements));
    const when = this.random.pick(['before', 'after']);
    this.proxy.cutAt(pattern, when, () => {
      this.log(`a connection is cut ${when} ${name}`);
      this.#count(`cut ${when} ${name}`);
    });
    return true;
  }

  async #silence() {
    this.log('connections are silent');
    this.proxy.silence(() => this.random.chance(0.3));
    this.#count('connections silent');
    return true;
  }

  async #addFault() {
    const { random } = this;
    const isLost = random.chance(0.3);
    const times = random.pick([1, 2, 3]);
    const fault = random.pick(isLost ? lostAnswers : transientFaults);
    const operation = isLost ? 'rwa_create' : random.pick(['rwa_create', 'rwa_retrieve']);
    await this.sandbox.control('POST', 'faults', { operation, fault, times, probability: 0.2 });
    this.#count(
      canLeaveUnconfirmed(operation, fault) ? 'unprovenAnswers' : 'transient faults',
      times,
    );
  }
}
