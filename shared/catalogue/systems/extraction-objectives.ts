import type {
  AttributeDeclaration,
  EntityDeclaration,
  PatternDeclaration,
  SampleItem,
} from '../declaration.ts';
import { commonAttributes } from './extraction-attributes.ts';

/** A workflow's item says what was promised of its batches (decision 049). */
export const objectiveAttributes = {
  objective: {
    type: 'map',
    optional: true,
    about: 'How many percent of its batches should take at most how many minutes.',
  },
} as const satisfies Record<string, AttributeDeclaration>;

/** Each line of a workflow's history is about one of these. */
export const workflowChanges = [
  'created',
  'thresholds changed',
  'schema changed',
  'second review changed',
  'review changed',
  'objective changed',
] as const;

export const objectiveEntities = {
  ObjectiveInDirectory: {
    table: 'main',
    about:
      'A relationship item for each workflow that has an objective, so that they can be listed over all tenants. The objective itself is in the workflow.',
    keys: {
      PK: 'DIRECTORY#OBJECTIVES',
      SK: 'TENANT#{tenantId}#PROJECT#{projectId}#WORKFLOW#{workflowId}',
    },
    attributes: { ...commonAttributes },
    tenantless: 'It lists the workflows of all tenants that have an objective, and holds only their keys.',
    bytes: 220,
  },
} as const satisfies Record<string, EntityDeclaration>;

export const objectivePatterns = {
  objectives: {
    number: 'AP77',
    asks: 'Which workflows of all tenants have an objective?',
    title: 'Workflows with an objective',
    on: 'main',
    partition: 'DIRECTORY#OBJECTIVES',
    sort: { beginsWith: 'TENANT#' },
    returns: ['ObjectiveInDirectory'],
    gives: 'many',
    pageSize: 1_000,
    usage: { callsPerDay: 100, items: 40 },
  },
} as const satisfies Record<string, PatternDeclaration>;

export const objectiveSamples: readonly SampleItem[] = [
  {
    PK: 'DIRECTORY#OBJECTIVES',
    SK: 'TENANT#northwind#PROJECT#freight-invoices#WORKFLOW#carrier-invoices',
    version: 1,
    createdAt: '2026-11-12T16:20:00.000Z',
    updatedAt: '2026-11-12T16:20:00.000Z',
  },
];
