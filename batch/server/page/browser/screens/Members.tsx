import type { MemberList } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { may } from '../app/session.js';
import { t } from '../language/language.js';
import { Note, QueryPlaceholder } from '../parts/Notes.js';
import { Title } from '../parts/Title.js';
import { Invitations } from './Invitations.js';
import { MemberTable } from './MemberTable.js';

export function Members() {
  const query = useQuery<MemberList>('/api/members');
  const { data, refetch } = query;
  return (
    <>
      <Title title={t(($) => $.frame.screens.members)} lead={t(($) => $.members.lead)} />
      {!may('administer') && <Note>{t(($) => $.members.onlyAdministrators)}</Note>}
      <div class="columns">
        {data === undefined ? (
          <QueryPlaceholder query={query} text={t(($) => $.members.loading)} />
        ) : (
          <>
            <MemberTable members={data.members} refetch={refetch} />
            <Invitations invitations={data.invitations} refetch={refetch} />
          </>
        )}
      </div>
    </>
  );
}
