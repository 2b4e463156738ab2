import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './Dialog.js';

/** A button that ends or deletes something after a confirmation. */
export function ConfirmButton({
  text,
  label,
  title,
  button,
  act,
  children,
}: {
  text: string;
  /** The name for screen readers, if the text is not enough. */
  label?: string;
  /** The question of the dialog. */
  title: string;
  /** The text of the button that confirms. */
  button: string;
  act: () => Promise<unknown>;
  /** The consequences, in the dialog. */
  children: ComponentChildren;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        class="button small grave"
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
          isDestructive
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
