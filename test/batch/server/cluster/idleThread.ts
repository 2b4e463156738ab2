/** A thread of a page that does nothing, in place of the real one. */
export class WorkThread {
  readonly isIdle = true;
  readonly call = () => Promise.resolve();
  readonly close = () => Promise.resolve();
}
