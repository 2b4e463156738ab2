import type { Store } from '../store/store.js';
import { html } from '../../src/html.js';
import { createDocument } from './document.js';

export function createActivationPage(store: Store, invitation: string): string | undefined {
  const account = store.staff.findByInvitation(invitation);
  if (account === undefined || account.role === 'Remove Access') return undefined;
  if (!account.activated) store.staff.update({ ...account, activated: true });
  return createDocument(
    'Your account is activated',
    html`<p>
      ${account.first_name} ${account.last_name} (Staff ID ${account.staff_id}) can now decide on
      assessments.
    </p>`,
  );
}
