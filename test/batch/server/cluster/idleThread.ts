/** In place of the thread of a page that is to do nothing. */
export class WorkThread {
  readonly isIdle = true;
  readonly call = () => Promise.resolve();
  readonly close = () => Promise.resolve();
}
