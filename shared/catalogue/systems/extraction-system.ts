import {
  system,
  type ParameterDeclaration,
  type TableDeclaration,
  type WriteDeclaration,
} from '../declaration.ts';
import { peopleEntities, pipelineEntities, statusesInIndex, workEntities } from './extraction-entities.ts';
import {
  activityEntities,
  activityParameters,
  activityPatterns,
  historyEntities,
} from './extraction-activity.ts';
import { attentionEntities, attentionParameters, attentionPatterns } from './extraction-attention.ts';
import { correctionEntities, correctionPatterns } from './extraction-corrections.ts';
import { documentPatterns, morePatterns, pipelinePatterns, tenantPatterns } from './extraction-patterns.ts';
import { memoryEntities, memoryPatterns } from './extraction-memory.ts';
import { objectiveEntities, objectivePatterns } from './extraction-objectives.ts';
import { reviewerEntities, reviewerPatterns } from './extraction-reviewers.ts';
import { ruleEntities, ruleParameters, rulePatterns } from './extraction-rules.ts';
import { extractionSamples } from './extraction-samples.ts';
import { spendEntities, spendParameters, spendPatterns } from './extraction-spend.ts';

/**
 * The sources do not print the table's name. They call the system "autowired" and end its names with a stage, so that
 * is the convention. A connection may set another name.
 */
export const extractionTables = {
  main: {
    name: 'autowired-{stage}',
    about: 'Everything of the pipeline, on demand, with point-in-time recovery.',
    partition: { name: 'PK', type: 'S' },
    sort: { name: 'SK', type: 'S' },
    timeToLive: 'ttl',
    indexes: {
      GSI1: {
        partition: { name: 'GSI1PK', type: 'S' },
        sort: { name: 'GSI1SK', type: 'S' },
        projection: 'ALL',
        about:
          'A user by e-mail address, the workflows of a project by when they changed, batches of all tenants by how long a document has waited for review, tenants by day with what they consumed, and what people did by day.',
      },
      GSI2: {
        partition: { name: 'GSI2PK', type: 'S' },
        sort: { name: 'GSI2SK', type: 'S' },
        projection: 'ALL',
        about:
          'What is in progress or needs a person: batches of a tenant or of all tenants, and documents of a batch, by status; and what people did about a batch or a cause.',
      },
      GSI3: {
        partition: { name: 'GSI3PK', type: 'S' },
        sort: { name: 'GSI3SK', type: 'S' },
        projection: 'ALL',
        about:
          'A batch by its id alone, which is all that an execution or an alert knows, deliveries that were given up, and what a person did.',
      },
    },
  },
} as const satisfies Record<string, TableDeclaration>;

export const extractionParameters = {
  tenantId: { label: 'Tenant', example: 'northwind' },
  projectId: { label: 'Project', example: 'freight-invoices' },
  workflowId: { label: 'Workflow', example: 'carrier-invoices' },
  batchId: { label: 'Batch', example: 'batch-01M7SJ8EE04C' },
  documentId: { label: 'Document', example: 'doc-01M7SJ8EE0A2' },
  userId: { label: 'User', example: 'user-maya-ortiz' },
  email: { label: 'E-mail address', example: 'maya.ortiz@northwind.example' },
  status: {
    label: 'Status',
    about: 'Other statuses have no index; ask for all documents of a batch instead.',
    oneOf: statusesInIndex,
    example: 'FAILED',
  },
  messageId: { label: 'Message', example: 'c9e3f6d2-8b54-4f0b-8f3d-52b1a7e09f42' },
  callerId: {
    label: 'Caller',
    about: 'As the API knows them: the "sub" of their token.',
    example: 'user-maya-ortiz',
  },
  idempotencyKey: { label: 'Idempotency key', example: '0f4c1d9a-6b7e-4c62-9a55-3b1f0d8e7a20' },
  before: { label: 'Before', example: '2026-11-20T00:00:00.000Z' },
  from: { label: 'From', example: '2026-11-19T00:00:00.000Z' },
  to: { label: 'To', example: '2026-11-20T00:00:00.000Z' },
  ...attentionParameters,
  ...spendParameters,
  ...activityParameters,
  ...ruleParameters,
} as const satisfies Record<string, ParameterDeclaration>;

/**
 * The pipeline's own writes, for 5,000 documents a day in 50 batches of 100, of which 600 go to a reviewer. No source
 * gives units, so they are counted here, and a run of 100 documents in the sandbox consumes the same number. A write
 * takes 1 unit a KB, 2 in a transaction, and 1 more a KB for what changes in an index. A document with its values has 4
 * KB, and each change of its status changes its batch too.
 */
const extractionWrites = {
  submitBatch: {
    title: 'Submit a batch',
    about:
      'One transaction of 100 actions: the batch with its entry in GSI3, the project’s counter, the answer to be remembered and 97 documents. The other 3 are put before it.',
    callsPerDay: 50,
    wru: 204,
    items: { Batch: 1, Document: 100, Project: 1, RememberedRequest: 1 },
  },
  ingestFile: {
    title: 'Take in a file',
    about: 'The first line of the passport, when the file came, and one more in the batch.',
    callsPerDay: 5_000,
    wru: 7,
    items: { DocumentEvent: 1, Document: 1, Batch: 1 },
  },
  startDocument: {
    title: 'Start a document',
    about: 'The item goes to PROCESSING and into GSI2; the batch, in its indexes too, follows.',
    callsPerDay: 5_000,
    wru: 7,
    items: { Document: 1, Batch: 1 },
  },
  nextStage: {
    title: 'Go on to a stage',
    about: 'The second and the third: the item, in GSI2 too.',
    callsPerDay: 10_000,
    wru: 3,
    items: { Document: 1 },
  },
  endDocument: {
    title: 'End a document',
    about:
      'The item with its values, which leaves GSI2; the batch; a line of the passport; an accepted one under its supplier and number.',
    callsPerDay: 5_000,
    wru: 17,
    items: { Document: 1, Batch: 1, DocumentEvent: 1, AcceptedInvoice: 1 },
  },
  claimDocument: {
    title: 'Claim a document',
    about: 'The item, in GSI2 too, a line of the passport, and the answer, which holds the document.',
    callsPerDay: 600,
    wru: 24,
    items: { Document: 1, DocumentEvent: 1, RememberedRequest: 1 },
  },
  reviewDocument: {
    title: 'Review a document',
    about:
      'The item, which leaves GSI2; the batch; a line of the passport; the answer; an accepted one under its supplier and number; the counts of the day, and a corrected one.',
    callsPerDay: 600,
    wru: 36,
    items: {
      Document: 1,
      Batch: 1,
      DocumentEvent: 1,
      RememberedRequest: 1,
      AcceptedInvoice: 1,
      CorrectionsOfDay: 1,
      CorrectedDocument: 1,
    },
  },
  deliverWebhook: {
    title: 'Deliver a webhook',
    about: 'What became of it.',
    callsPerDay: 50,
    wru: 1,
    items: { WebhookDelivery: 1 },
  },
  keepSpend: {
    title: 'Keep the spend of a run',
    about:
      'One transaction when it has ended: its own item, its tenant’s day in GSI1 too, the day of all tenants, and the day of its workflow and of two causes.',
    callsPerDay: 50,
    wru: 13,
    items: { RunSpend: 1, SpendOfTenant: 1, SpendOfDay: 1, SpendOfWorkflow: 1, SpendOfCause: 2 },
  },
  keepAttention: {
    title: 'Keep attention',
    about:
      'A batch is kept once in five seconds of work, and once for each review: its item, with a new place in GSI2.',
    callsPerDay: 3_750,
    wru: 3,
    items: { Attention: 1 },
  },
  countCause: {
    title: 'Count a cause',
    about: 'In one transaction: the item, and the rows of the day for the tenant and for all.',
    callsPerDay: 100,
    wru: 7,
    items: { Attention: 1, CauseOfTenant: 1, CauseOfDay: 1 },
  },
  sayProgress: {
    title: 'Say how far attention is',
    about: 'Once a call of the function, in which several batches are kept.',
    callsPerDay: 3_750,
    wru: 1,
    items: { AttentionState: 1 },
  },
} as const satisfies Record<string, WriteDeclaration>;

/**
 * The hierarchy is tenant → project → workflow and batch → document, in one table with three indexes (domain, section
 * 1).
 */
export const extraction = system({
  id: 'extraction',
  name: 'Extraction',
  about: 'Batches of documents whose fields are read by Textract and Bedrock, for many tenants.',
  tenant: 'tenantId',
  tables: extractionTables,
  entities: {
    ...peopleEntities,
    ...workEntities,
    ...historyEntities,
    ...pipelineEntities,
    ...attentionEntities,
    ...spendEntities,
    ...activityEntities,
    ...ruleEntities,
    ...memoryEntities,
    ...objectiveEntities,
    ...reviewerEntities,
    ...correctionEntities,
  },
  patterns: {
    ...tenantPatterns,
    ...documentPatterns,
    ...morePatterns,
    ...pipelinePatterns,
    ...attentionPatterns,
    ...spendPatterns,
    ...activityPatterns,
    ...rulePatterns,
    ...memoryPatterns,
    ...objectivePatterns,
    ...reviewerPatterns,
    ...correctionPatterns,
  },
  parameters: extractionParameters,
  writes: extractionWrites,
  examplesWrittenOn: '2026-11-20',
  samples: extractionSamples,
});
