import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow';

// rwa_retrieve of an assessment that does not exist changes nothing, and is answered `Not Found`
// to a good token and `Invalid Auth` to a bad one, both with HTTP 200.
const probe = { assessmentId: 'n8n-credential-test' };

/** Where the service is, and the company token that every request carries. */
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
        'Address of the service without the operation. A version-test segment selects the test environment.',
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

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.token}}' } },
  };

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl}}',
      url: '/rwa_retrieve',
      method: 'POST',
      body: probe,
    },
    // A match means that the test has failed. Rules are tried in their order.
    rules: [
      {
        type: 'responseSuccessBody',
        properties: {
          key: 'message',
          value: 'Invalid Auth',
          message:
            'The service refused the token (Invalid Auth). Check the token, and that it belongs to the environment of the base URL.',
        },
      },
      {
        type: 'responseSuccessBody',
        properties: {
          key: 'message',
          value: 'Invalid authorization token',
          message:
            'The service refused the token (Invalid authorization token). Check the token, and that it belongs to the environment of the base URL.',
        },
      },
      {
        type: 'responseSuccessBody',
        properties: {
          key: 'status',
          value: undefined,
          message:
            'Something answered, but not the assessment service. Check the base URL: it ends in front of the operation, such as /version-test/api/1.1/wf.',
        },
      },
    ],
  };
}
