import type { MemberList } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { may, session } from '../app/session.js';
import { Loading, Note, ErrorNote } from '../parts/Notes.js';
import { Title } from '../parts/Title.js';
import { Invitations } from './Invitations.js';
import { MemberTable } from './MemberTable.js';
import { OwnNotices } from './OwnNotices.js';
import { OwnPassword } from './OwnPassword.js';
import { Tokens } from './Tokens.js';

/** The members of this server, the invitations, and the signed-in member's tokens and password. */
export function Members() {
  const { data, error, refetch } = useQuery<MemberList>('/api/members');
  const { password = false, openId = null } = session.value?.signIn ?? {};
  return (
    <>
      <Title title="Members" lead="Who can use this page, and what each of them may do." />
      {!may('administer') && <Note>Only administrators can invite and change members.</Note>}
      <div class="columns">
        {data !== undefined ? (
          <>
            <MemberTable members={data.members} refetch={refetch} />
            <Invitations invitations={data.invitations} refetch={refetch} />
          </>
        ) : error !== undefined ? (
          <ErrorNote error={error} refetch={refetch} />
        ) : (
          <Loading what="the members" />
        )}
        <div class="pair columns">
          <Tokens />
          <div class="columns">
            <OwnNotices />
            {(password || openId === null) && <OwnPassword />}
          </div>
        </div>
      </div>
    </>
  );
}
