export type Change =
  | { readonly type: 'sheet'; readonly sheet: string }
  | { readonly type: 'rows'; readonly sheet: string; readonly rows: readonly number[] }
  | { readonly type: 'deleted'; readonly sheet: string }
  | { readonly type: 'operations' }
  | { readonly type: 'sessionsEnded' };

export class Changes {
  readonly #listeners = new Set<(change: Change) => void>();

  on(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}
