/** Name of the credential type that all nodes use. */
export const credentialName = 'remoteWorkAssessmentApi';

/** What it holds. */
export interface Credential {
  readonly baseUrl: string;
  readonly token: string;
}

/** A credential's data without the spaces and line breaks that copying brings along. */
export function readCredential(data: Partial<Record<keyof Credential, unknown>> = {}): Credential {
  return { baseUrl: trimmed(data.baseUrl), token: trimmed(data.token) };
}

function trimmed(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
