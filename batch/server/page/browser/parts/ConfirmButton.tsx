import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './Dialog.js';

export function ConfirmButton({
  text,
  label,
  title,
  button,
  kind = 'small grave',
  isDestructive = true,
  act,
  children,
}: {
  text: string;
  /** The name of the button for screen readers, if its text is not enough. */
  label?: string;
  title: string;
  /** The text of the button that confirms. */
  button: string;
  /** CSS classes of the button that opens the dialog. */
  kind?: string;
  isDestructive?: boolean;
  act: () => Promise<unknown>;
  children: ComponentChildren;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        class={`button ${kind}`}
        aria-label={label}
        onClick={() => {
          setAsking(true);
        }}
      >
        {text}
      </button>
      {isAsking && (
        <Dialog
          title={title}
          button={button}
          isDestructive={isDestructive}
          act={act}
          close={() => {
            setAsking(false);
          }}
        >
          <p>{children}</p>
        </Dialog>
      )}
    </>
  );
}
