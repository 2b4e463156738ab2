import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useAction } from './ActionButton.js';
import { ErrorNote } from './Notes.js';

interface FormProps {
  readonly act: () => Promise<unknown>;
  /** The text of the button that sends the form. */
  readonly button: string;
  readonly isPrimary?: boolean;
  readonly children: ComponentChildren;
}

/** A form whose button runs an action of the server. A refusal is shown above the button. */
export function Form({
  act,
  button,
  isPrimary = false,
  isCard = false,
  children,
}: FormProps & { readonly isCard?: boolean }) {
  const { isBusy, error, begin } = useAction();
  return (
    <form
      class={`stack wide ${isCard ? 'card padded' : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        begin(act);
      }}
    >
      {children}
      {error !== undefined && <ErrorNote error={error} />}
      <button class={`button ${isPrimary ? 'primary' : ''}`} aria-busy={isBusy}>
        {button}
      </button>
    </form>
  );
}

/** A form that keeps its values and shows "Saved." once they are saved. */
export function SavedForm({
  act,
  button,
  isPrimary = false,
  isCard = false,
  more,
  children,
}: FormProps & {
  readonly isCard?: boolean;
  /** Other buttons after the one that saves. */
  readonly more?: ComponentChildren;
}) {
  const [isSaved, setSaved] = useState(false);
  const { isBusy, error, begin } = useAction();
  return (
    <form
      class={`stack ${isCard ? 'card padded plan' : 'wide'}`}
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
        <button class={`button ${isPrimary ? 'primary' : ''}`} aria-busy={isBusy}>
          {button}
        </button>
        {more}
        {isSaved && <span class="muted">Saved.</span>}
      </div>
    </form>
  );
}

/** A card with a heading and a form. */
export function FormCard({ title, children, ...form }: FormProps & { readonly title: string }) {
  const id = useId();
  return (
    <section class="card padded" aria-labelledby={id}>
      <Form {...form}>
        <h2 id={id}>{title}</h2>
        {children}
      </Form>
    </section>
  );
}
