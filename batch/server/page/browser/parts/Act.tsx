import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Wrong } from './Said.js';

/** An action that takes a moment: whether it runs, what was refused, and how to begin it. */
export interface Acting {
  readonly isBusy: boolean;
  readonly refused: unknown;
  readonly begin: (action: () => Promise<unknown>) => void;
}

/** For a form or a button whose work the server does. A second press during the first does nothing. */
export function useActing(): Acting {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  return {
    isBusy,
    refused,
    begin: (action) => {
      if (isBusy) return;
      setBusy(true);
      setRefused(undefined);
      action()
        .catch(setRefused)
        .finally(() => {
          setBusy(false);
        });
    },
  };
}

/** A field with its button: Enter in the field presses it. */
export function ActForm({
  act,
  words,
  label,
  isOff,
  field,
  children,
}: {
  act: () => Promise<unknown>;
  words: string;
  /** For a screen reader, where the words alone do not say it. */
  label: string;
  isOff: boolean;
  field: ComponentChildren;
  /** Other buttons after this one. */
  children?: ComponentChildren;
}) {
  const { isBusy, refused, begin } = useActing();
  return (
    <form
      class="mend"
      onSubmit={(event) => {
        event.preventDefault();
        begin(act);
      }}
    >
      {field}
      <button class="button small" aria-label={label} aria-busy={isBusy} disabled={isOff}>
        {words}
      </button>
      {children}
      {refused !== undefined && <Wrong error={refused} />}
    </form>
  );
}

/** A button that does something on the server, and says below it when that is refused. */
export function Act({
  act,
  kind = '',
  label,
  isOff = false,
  children,
}: {
  act: () => Promise<unknown>;
  kind?: string;
  /** For a screen reader, where the words alone do not say it. */
  label?: string;
  isOff?: boolean;
  children: ComponentChildren;
}) {
  const { isBusy, refused, begin } = useActing();
  return (
    <>
      <button
        type="button"
        class={`button ${kind}`}
        aria-label={label}
        aria-busy={isBusy}
        disabled={isOff}
        onClick={() => {
          begin(act);
        }}
      >
        {children}
      </button>
      {refused !== undefined && <Wrong error={refused} />}
    </>
  );
}
