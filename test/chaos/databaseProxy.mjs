import { connect, createServer } from 'node:net';
import { StatementReader } from './statementReader.mjs';

/** A proxy between processes and Postgres, with ports for each process, that cuts their connections. */
export class DatabaseProxy {
  #servers = [];
  #links = new Set();
  #triggers = [];
  #blocked = new Set();

  /**
   * Opens a port for a process that leads to a port of the database, and resolves to it. Statements cannot be
   * read on encrypted connections.
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

  cut(isCut) {
    for (const link of [...this.#links]) if (isCut(link)) link.end();
  }

  /** Silences these connections, like those to a host that has vanished. */
  silence(isSilent) {
    for (const link of this.#links) link.isSilent ||= isSilent(link);
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
   * Calls `then` when any process sends a matching statement, and cuts its connection: `before` the server
   * gets the statement, or `after` that, before the answer arrives. Does this once.
   */
  cutAt(pattern, when, then) {
    this.#triggers.push({
      pattern,
      fire: (link) => {
        then();
        if (when === 'before') link.end();
        else link.answer = () => link.end();
        return when === 'after';
      },
    });
  }

  /**
   * Calls `then` when this process sends a matching statement. The server gets the statement at once, and
   * the process gets the answer when the promise of `then` resolves. Does this once.
   */
  holdAt(name, pattern, then) {
    this.#triggers.push({
      name,
      pattern,
      fire: (link) => {
        const held = [];
        link.answer = (sent) => held.push(sent);
        void then(link).finally(() => {
          link.answer = undefined;
          for (const sent of held) link.client.write(sent);
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
      answer: undefined,
      end: () => {
        this.#links.delete(link);
        client.destroy();
        server.destroy();
      },
    };
    this.#links.add(link);
    const reader = isEncrypted ? undefined : new StatementReader();
    client.on('data', (sent) => {
      if (link.isSilent) return;
      const trigger = this.#takeTrigger(name, reader?.read(sent) ?? []);
      if (trigger === undefined || trigger.fire(link)) server.write(sent);
    });
    server.on('data', (sent) => {
      if (link.isSilent) return;
      if (link.answer === undefined) client.write(sent);
      else link.answer(sent);
    });
    for (const socket of [client, server]) socket.on('error', link.end).on('close', link.end);
  }

  #takeTrigger(name, statements) {
    const found = this.#triggers.findIndex(
      (trigger) =>
        (trigger.name ?? name) === name && statements.some((text) => trigger.pattern.test(text)),
    );
    return found === -1 ? undefined : this.#triggers.splice(found, 1)[0];
  }
}
