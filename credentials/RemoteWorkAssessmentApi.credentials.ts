import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  Icon,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';

/**
 * Where the service is, and the company token that every request carries. The nodes test it: see
 * `nodes/shared/credentialTest.ts`.
 */
export class RemoteWorkAssessmentApi implements ICredentialType {
  name = 'remoteWorkAssessmentApi';

  displayName = 'Remote Work Assessment API';

  icon: Icon = {
    light: 'file:../icons/remoteWorkAssessment.svg',
    dark: 'file:../icons/remoteWorkAssessment.dark.svg',
  };

  documentationUrl =
    'https://github.com/remote-work-assessment/remote-work-assessment/blob/main/docs/n8n.md#credentials';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://example.com/version-test/api/1.1/wf',
      description:
        'Address of the service, without the operation at its end. A version-test segment in the path selects the test environment. It must be https, except on this machine.',
    },
    {
      displayName: 'Token',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: "The company's API token. It selects the company.",
    },
  ];

  // As a function: n8n evaluates an expression for every request, which costs as much as sending it.
  authenticate = (
    credential: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => {
    // Trimmed: copying brings spaces and line breaks along.
    const token = (credential.token as string).trim();
    const headers = { ...request.headers, Authorization: `Bearer ${token}` };
    return Promise.resolve({ ...request, headers });
  };
}
