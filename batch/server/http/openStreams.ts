/** Something that stays open until it is closed. */
interface Stream {
  close(): void;
}

/**
 * The event streams that are open, by member: each has only so many. A further one closes the oldest, whose page
 * connects again if somebody still looks at it; without a limit, one member could take all connections of the server.
 */
export class OpenStreams {
  readonly #most: number;
  readonly #byMember = new Map<string, Set<Stream>>();

  constructor(most: number) {
    this.#most = most;
  }

  add(member: string, stream: Stream): void {
    const open = this.#byMember.get(member) ?? new Set();
    this.#byMember.set(member, open.add(stream));
    const [oldest] = open;
    if (open.size > this.#most) oldest?.close();
  }

  /** The stream has ended, at the client or here. */
  delete(member: string, stream: Stream): void {
    const open = this.#byMember.get(member);
    open?.delete(stream);
    if (open?.size === 0) this.#byMember.delete(member);
  }
}
