import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../language/language.js';
import { useAction } from './ActionButton.js';
import { ErrorNote } from './Notes.js';

export function Form({
  act,
  button,
  kind = '',
  label,
  keepsValues = false,
  children,
}: {
  act: () => unknown;
  button: string;
  kind?: 'primary' | 'grave' | '';
  /** The name of the form for screen readers, if no heading names it. */
  label?: string;
  /** True if the fields keep their values after the action. The form then shows "Saved." until the next input. */
  keepsValues?: boolean;
  children: ComponentChildren;
}) {
  const [isSaved, setSaved] = useState(false);
  const { isBusy, error, begin } = useAction();
  return (
    <form
      class="stack wide"
      aria-label={label}
      onInput={() => {
        setSaved(false);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        setSaved(false);
        begin(async () => {
          await act();
          setSaved(true);
        });
      }}
    >
      {children}
      {error !== undefined && <ErrorNote error={error} />}
      <div class="actions">
        <button class={`button ${kind}`} aria-busy={isBusy}>
          {button}
        </button>
        {keepsValues && isSaved && <span class="muted">{t(($) => $.parts.saved)}</span>}
      </div>
    </form>
  );
}
