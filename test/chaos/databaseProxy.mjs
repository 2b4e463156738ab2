import { connect, createServer } from 'node:net';
import { StatementReader } from './statementReader.mjs';

/** A proxy to Postgres that cuts, silences and delays connections. Each process has its own ports. */
export class DatabaseProxy {
  #servers = [];
  #links = new Set();
  #triggers = [];
  #blocked = new Set();

  /**
   * Opens a port for a process, which leads to a port of Postgres or PgBouncer. Resolves to the new port.
   * Statements cannot be read on encrypted connections.
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

  cut(isToCut) {
    for (const link of [...this.#links]) if (isToCut(link)) link.end();
  }

  /** Silences the connections for which the function is true, as if the host at the other end had vanished. */
  silence(isToSilence) {
    for (const link of this.#links) link.isSilent ||= isToSilence(link);
  }

  /** Cuts a process off from the database until `unblock`. */
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
   * Calls `onMatch` when any process sends a matching statement, and cuts its connection: `before` the server
   * gets the statement, or `after` that, before the answer arrives. Does this once.
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
   * Calls `onMatch` when this process sends a matching statement. The server gets the statement at once, and
   * the process gets the answer when the promise of `onMatch` settles. Does this once.
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
