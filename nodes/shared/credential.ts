/** Name of the credential type that all nodes use. */
export const credentialName = 'remoteWorkAssessmentApi';

/** What it holds. */
export interface Credential {
  readonly baseUrl: string;
  readonly token: string;
}
