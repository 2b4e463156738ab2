import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../language/language.js';
import { useAction } from './ActionButton.js';
import { ErrorNote } from './Notes.js';

/** Closing returns the focus to the element that had the focus before. */
export function Dialog({
  title,
  button,
  isDestructive = false,
  act,
  close,
  children,
}: {
  title: string;
  /** Without this text, the dialog has only the button Close. */
  button?: string;
  isDestructive?: boolean;
  act?: () => Promise<unknown>;
  close: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { isBusy, error, begin } = useAction();
  useEffect(() => {
    const previousFocus = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      // The browser does not move the focus back if an open dialog is removed.
      element?.close();
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (act === undefined) close();
          else begin(() => act().then(close));
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        {error !== undefined && <ErrorNote error={error} />}
        <div class="actions">
          {button !== undefined && (
            <button type="button" class="button" onClick={close}>
              {t(($) => $.parts.cancel)}
            </button>
          )}
          <button class={`button ${isDestructive ? 'grave' : 'primary'}`} aria-busy={isBusy}>
            {button ?? t(($) => $.parts.close)}
          </button>
        </div>
      </form>
    </dialog>
  );
}
