import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { t } from '../language/language.js';
import { Loading, ErrorNote } from '../parts/Notes.js';
import { Title } from '../parts/Title.js';

type Screens = typeof import('./laterScreens.js');

/** The titles are shown above an error. A sheet has none, because its name is not loaded yet. */
const titles: Readonly<Record<keyof Screens, (() => string) | undefined>> = {
  OneSheet: undefined,
  Log: () => t(($) => $.frame.screens.log),
  Members: () => t(($) => $.frame.screens.members),
  Operations: () => t(($) => $.frame.screens.operations),
  People: () => t(($) => $.frame.screens.people),
  Profile: () => t(($) => $.frame.profile),
  Settings: () => t(($) => $.frame.screens.settings),
};

const screens = signal<Screens | undefined>(undefined);
const hasFailed = signal(false);

export async function loadLaterScreens(): Promise<void> {
  if (screens.value !== undefined) return;
  try {
    screens.value = await import('./laterScreens.js');
  } catch {
    hasFailed.value = true;
  }
}

export function LaterScreen<Name extends keyof Screens>({
  name,
  props,
}: {
  name: Name;
  props?: Parameters<Screens[Name]>[0];
}) {
  const Screen = screens.value?.[name] as FunctionComponent<object> | undefined;
  if (Screen !== undefined) return <Screen {...props} />;
  const title = titles[name]?.();
  if (!hasFailed.value) return <Loading text={t(($) => $.frame.loading)} />;
  return (
    <>
      {title !== undefined && <Title title={title} />}
      <ErrorNote
        error={t(($) => $.parts.offline)}
        refetch={() => {
          // Importing again would fail: after an upgrade of the server, the script has another name.
          location.reload();
        }}
      />
    </>
  );
}
