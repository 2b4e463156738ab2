import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { Loading, ErrorNote } from '../parts/Notes.js';
import { Title } from '../parts/Title.js';

type Screens = typeof import('./laterScreens.js');

const screens = signal<Screens | undefined>(undefined);
const hasFailed = signal(false);

/** Loads the script of the later screens, unless it is loaded. */
export async function loadLaterScreens(): Promise<void> {
  if (screens.value !== undefined) return;
  try {
    screens.value = await import('./laterScreens.js');
  } catch {
    hasFailed.value = true;
  }
}

/** A screen of the later script. Shows a placeholder while the script is loaded, or an error if that has failed. */
export function LaterScreen<Name extends keyof Screens>({
  name,
  props,
}: {
  name: Name;
  props?: Parameters<Screens[Name]>[0];
}) {
  const Screen = screens.value?.[name] as FunctionComponent<object> | undefined;
  if (Screen !== undefined) return <Screen {...props} />;
  if (!hasFailed.value) return <Loading text="Loading the page…" />;
  return (
    <>
      <Title title={name} />
      <ErrorNote
        error="The server cannot be reached. Check that it runs, then try again."
        refetch={() => {
          // Reloads the page instead of importing again: after an upgrade of the server, the script has another name.
          location.reload();
        }}
      />
    </>
  );
}
