/** A mock thread of the web process, which does nothing. */
export class WorkThread {
  readonly isIdle = true;
  readonly call = () => Promise.resolve();
  readonly close = () => Promise.resolve();
}
