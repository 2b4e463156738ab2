export const credentialName = 'remoteWorkAssessmentApi';

export interface Credential {
  readonly baseUrl: string;
  readonly token: string;
}

/**
 * Reads a credential's data, without spaces and line breaks that were copied along. A value that is
 * missing or not text becomes ''.
 */
export function readCredential(data: Partial<Record<keyof Credential, unknown>> = {}): Credential {
  return { baseUrl: toTrimmed(data.baseUrl), token: toTrimmed(data.token) };
}

function toTrimmed(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
