import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { credentialTest } from '../shared/credentialTest.js';
import { resourceMapping } from './columnMapper.js';
import { executeSheets } from './execute.js';
import { properties } from './properties.js';

export class RwaAssessSheet implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Remote Work: Assess Sheet',
    name: 'rwaAssessSheet',
    icon: {
      light: 'file:../../icons/assessSheet.svg',
      dark: 'file:../../icons/assessSheet.dark.svg',
    },
    group: ['transform'],
    version: 1,
    subtitle:
      '={{ { assess: "assess", assessAgain: "assess again", check: "check" }[$parameter["operation"]] }}',
    description: 'Assess all rows of a workbook, and return it with their risk scores',
    defaults: { name: 'Assess Sheet' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
    outputNames: ['Workbook', 'Rows'],
    // A model cannot pass a workbook. n8n's lint requires this property, and its types do not allow false.
    usableAsTool: undefined as unknown as true,
    credentials: [
      {
        name: 'remoteWorkAssessmentApi',
        required: true,
        testedBy: 'remoteWorkAssessmentApiTest',
      },
    ],
    properties,
  };

  methods = { credentialTest, resourceMapping };

  execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return executeSheets(this);
  }
}
