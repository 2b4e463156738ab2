import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ErrorNote } from './Notes.js';

/** The state of an action that the server carries out, and a function that begins an action. */
export interface Action {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly begin: (action: () => Promise<unknown>) => void;
}

/** Returns the action state of a form or a button. `begin` does nothing while an action runs. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  return {
    isBusy,
    error,
    begin: (action) => {
      if (isBusy) return;
      setBusy(true);
      setError(undefined);
      action()
        .catch(setError)
        .finally(() => {
          setBusy(false);
        });
    },
  };
}

/** A field and a button. Enter in the field presses the button. */
export function ActionForm({
  act,
  button,
  label,
  isDisabled,
  field,
  children,
}: {
  act: () => Promise<unknown>;
  button: string;
  /** The name of the button for screen readers. */
  label: string;
  isDisabled: boolean;
  field: ComponentChildren;
  /** More buttons after the first one. */
  children?: ComponentChildren;
}) {
  const { isBusy, error, begin } = useAction();
  return (
    <form
      class="mend"
      onSubmit={(event) => {
        event.preventDefault();
        begin(act);
      }}
    >
      {field}
      <button class="button small" aria-label={label} aria-busy={isBusy} disabled={isDisabled}>
        {button}
      </button>
      {children}
      {error !== undefined && <ErrorNote error={error} />}
    </form>
  );
}

export function ActionButton({
  act,
  kind = '',
  label,
  isDisabled = false,
  children,
}: {
  act: () => Promise<unknown>;
  /** Further CSS classes of the button. */
  kind?: string;
  /** The name for screen readers, if the text of the button is not enough. */
  label?: string;
  isDisabled?: boolean;
  children: ComponentChildren;
}) {
  const { isBusy, error, begin } = useAction();
  return (
    <>
      <button
        type="button"
        class={`button ${kind}`}
        aria-label={label}
        aria-busy={isBusy}
        disabled={isDisabled}
        onClick={() => {
          begin(act);
        }}
      >
        {children}
      </button>
      {error !== undefined && <ErrorNote error={error} />}
    </>
  );
}
