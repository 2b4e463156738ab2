import type { MemberList } from '../../../contract/shapes.js';
import { useAnswer } from '../app/answer.js';
import { may, session } from '../app/session.js';
import { Loading, Note, Wrong } from '../parts/Said.js';
import { Title } from '../parts/Title.js';
import { Invitations } from './Invitations.js';
import { MemberTable } from './MemberTable.js';
import { OwnPassword } from './OwnPassword.js';
import { Tokens } from './Tokens.js';

/** The members of this server, invitations, and the own tokens. */
export function Members() {
  const { data, refused, again } = useAnswer<MemberList>('/api/members');
  const { password = false, openId = null } = session.value?.signIn ?? {};
  return (
    <>
      <Title title="Members" lead="Who can use this page, and what each of them may do." />
      {!may('administer') && <Note>Only administrators can invite and change members.</Note>}
      <div class="columns">
        {data !== undefined ? (
          <>
            <MemberTable members={data.members} again={again} />
            <Invitations invitations={data.invitations} again={again} />
          </>
        ) : refused !== undefined ? (
          <Wrong error={refused} again={again} />
        ) : (
          <Loading what="the members" />
        )}
        <div class="pair columns">
          <Tokens />
          {(password || openId === null) && <OwnPassword />}
        </div>
      </div>
    </>
  );
}
