/** Replaces a thread of the web process, and does nothing. */
export class WorkThread {
  readonly isIdle = true;
  readonly call = () => Promise.resolve();
  readonly close = () => Promise.resolve();
}
