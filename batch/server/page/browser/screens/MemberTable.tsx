import { useState } from 'preact/hooks';
import type { Member, Role } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask, toSentence } from '../app/api.js';
import { may, readSession, session } from '../app/session.js';
import { formatNumber, roles } from '../app/words.js';
import { t } from '../language/language.js';
import { ConfirmButton } from '../parts/ConfirmButton.js';
import { ErrorNote } from '../parts/Notes.js';
import { Moment } from '../parts/Time.js';

const signInWays = { link: 'a link', password: 'a password', openid: 'the company account' };

/** All members. An administrator can change their roles, end their sessions and remove them. */
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
        Members
      </h2>
      {failure !== undefined && <ErrorNote error={failure} />}
      <table class="stacked">
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Role</th>
            <th scope="col">Signs in with</th>
            <th scope="col">Last seen</th>
            {canChange && (
              <th scope="col">
                <span class="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id}>
              <th scope="row">
                {member.name}
                {member.id === session.value?.member?.id && <span class="muted"> (you)</span>}
                <small>{member.email}</small>
              </th>
              <td>
                {canChange ? (
                  <RoleChoice
                    member={member}
                    change={(role) =>
                      void act(
                        () => ask('PATCH', getMemberPath(member), { role }),
                        `${member.name} is ${role} now.`,
                      )
                    }
                  />
                ) : (
                  member.role
                )}
                <small>{t(($) => $.terms.roleRights[member.role])}</small>
              </td>
              <td data-label="Signs in with">{signInWays[member.signsInBy]}</td>
              <td data-label="Last seen">
                {member.lastSeenAt === undefined ? '–' : <Moment of={member.lastSeenAt} />}
                <small>
                  {formatNumber(member.sessions)} {member.sessions === 1 ? 'session' : 'sessions'}
                </small>
              </td>
              {canChange && (
                <td>
                  <div class="actions">
                    {member.sessions > 0 && (
                      <button
                        type="button"
                        class="button small"
                        aria-label={`Sign out everywhere: ${member.name}`}
                        onClick={() =>
                          void act(
                            () => ask('DELETE', `${getMemberPath(member)}/sessions`),
                            `The sessions of ${member.name} have ended.`,
                          )
                        }
                      >
                        Sign out everywhere
                      </button>
                    )}
                    <ConfirmButton
                      text="Remove…"
                      label={`Remove ${member.name}…`}
                      title={`Remove ${member.name}?`}
                      button="Remove the member"
                      act={async () => {
                        await ask('DELETE', getMemberPath(member));
                        announce(`${member.name} has been removed.`);
                        refetch();
                      }}
                    >
                      Their sessions and tokens end at once. What they did stays in the log.
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
      aria-label={`Role of ${member.name}`}
      onChange={({ currentTarget }) => {
        change(currentTarget.value as Role);
      }}
    >
      {roles.map((role) => (
        <option key={role} selected={role === member.role}>
          {role}
        </option>
      ))}
    </select>
  );
}

function getMemberPath({ id }: Member): string {
  return `/api/members/${encodeURIComponent(id)}`;
}
