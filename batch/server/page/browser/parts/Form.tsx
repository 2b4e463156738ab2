import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../language/language.js';
import { useAction } from './ActionButton.js';
import { ErrorNote } from './Notes.js';

/** A form whose button runs an action. An error is shown above the button. */
export function Form({
  act,
  button,
  kind = '',
  label,
  keepsValues = false,
  children,
}: {
  act: () => unknown;
  /** The text of the button that sends the form. */
  button: string;
  /** The CSS class of the button. */
  kind?: 'primary' | 'grave' | '';
  /** The name of the form for screen readers, if no heading names it. */
  label?: string;
  /** True if the form keeps its values and shows "Saved." once they are saved. */
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
