import type { MemberList } from '../../../contract/shapes.js';
import { useQuery } from '../app/query.js';
import { may } from '../app/session.js';
import { Loading, Note, ErrorNote } from '../parts/Notes.js';
import { Title } from '../parts/Title.js';
import { Invitations } from './Invitations.js';
import { MemberTable } from './MemberTable.js';

/** The members of this server, and the invitations. */
export function Members() {
  const { data, error, refetch } = useQuery<MemberList>('/api/members');
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
          <Loading text="Loading the members…" />
        )}
      </div>
    </>
  );
}
