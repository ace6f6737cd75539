import type { AttributeDeclaration, EntityDeclaration } from '../../declaration.ts';
import { commonAttributes } from './common-attributes.ts';

const event = {
  ...commonAttributes,
  actor: { type: 'text', about: 'A user, or the part of the pipeline that did it.' },
  reason: { type: 'text', optional: true },
  requestId: { type: 'text', optional: true },
} as const satisfies Record<string, AttributeDeclaration>;

/** An item for each thing that happened. Ids are ULIDs, so their order is that of time. */
export const historyEntities = {
  DocumentEvent: {
    table: 'main',
    about: 'One line of a passport: reprocess, redrive, claim, review, check.',
    keys: { PK: 'TENANT#{tenantId}#DOCUMENT#{documentId}', SK: 'EVENT#{eventId:ulid}' },
    attributes: {
      ...event,
      what: {
        type: 'text',
        oneOf: [
          'ingested',
          'processed',
          'failed',
          'claimed',
          'released',
          'handed over',
          'first opinion',
          'opinions differ',
          'approved',
          'rejected',
          'undone',
          'checked',
          'reprocessed',
          'message redriven',
          'execution redriven',
        ],
      },
      batchId: { type: 'text', optional: true },
      run: { type: 'number', optional: true },
      stage: { type: 'text', optional: true, oneOf: ['textract', 'gap-fill', 'verify'] },
      before: { type: 'map', optional: true, private: 'extracted values' },
      after: { type: 'map', optional: true, private: 'extracted values' },
    },
    bytes: 450,
  },
  WorkflowEvent: {
    table: 'main',
    about: 'A change of a workflow, with what it was before.',
    keys: { PK: 'TENANT#{tenantId}#WORKFLOW#{workflowId}', SK: 'EVENT#{eventId:ulid}' },
    attributes: {
      ...event,
      what: {
        type: 'text',
        oneOf: ['created', 'thresholds changed', 'schema changed', 'second review changed'],
      },
      before: { type: 'map', optional: true },
      after: { type: 'map', optional: true },
    },
    bytes: 450,
  },
} as const satisfies Record<string, EntityDeclaration>;
