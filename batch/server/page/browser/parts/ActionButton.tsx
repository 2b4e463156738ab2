import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ErrorNote } from './Notes.js';

export interface Action {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly begin: (action: () => Promise<unknown>) => void;
}

/** `begin` does nothing while an action runs. */
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

/** Enter in the field presses the button. */
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
  /** The name of the form for screen readers. */
  label: string;
  isDisabled: boolean;
  field: ComponentChildren;
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
  kind?: string;
  /** The name of the button for screen readers, if its text is not enough. */
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
