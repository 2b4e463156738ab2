import type { ComponentChildren } from 'preact';
import { toSentence } from '../app/api.js';

/** Something that went wrong, where it went wrong; read aloud as it appears. */
export function Wrong({ error, again }: { error: unknown; again?: (() => void) | undefined }) {
  return (
    <div class="note wrong" role="alert">
      <p>{toSentence(error)}</p>
      {again !== undefined && (
        <button type="button" class="button small" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Something that should be known on this screen. */
export function Note({ children }: { children: ComponentChildren }) {
  return <div class="note">{children}</div>;
}

/** The placeholder while an answer is awaited. */
export function Loading({ what }: { what: string }) {
  return (
    <div class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      Loading {what}…
    </div>
  );
}

/** The placeholder of an empty list, with the next step. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}
