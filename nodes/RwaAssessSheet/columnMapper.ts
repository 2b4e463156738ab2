import type { INodeProperties, ResourceMapperFields } from 'n8n-workflow';
import { assessmentFields } from '../../src/assessmentFields.js';
import { toTitleCase } from '../shared/properties.js';

export const columnsLabel = 'Columns';

/**
 * The mapper of fields to headings, with a notice, because n8n shows no description of a mapper. The
 * mapper is not an option, because n8n loads no fields for a mapper within a collection.
 */
export const columnProperties: INodeProperties[] = [
  {
    displayName:
      'Columns are found by their headings. Add a field below only if its column is not found, with the heading as it is in the worksheet.',
    name: 'columnsNotice',
    type: 'notice',
    default: '',
  },
  {
    displayName: columnsLabel,
    name: 'columns',
    type: 'resourceMapper',
    noDataExpression: true,
    default: { mappingMode: 'defineBelow', value: null },
    typeOptions: {
      resourceMapper: {
        resourceMapperMethod: 'listFields',
        mode: 'map',
        valuesLabel: columnsLabel,
        fieldWords: { singular: 'field', plural: 'fields' },
        addAllFields: false,
        // n8n's notice about automatic mapping advises renaming the fields of items, which changes no workbook.
        supportAutoMap: false,
      },
    },
  },
];

export const resourceMapping = { listFields };

function listFields(): Promise<ResourceMapperFields> {
  const fields = Object.entries(assessmentFields).map(([id, { label }]) => ({
    id,
    displayName: toTitleCase(label),
    type: 'string' as const,
    required: false,
    display: true,
    defaultMatch: false,
  }));
  return Promise.resolve({ fields });
}
