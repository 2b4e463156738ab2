/** Each text follows a subject, such as "It". */
export const webhookFaults = {
  incomplete: 'is not a complete URL. Write it like https://hooks.example.com/services/...',
  credentials: 'has a user name or a password in its URL. Use a URL without them.',
  notEncrypted:
    'uses http, which would expose the notices and the secret URL to the network. Use https. http is allowed only for this machine (localhost).',
} as const;
