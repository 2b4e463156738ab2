import { signal } from '@preact/signals';
import { Loading, ErrorNote } from '../parts/Notes.js';
import { Title } from '../parts/Title.js';

type Screens = typeof import('./serverScreens.js');

const screens = signal<Screens | undefined>(undefined);
const hasFailed = signal(false);

/** Loads the script of the screens about the server, unless it is loaded. */
export async function loadServerScreens(): Promise<void> {
  if (screens.value !== undefined) return;
  try {
    screens.value = await import('./serverScreens.js');
  } catch {
    hasFailed.value = true;
  }
}

/** A screen about the server. Shows a placeholder while its script is loaded, or an error if that has failed. */
export function ServerScreen({ name }: { name: keyof Screens }) {
  const Screen = screens.value?.[name];
  if (Screen !== undefined) return <Screen />;
  if (!hasFailed.value) return <Loading what="the page" />;
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
