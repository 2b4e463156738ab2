import { connect, createServer } from 'node:net';
import { StatementReader } from './statementReader.mjs';

/** A proxy between processes and Postgres, with ports for each process, that cuts their connections. */
export class DatabaseProxy {
  #servers = [];
  #links = new Set();
  #armed = [];
  #shut = new Set();

  /**
   * Opens a port for a process that leads to a port of the database, and resolves to it. Statements cannot be
   * read on encrypted connections.
   */
  async open(name, serverPort, { isEncrypted = false } = {}) {
    const server = createServer((client) => {
      if (this.#shut.has(name)) client.destroy();
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

  /** Cuts a process off; `admit` ends it. */
  shut(name) {
    this.#shut.add(name);
    this.cut((link) => link.name === name);
  }

  isShut(name) {
    return this.#shut.has(name);
  }

  admit(name) {
    this.#shut.delete(name);
  }

  /**
   * Cuts the next connection that sends a matching statement: before the server gets it, or before its
   * answer arrives. Then calls `then`.
   */
  cutAt(pattern, when, then) {
    this.#armed.push({
      pattern,
      meet: (link) => {
        then();
        if (when === 'before') link.end();
        else link.answer = () => link.end();
        return when === 'after';
      },
    });
  }

  /**
   * Calls `then` after this process has sent a matching statement and the server has got it. The process
   * gets the answer when the promise resolves.
   */
  holdAt(name, pattern, then) {
    this.#armed.push({
      name,
      pattern,
      meet: (link) => {
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
      const armed = this.#takeArmed(name, reader?.read(sent) ?? []);
      if (armed === undefined || armed.meet(link)) server.write(sent);
    });
    server.on('data', (sent) => {
      if (link.isSilent) return;
      if (link.answer === undefined) client.write(sent);
      else link.answer(sent);
    });
    for (const one of [client, server]) one.on('error', link.end).on('close', link.end);
  }

  #takeArmed(name, statements) {
    const found = this.#armed.findIndex(
      (armed) =>
        (armed.name ?? name) === name && statements.some((text) => armed.pattern.test(text)),
    );
    return found === -1 ? undefined : this.#armed.splice(found, 1)[0];
  }
}
