import type { MemberList } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { may } from '../app/session.js';
import { t } from '../language/language.js';
import { Loading, Note, ErrorNote } from '../parts/Notes.js';
import { Title } from '../parts/Title.js';
import { Invitations } from './Invitations.js';
import { MemberTable } from './MemberTable.js';

/** The members of this server, and the invitations. */
export function Members() {
  const { data, error, refetch } = useQuery<MemberList>('/api/members');
  return (
    <>
      <Title title={t(($) => $.frame.screens.members)} lead={t(($) => $.members.lead)} />
      {!may('administer') && <Note>{t(($) => $.members.onlyAdministrators)}</Note>}
      <div class="columns">
        {data !== undefined ? (
          <>
            <MemberTable members={data.members} refetch={refetch} />
            <Invitations invitations={data.invitations} refetch={refetch} />
          </>
        ) : error !== undefined ? (
          <ErrorNote error={error} refetch={refetch} />
        ) : (
          <Loading text={t(($) => $.members.loading)} />
        )}
      </div>
    </>
  );
}
