/** The type bytes of the messages to Postgres that contain statements or their values. */
const [query, parse, bind] = ['Q', 'P', 'B'].map((letter) => letter.charCodeAt(0));

/** Reads the statements that a client sends to Postgres on a connection, including prepared ones. */
export class StatementReader {
  #rest = Buffer.alloc(0);
  #isStarted = false;
  /** The texts of prepared statements, by name. */
  #prepared = new Map();

  /** Returns the text of each statement that the chunk completes, with its values. */
  read(chunk) {
    const statements = [];
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      // The first message has no type byte.
      const typeLength = this.#isStarted ? 1 : 0;
      if (this.#rest.length < typeLength + 4) return statements;
      const end = typeLength + this.#rest.readUInt32BE(typeLength);
      if (this.#rest.length < end) return statements;
      if (this.#isStarted) {
        const statement = this.#readText(this.#rest[0], this.#rest.subarray(5, end));
        if (statement !== undefined) statements.push(statement);
      }
      this.#isStarted = true;
      this.#rest = this.#rest.subarray(end);
    }
  }

  #readText(type, body) {
    if (type === query) return body.toString();
    if (type === parse) {
      const [name, text] = body.toString().split('\0', 2);
      this.#prepared.set(name, text);
    }
    if (type !== bind) return undefined;
    const [, name] = body.toString().split('\0', 2);
    return `${this.#prepared.get(name) ?? ''} ${body.toString()}`;
  }
}
