import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  Icon,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';

/** The nodes test this credential: see `nodes/shared/credentialTest.ts`. */
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
        'Address of the service, without the operation at the end. A version-test segment in the path selects the test environment. Must be https, unless the service runs on the same machine as n8n.',
    },
    {
      displayName: 'Token',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description:
        "Your company's API token. It also tells the service which company a request belongs to.",
    },
  ];

  // This is a function, because evaluating an n8n expression takes as long as the request itself.
  authenticate = (
    credential: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => {
    // A copied token often has spaces or line breaks around it.
    const token = (credential.token as string).trim();
    const headers = { ...request.headers, Authorization: `Bearer ${token}` };
    return Promise.resolve({ ...request, headers });
  };
}
