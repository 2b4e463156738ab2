interface Stream {
  close(): void;
}

/**
 * A new stream above the limit closes the oldest stream of the member: without the limit, one member could use all
 * connections of the server.
 */
export class OpenStreams {
  readonly #maxPerMember: number;
  readonly #byMember = new Map<string, Set<Stream>>();

  constructor(maxPerMember: number) {
    this.#maxPerMember = maxPerMember;
  }

  add(member: string, stream: Stream): void {
    const open = this.#byMember.get(member) ?? new Set();
    this.#byMember.set(member, open.add(stream));
    const [oldest] = open;
    if (open.size > this.#maxPerMember) oldest?.close();
  }

  delete(member: string, stream: Stream): void {
    const open = this.#byMember.get(member);
    open?.delete(stream);
    if (open?.size === 0) this.#byMember.delete(member);
  }
}
