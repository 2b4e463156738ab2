import { useState } from 'preact/hooks';
import { roles } from '../../../contract/fieldBounds.js';
import type { Member, Role } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask, toSentence } from '../app/api.js';
import { may, readSession, session } from '../app/session.js';
import { t } from '../language/language.js';
import { ConfirmButton } from '../parts/ConfirmButton.js';
import { ErrorNote } from '../parts/Notes.js';
import { Moment } from '../parts/Time.js';

export function MemberTable({
  members,
  refetch,
}: {
  members: readonly Member[];
  refetch: () => void;
}) {
  const [failure, setFailure] = useState<string>();
  const act = async (action: () => Promise<unknown>, announcement: string) => {
    try {
      await action();
      announce(announcement);
      setFailure(undefined);
    } catch (error) {
      setFailure(toSentence(error));
    }
    refetch();
    await readSession();
  };
  const canChange = may('administer');
  return (
    <section class="card scroll" aria-labelledby="members">
      <h2 id="members" class="unseen">
        {t(($) => $.frame.screens.members)}
      </h2>
      {failure !== undefined && <ErrorNote error={failure} />}
      <table class="stacked">
        <thead>
          <tr>
            <th scope="col">{t(($) => $.members.table.member)}</th>
            <th scope="col">{t(($) => $.members.table.role)}</th>
            <th scope="col">{t(($) => $.members.table.signsInWith)}</th>
            <th scope="col">{t(($) => $.members.table.lastSeen)}</th>
            {canChange && (
              <th scope="col">
                <span class="unseen">{t(($) => $.members.table.actions)}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id}>
              <th scope="row">
                {member.name}
                {member.id === session.value?.member?.id && (
                  <span class="muted"> {t(($) => $.members.table.you)}</span>
                )}
                <small>{member.email}</small>
              </th>
              <td>
                {canChange ? (
                  <RoleChoice
                    member={member}
                    change={(role) =>
                      void act(
                        () => ask('PATCH', getMemberPath(member), { role }),
                        t(($) => $.members.table.roleChanged, {
                          name: member.name,
                          role: t(($) => $.terms.roles[role]),
                        }),
                      )
                    }
                  />
                ) : (
                  t(($) => $.terms.roles[member.role])
                )}
                <small>{t(($) => $.terms.roleRights[member.role])}</small>
              </td>
              <td data-label={t(($) => $.members.table.signsInWith)}>
                {t(($) => $.members.signInWays[member.signsInBy])}
              </td>
              <td data-label={t(($) => $.members.table.lastSeen)}>
                {member.lastSeenAt === undefined ? '–' : <Moment of={member.lastSeenAt} />}
                <small>{t(($) => $.members.table.sessions, { count: member.sessions })}</small>
              </td>
              {canChange && (
                <td>
                  <div class="actions">
                    {member.sessions > 0 && (
                      <button
                        type="button"
                        class="button small"
                        aria-label={t(($) => $.members.signOut.label, { name: member.name })}
                        onClick={() =>
                          void act(
                            () => ask('DELETE', `${getMemberPath(member)}/sessions`),
                            t(($) => $.members.signOut.done, { name: member.name }),
                          )
                        }
                      >
                        {t(($) => $.members.signOut.button)}
                      </button>
                    )}
                    <ConfirmButton
                      text={t(($) => $.members.remove.button)}
                      label={t(($) => $.members.remove.label, { name: member.name })}
                      title={t(($) => $.members.remove.title, { name: member.name })}
                      button={t(($) => $.members.remove.confirm)}
                      act={async () => {
                        await ask('DELETE', getMemberPath(member));
                        announce(t(($) => $.members.remove.done, { name: member.name }));
                        refetch();
                      }}
                    >
                      {t(($) => $.members.remove.effect)}
                    </ConfirmButton>
                  </div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RoleChoice({ member, change }: { member: Member; change: (role: Role) => void }) {
  return (
    <select
      value={member.role}
      aria-label={t(($) => $.members.table.roleLabel, { name: member.name })}
      onChange={({ currentTarget }) => {
        change(currentTarget.value as Role);
      }}
    >
      {roles.map((role) => (
        <option key={role} value={role} selected={role === member.role}>
          {t(($) => $.terms.roles[role])}
        </option>
      ))}
    </select>
  );
}

function getMemberPath({ id }: Member): string {
  return `/api/members/${encodeURIComponent(id)}`;
}
