import type { StoredMember } from '../access/members.js';
import { assertInBrowser } from '../access/sessionRoutes.js';
import { type OwnNotices, noticesChange, ownNotices } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { type Route, route } from '../http/route.js';
import { RefusalError } from '../refusalError.js';
import { readMailServer } from './mailSettings.js';
import { toEmail } from './toEmail.js';

const topic = 'Members';
const path = '/api/notices';

export const noticeRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path,
    requires: 'look',
    topic,
    summary: 'Show the notices that you get by email',
    response: ownNotices,
    handle: async ({ caller }, { access, store }) =>
      describeNotices(await access.members.get(caller.memberId), store),
  }),
  route({
    method: 'PUT',
    path,
    requires: 'look',
    topic,
    summary: 'Choose the notices that you get by email',
    body: noticesChange,
    response: ownNotices,
    handle: ({ caller, body }, { access }) => {
      assertInBrowser(caller);
      return access.change(caller, 'look', async (accounts, tx) => {
        const { members } = accounts;
        const member = await members.get(caller.memberId);
        const email = readEmail(body.email, member);
        if (email !== member.email) {
          await accounts.log(caller.name, { code: 'noticeAddressChanged' });
        }
        await members.setNotices(member.id, {
          email,
          ends_notice: body.ends,
          review_notice: body.review,
        });
        return describeNotices(await members.get(member.id), tx);
      });
    },
  }),
];

async function describeNotices(
  member: StoredMember,
  store: Pick<Store, 'db'>,
): Promise<OwnNotices> {
  const { email, ends_notice: ends, review_notice: review } = member;
  const isMailOn = (await readMailServer(store)) !== undefined;
  return { email, ends, review, canChangeEmail: canChangeEmail(member), isMailOn };
}

/** The address of a member who does not sign in with a link is part of their sign-in. */
function canChangeEmail({ password, issuer }: StoredMember): boolean {
  return password === null && issuer === null;
}

function readEmail(typed: string | undefined, member: StoredMember): string {
  if (typed === undefined || typed.trim() === member.email) return member.email;
  if (!canChangeEmail(member)) {
    throw new RefusalError('conflict', (t) => t(($) => $.settings.notices.addressOfSignIn), {
      field: 'email',
    });
  }
  const email = toEmail(typed);
  if (email !== undefined) return email;
  throw new RefusalError('invalid', (t) => t(($) => $.settings.notices.noAddress), {
    field: 'email',
  });
}
