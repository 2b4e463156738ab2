import { connect, createServer } from 'node:net';
import { StatementReader } from './statementReader.mjs';

/** A proxy to Postgres that cuts and silences connections, and delays answers. Each process has its own ports. */
export class DatabaseProxy {
  #servers = [];
  #links = new Set();
  /** The next matching statement uses up a trigger. `fire` returns true if Postgres should get that statement. */
  #triggers = [];
  #blocked = new Set();

  /**
   * Opens a port that forwards the connections of a process to a port of Postgres or PgBouncer. Resolves to the
   * new port. The proxy cannot read statements on encrypted connections.
   */
  async open(name, serverPort, { isEncrypted = false } = {}) {
    const server = createServer((client) => {
      if (this.#blocked.has(name)) client.destroy();
      else this.#link(name, client, connect(serverPort, '127.0.0.1'), isEncrypted);
    });
    this.#servers.push(server);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server.address().port;
  }

  cut(shouldCut) {
    for (const link of [...this.#links]) if (shouldCut(link)) link.end();
  }

  /** Silences the connections for which the function is true, as if the host at the other end had vanished. */
  silence(shouldSilence) {
    for (const link of this.#links) link.isSilent ||= shouldSilence(link);
  }

  /** Cuts a process off from the database until `unblock` is called. */
  block(name) {
    this.#blocked.add(name);
    this.cut((link) => link.name === name);
  }

  isBlocked(name) {
    return this.#blocked.has(name);
  }

  unblock(name) {
    this.#blocked.delete(name);
  }

  /**
   * When any process next sends a matching statement, calls `onMatch` and cuts the connection. If `when` is
   * `before`, Postgres does not get the statement. If it is `after`, Postgres gets the statement, but the process
   * does not get the answer.
   */
  cutAt(pattern, when, onMatch) {
    this.#triggers.push({
      pattern,
      fire: (link) => {
        onMatch();
        if (when === 'before') link.end();
        else link.onAnswer = () => link.end();
        return when === 'after';
      },
    });
  }

  /**
   * When this process next sends a matching statement, calls `onMatch`. Postgres gets the statement at once. The
   * process gets the answer only after the promise of `onMatch` has settled.
   */
  holdAt(name, pattern, onMatch) {
    this.#triggers.push({
      name,
      pattern,
      fire: (link) => {
        const held = [];
        link.onAnswer = (bytes) => held.push(bytes);
        void onMatch(link).finally(() => {
          link.onAnswer = undefined;
          for (const bytes of held) link.client.write(bytes);
        });
        return true;
      },
    });
  }

  close() {
    this.cut(() => true);
    for (const server of this.#servers) server.close();
  }

  #link(name, client, server, isEncrypted) {
    const link = {
      name,
      client,
      isSilent: false,
      onAnswer: undefined,
      end: () => {
        this.#links.delete(link);
        client.destroy();
        server.destroy();
      },
    };
    this.#links.add(link);
    const reader = isEncrypted ? undefined : new StatementReader();
    client.on('data', (bytes) => {
      if (link.isSilent) return;
      const trigger = this.#takeTrigger(name, reader?.read(bytes) ?? []);
      if (trigger === undefined || trigger.fire(link)) server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (link.isSilent) return;
      if (link.onAnswer === undefined) client.write(bytes);
      else link.onAnswer(bytes);
    });
    for (const socket of [client, server]) socket.on('error', link.end).on('close', link.end);
  }

  #takeTrigger(name, statements) {
    const index = this.#triggers.findIndex(
      (trigger) =>
        (trigger.name ?? name) === name && statements.some((text) => trigger.pattern.test(text)),
    );
    return index === -1 ? undefined : this.#triggers.splice(index, 1)[0];
  }
}
