import type { ComponentChildren } from 'preact';
import type { Session } from '../../../contract/shapes.js';
import { Announcements } from './announce.js';
import { isDisconnected } from './live.js';
import { place } from './location.js';
import { may, signOut } from './session.js';

const screens = [
  {
    path: '/',
    name: 'Sheets',
    covers: (path: string) => path === '/' || path.startsWith('/sheets/'),
  },
  { path: '/people', name: 'Compliance approvers' },
  { path: '/members', name: 'Members' },
  { path: '/log', name: 'Log', requires: 'administer' },
  { path: '/operations', name: 'Operations', requires: 'administer' },
  { path: '/settings', name: 'Settings' },
] as const;

/** The frame of every screen: the navigation, the member's menu, notices that concern every screen, and the footer. */
export function Frame({ session, children }: { session: Session; children: ComponentChildren }) {
  const { member, service } = session;
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
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
                <small>Role: {member.role}</small>
              </p>
              <a class="button small" href="/profile">
                Profile
              </a>
              <button type="button" class="button small" onClick={() => void signOut()}>
                Sign out
              </button>
            </div>
          </details>
        )}
      </header>
      {service.isSandbox && (
        <aside class="rehearsal" aria-label="Sandbox">
          <strong>Sandbox:</strong> all scores are made up.
        </aside>
      )}
      {isDisconnected.value && (
        <p class="cut-off" role="status">
          The connection to the server is lost, so what you see may be out of date. Trying to
          reconnect…
        </p>
      )}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer class="foot muted">
        Service: {service.name}. Version {session.version}.
      </footer>
      <Announcements />
    </>
  );
}

function Navigation() {
  const { path } = place.value;
  return (
    <nav aria-label="Main">
      {screens.map((screen) => {
        if ('requires' in screen && !may(screen.requires)) return null;
        const isHere = 'covers' in screen ? screen.covers(path) : path === screen.path;
        return (
          <a key={screen.path} href={screen.path} aria-current={isHere ? 'page' : undefined}>
            {screen.name}
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
