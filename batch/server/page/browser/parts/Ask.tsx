import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useActing } from './Act.js';
import { Wrong } from './Said.js';

/** A question in a dialog; Escape and Cancel close it, and the focus goes back. */
export function Ask({
  title,
  button,
  isGrave = false,
  act,
  close,
  children,
}: {
  title: string;
  /** The action of the button; without it, the dialog is only to read. */
  button?: string;
  isGrave?: boolean;
  act?: () => Promise<unknown>;
  close: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { isBusy, refused, begin } = useActing();
  useEffect(() => {
    // The browser gives the focus back only where a dialog is closed before it is taken away.
    const before = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement) before.focus();
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
        {refused !== undefined && <Wrong error={refused} />}
        <div class="actions">
          {button !== undefined && (
            <button type="button" class="button" onClick={close}>
              Cancel
            </button>
          )}
          <button class={`button ${isGrave ? 'grave' : 'primary'}`} aria-busy={isBusy}>
            {button ?? 'Close'}
          </button>
        </div>
      </form>
    </dialog>
  );
}
