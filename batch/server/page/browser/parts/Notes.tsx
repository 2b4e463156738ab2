import type { ComponentChildren } from 'preact';
import { toSentence } from '../app/api.js';
import type { Query } from '../app/query.js';
import { t } from '../language/language.js';

/** Screen readers read the note when it appears. */
export function ErrorNote({
  error,
  refetch,
}: {
  error: unknown;
  refetch?: (() => void) | undefined;
}) {
  return (
    <div class="note wrong" role="alert">
      <p>{toSentence(error)}</p>
      {refetch !== undefined && (
        <button type="button" class="button small" onClick={refetch}>
          {t(($) => $.parts.tryAgain)}
        </button>
      )}
    </div>
  );
}

export function Note({ children }: { children: ComponentChildren }) {
  return <div class="note">{children}</div>;
}

export function Loading({ text }: { text: string }) {
  return (
    <div class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      {text}
    </div>
  );
}

export function QueryPlaceholder({
  query: { error, refetch },
  text,
}: {
  query: Pick<Query<unknown>, 'error' | 'refetch'>;
  text: string;
}) {
  return error === undefined ? (
    <Loading text={text} />
  ) : (
    <ErrorNote error={error} refetch={refetch} />
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}
