import type { ComponentChildren } from 'preact';
import type { Session } from '../../../contract/shapes.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { Announcements } from './announce.js';
import { isDisconnected } from './live.js';
import { place } from './location.js';
import { may, signOut } from './session.js';

const screens = [
  {
    path: '/',
    name: 'sheets',
    covers: (path: string) => path === '/' || path.startsWith('/sheets/'),
  },
  { path: '/people', name: 'people' },
  { path: '/members', name: 'members' },
  { path: '/log', name: 'log', requires: 'administer' },
  { path: '/operations', name: 'operations', requires: 'administer' },
  { path: '/settings', name: 'settings' },
] as const;

export function Frame({ session, children }: { session: Session; children: ComponentChildren }) {
  const { member, service } = session;
  return (
    <>
      <a class="skip" href="#content">
        {t(($) => $.frame.skip)}
      </a>
      <header class="top">
        <a class="mark" href="/">
          <Logo />
          <span>Remote Work Assessment</span>
        </a>
        {member !== null && <Navigation />}
        {member !== null && (
          <details class="who" key={place.value.path}>
            <summary>{member.name}</summary>
            <div class="card">
              <p>
                <strong>{member.name}</strong>
                <small>{member.email}</small>
                <small>
                  {t(($) => $.frame.role, { role: t(($) => $.terms.roles[member.role]) })}
                </small>
              </p>
              <a class="button small" href="/profile">
                {t(($) => $.frame.profile)}
              </a>
              <button type="button" class="button small" onClick={() => void signOut()}>
                {t(($) => $.frame.signOut)}
              </button>
            </div>
          </details>
        )}
      </header>
      {service.isSandbox && (
        <aside class="rehearsal" aria-label={t(($) => $.frame.sandboxLabel)}>
          <Text
            text={t(($) => $.frame.sandbox)}
            elements={{ strong: (text) => <strong>{text}</strong> }}
          />
        </aside>
      )}
      {isDisconnected.value && (
        <p class="cut-off" role="status">
          {t(($) => $.frame.disconnected)}
        </p>
      )}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer class="foot muted">
        {t(($) => $.frame.footer, {
          // The server has only an English name for its embedded sandbox.
          service: service.isSandbox ? t(($) => $.frame.embeddedSandbox) : service.name,
          version: session.version,
        })}
      </footer>
      <Announcements />
    </>
  );
}

function Navigation() {
  const { path } = place.value;
  return (
    <nav aria-label={t(($) => $.frame.navigation)}>
      {screens.map((screen) => {
        if ('requires' in screen && !may(screen.requires)) return null;
        const isHere = 'covers' in screen ? screen.covers(path) : path === screen.path;
        return (
          <a key={screen.path} href={screen.path} aria-current={isHere ? 'page' : undefined}>
            {t(($) => $.frame.screens[screen.name])}
          </a>
        );
      })}
    </nav>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
      <path d="M12 21s7-6.1 7-11.5A7 7 0 0 0 5 9.5C5 14.9 12 21 12 21z" />
      <path d="M8.5 11a3.500 3.500 0 0 1 7 0M12 11l1.600-2.300" />
    </svg>
  );
}
