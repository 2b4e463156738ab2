import { setTimeout as delay } from 'node:timers/promises';

/** What is cut in the middle: the end of a transaction, an append to the journal, the queue. */
const texts = ['COMMIT\0', 'INTO journal', 'UPDATE slice', 'rwa_queue', 'UPDATE run', 'INTO hold'];
const lostAnswers = ['reset-after-commit', 'truncated-after-commit', 'status-500-after-commit'];
const passing = ['status-429', 'status-503', 'slow', 'reset-before-commit'];

/** All that can happen to machines, at random. */
export class MachineTroubles {
  #later = new Set();
  /** What went wrong in the background. */
  #broken;

  /** With `trouble`, only that one comes. */
  constructor({ machines, cluster, proxy, sandbox, random, counts, say, trouble }) {
    Object.assign(this, { machines, cluster, proxy, sandbox, random, counts, say, trouble });
  }

  /** Each comes as often as its weight says. */
  #troubles = {
    killWorker: { weight: 5, make: () => this.#kill('worker') },
    killPage: { weight: 2, make: () => this.#kill('serve') },
    freezeWorker: { weight: 2, make: () => this.#freeze('worker') },
    freezePage: { weight: 1, make: () => this.#freeze('serve') },
    freezeAtIntent: { weight: 2, make: () => this.#freezeAtIntent() },
    restart: { weight: 1, make: () => this.#restart() },
    cutAll: { weight: 1, make: () => this.#cut(1) },
    cutSome: { weight: 2, make: () => this.#cut(0.3) },
    cutAt: { weight: 4, make: () => this.#cutAt() },
    silence: { weight: 1, make: () => this.#silence() },
    cutOff: { weight: 1, make: () => this.#cutOff() },
  };

  #count(what, howMany = 1) {
    this.counts[what] = (this.counts[what] ?? 0) + howMany;
  }

  /** Makes so many, and calls back after each. */
  async make(howMany, after) {
    const { random } = this;
    const kinds = Object.entries(this.#troubles).flatMap(([name, { weight, make }]) =>
      this.trouble === undefined || this.trouble === name
        ? Array.from({ length: weight }, () => make)
        : [],
    );
    // In a short run, too, each kind comes.
    let next = [];
    for (let made = 0; made < howMany;) {
      if (next.length === 0) next = random.shuffled(kinds);
      if (await next.pop()()) made++;
      if (random.chance(0.3)) await this.#fault();
      if (made % 50 === 0 && made > 0) this.say(`${made} of ${howMany}`);
      if (this.#broken !== undefined) throw this.#broken;
      await after();
      await delay(random.between(200, 2_500));
    }
  }

  /** Everything is there again. */
  async end() {
    this.isOver = true;
    await Promise.all(this.#later);
    if (this.#broken !== undefined) throw this.#broken;
    for (const machine of this.machines.in('frozen')) machine.thaw();
    for (const { name } of this.machines.in('dead')) await this.machines.start(name, false);
    await this.sandbox.control('DELETE', 'faults');
  }

  #soon(work) {
    const promise = work()
      .catch((error) => (this.#broken ??= error))
      .finally(() => this.#later.delete(promise));
    this.#later.add(promise);
  }

  /** Waits, unless all is over. */
  async #wait(ms) {
    const untilMs = Date.now() + ms;
    while (Date.now() < untilMs && !this.isOver) await delay(100);
  }

  async #kill(command) {
    const { machines, random } = this;
    const some = [...machines.in('alive', command), ...machines.in('starting', command)];
    if (some.length === 0) return false;
    const machine = random.of(some);
    this.say(`SIGKILL ${machine.name}`);
    await machine.kill();
    this.#count(`SIGKILL ${command}`);
    if (command === 'worker') this.#count('losses');
    // Sometimes it never comes back, and much later another one takes its place.
    const backMs = random.chance(0.15) ? 30_000 : random.between(0, 4_000);
    this.#soon(async () => {
      await this.#wait(backMs);
      await machines.start(machine.name);
    });
    return true;
  }

  /** Longer than a slice is held by who is dead, or not. */
  async #freeze(command) {
    const { machines, random } = this;
    const some = machines.in('alive', command);
    if (some.length === 0 || machines.in('frozen').length > 1) return false;
    const machine = random.of(some);
    const ms = random.between(
      ...random.of([
        [1_000, 15_000],
        [22_000, 35_000],
        [22_000, 35_000],
      ]),
    );
    this.say(`SIGSTOP ${machine.name} for ${(ms / 1_000).toFixed()} s`);
    machine.freeze();
    this.#count(`SIGSTOP ${command}`);
    if (command === 'worker') this.#count('losses');
    void this.#thawAfter(machine, ms);
    return true;
  }

  /**
   * The worst moment: intents are written, and nothing of them is sent. Others go on with the rows, and a
   * person has time to say what became of them, before it wakes up.
   */
  async #freezeAtIntent() {
    const { machines, random } = this;
    const some = machines.in('alive', 'worker');
    if (some.length === 0 || machines.in('frozen').length > 1) return false;
    const machine = random.of(some);
    const ms = random.between(25_000, 45_000);
    let isThere = false;
    this.proxy.holdAt(machine.name, '\\"intent\\"', async () => {
      if (isThere || machine.state !== 'alive') return;
      isThere = true;
      this.say(`SIGSTOP ${machine.name} at an intent for ${(ms / 1_000).toFixed()} s`);
      machine.freeze();
      this.#count('SIGSTOP at an intent');
      this.#count('losses');
      await this.#thawAfter(machine, ms);
    });
    await this.#wait(3_000);
    const wasThere = isThere;
    isThere = true;
    return wasThere;
  }

  async #thawAfter(machine, ms) {
    const thawed = delay(ms).then(() => machine.thaw());
    this.#soon(() => thawed);
    await thawed;
  }

  /** Only this worker has no database, but it has the service. */
  async #cutOff() {
    const { machines, random, proxy } = this;
    const some = machines.in('alive', 'worker');
    if (some.length === 0) return false;
    const { name } = random.of(some);
    const ms = random.between(5_000, 35_000);
    this.say(`${name} is cut off for ${(ms / 1_000).toFixed()} s`);
    proxy.shut(name);
    this.#count('cut off');
    this.#count('losses');
    this.#soon(async () => {
      await delay(ms);
      proxy.admit(name);
    });
    return true;
  }

  async #restart() {
    this.say('immediate restart of Postgres');
    await this.cluster.restart();
    this.#count('restarts of Postgres');
    return true;
  }

  async #cut(share) {
    this.say(`${share * 100} % of the connections are cut`);
    this.proxy.cut(() => this.random.chance(share));
    this.#count('connections cut');
    return true;
  }

  async #cutAt() {
    const [text, when] = [this.random.of(texts), this.random.of(['before', 'after'])];
    this.say(`a connection is cut ${when} ${JSON.stringify(text)}`);
    this.proxy.cutAt(text, when);
    this.#count('connections cut in a statement');
    return true;
  }

  async #silence() {
    this.say('connections are silent');
    this.proxy.silence(() => this.random.chance(0.3));
    this.#count('connections silent');
    return true;
  }

  /** The service is not always well either. */
  async #fault() {
    const { random } = this;
    const isLost = random.chance(0.3);
    const times = random.of([1, 2, 3]);
    const fault = random.of(isLost ? lostAnswers : passing);
    const operation = isLost ? 'rwa_create' : random.of(['rwa_create', 'rwa_retrieve']);
    await this.sandbox.control('POST', 'faults', { operation, fault, times, probability: 0.2 });
    this.#count(isLost ? 'lostAnswers' : 'passing faults', times);
  }
}
