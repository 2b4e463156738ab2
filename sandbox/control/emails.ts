import type { Store } from '../store/store.js';

export function listEmails(store: Store, origin: string) {
  return store.outbox.all().map(({ user_id, recipient, subject, invitation, sentAtMs }) => {
    const activationLink = `${origin}/activate/${invitation}`;
    return {
      to: recipient,
      subject,
      text: `You are invited to the compliance team. Complete your account setup: ${activationLink}`,
      activationLink,
      user_id,
      sentAt: new Date(sentAtMs).toISOString(),
    };
  });
}
