import { connect, createServer } from 'node:net';
import { StatementReader } from './statementReader.mjs';

/** Stands between processes and Postgres, with doors for each process, and cuts their connections. */
export class DatabaseProxy {
  #servers = [];
  #links = new Set();
  #armed = [];
  #shut = new Set();

  /**
   * Opens a door of a process to a port, and resolves to the port of the door. Statements cannot be read on
   * encrypted connections.
   */
  async open(door, serverPort, { isEncrypted = false } = {}) {
    const server = createServer((client) => {
      if (this.#shut.has(door)) client.destroy();
      else this.#link(door, client, connect(serverPort, '127.0.0.1'), isEncrypted);
    });
    this.#servers.push(server);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server.address().port;
  }

  /** Cuts connections. */
  cut(isCut) {
    for (const link of [...this.#links]) if (isCut(link)) link.end();
  }

  /** These connections carry nothing any more, as those to a host that has vanished. */
  silence(isSilent) {
    for (const link of this.#links) link.isSilent ||= isSilent(link);
  }

  /** A process is cut off; `admit` lets it in again. */
  shut(door) {
    this.#shut.add(door);
    this.cut((link) => link.door === door);
  }

  isShut(door) {
    return this.#shut.has(door);
  }

  admit(door) {
    this.#shut.delete(door);
  }

  /**
   * The next connection that sends such a statement is cut: before the server has it, or before its answer is
   * there. Calls `then` when that has happened.
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
   * Calls `then` when this process has sent such a statement. The server has it; the process has its answer when
   * the promise resolves.
   */
  holdAt(door, pattern, then) {
    this.#armed.push({
      ...{ door, pattern },
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

  #link(door, client, server, isEncrypted) {
    const link = {
      ...{ door, client, isSilent: false, answer: undefined },
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
      const armed = this.#takeArmed(door, reader?.read(sent) ?? []);
      if (armed === undefined || armed.meet(link)) server.write(sent);
    });
    server.on('data', (sent) => {
      if (link.isSilent) return;
      if (link.answer === undefined) client.write(sent);
      else link.answer(sent);
    });
    for (const one of [client, server]) one.on('error', link.end).on('close', link.end);
  }

  #takeArmed(door, statements) {
    const found = this.#armed.findIndex(
      (armed) =>
        (armed.door ?? door) === door && statements.some((text) => armed.pattern.test(text)),
    );
    return found === -1 ? undefined : this.#armed.splice(found, 1)[0];
  }
}
