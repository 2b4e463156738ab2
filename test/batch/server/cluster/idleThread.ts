/** Replaces the thread of a page by one that does nothing. */
export class WorkThread {
  readonly isIdle = true;
  readonly call = () => Promise.resolve();
  readonly close = () => Promise.resolve();
}
