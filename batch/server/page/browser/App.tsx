import { useEffect } from 'preact/hooks';
import { Frame } from './app/Frame.js';
import { place } from './app/location.js';
import { readSession, session, sessionFailure } from './app/session.js';
import { language, t } from './language/language.js';
import { Loading, ErrorNote } from './parts/Notes.js';
import { Title } from './parts/Title.js';
import { Join } from './screens/Join.js';
import { loadLaterScreens, LaterScreen } from './screens/LaterScreen.js';
import { Sheets } from './screens/Sheets.js';
import { SignIn } from './screens/SignIn.js';

export function App() {
  const current = session.value;
  const shownLanguage = language.value;
  useEffect(() => {
    document.documentElement.lang = shownLanguage;
  }, [shownLanguage]);
  const isSignedIn = current !== undefined && current.member !== null;
  useEffect(() => {
    // Loads the later screens before they are opened, so that they appear at once.
    if (isSignedIn) void loadLaterScreens();
  }, [isSignedIn]);
  if (current === undefined) {
    return (
      <main class="alone">
        {sessionFailure.value === undefined ? (
          <Loading text={t(($) => $.frame.loading)} />
        ) : (
          <ErrorNote error={sessionFailure.value} refetch={() => void readSession()} />
        )}
      </main>
    );
  }
  return <Frame session={current}>{chooseScreen(isSignedIn)}</Frame>;
}

function chooseScreen(isSignedIn: boolean) {
  const { path } = place.value;
  if (path === '/join') return <Join />;
  if (!isSignedIn) return <SignIn />;
  // "/sheets/ID" or "/sheets/ID/STEP"
  const [, id, step = ''] = /^\/sheets\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (id !== undefined) {
    return <LaterScreen key={id} name="OneSheet" props={{ id: decodeURIComponent(id), step }} />;
  }
  const Screen = screens[path];
  return Screen === undefined ? <NotFound /> : <Screen key={path} />;
}

const screens: Readonly<Record<string, () => preact.JSX.Element>> = {
  '/': Sheets,
  '/sign-in': Sheets,
  '/sheets': Sheets,
  '/people': () => <LaterScreen name="People" />,
  '/members': () => <LaterScreen name="Members" />,
  '/log': () => <LaterScreen name="Log" />,
  '/operations': () => <LaterScreen name="Operations" />,
  '/settings': () => <LaterScreen name="Settings" />,
  '/profile': () => <LaterScreen name="Profile" />,
};

function NotFound() {
  return (
    <>
      <Title title={t(($) => $.frame.notFound.title)} lead={t(($) => $.frame.notFound.lead)} />
      <a class="button" href="/">
        {t(($) => $.frame.notFound.go)}
      </a>
    </>
  );
}
