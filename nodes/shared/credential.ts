/** Name of the credential type that all nodes use. */
export const credentialName = 'remoteWorkAssessmentApi';
