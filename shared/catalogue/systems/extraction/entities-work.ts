import type { AttributeDeclaration, EntityDeclaration } from '../../declaration.ts';
import { commonAttributes, thresholdAttributes } from './common-attributes.ts';

const inIndexWhile =
  'while it is PROCESSING, FAILED or REVIEW_REQUIRED; taken off some time after it has ended, so absence proves nothing';

const secondReview = {
  type: 'text',
  optional: true,
  oneOf: ['blind'],
  about:
    'Each document is decided by two people, neither of whom sees what the other has decided. Of a batch: as its workflow asked when it was submitted.',
} as const satisfies AttributeDeclaration;

export const workEntities = {
  Project: {
    table: 'main',
    keys: { PK: 'TENANT#{tenantId}', SK: 'PROJECT#{projectId}' },
    attributes: {
      ...commonAttributes,
      name: { type: 'text' },
      batchCount: { type: 'number', about: 'Raised in the transaction that submits a batch.' },
    },
    bytes: 250,
  },
  Workflow: {
    table: 'main',
    about: 'Which fields to read, and how sure to be of them.',
    keys: {
      PK: 'TENANT#{tenantId}#PROJECT#{projectId}',
      SK: 'WORKFLOW#{workflowId}',
      GSI1PK: 'TENANT#{tenantId}#PROJECT#{projectId}',
      GSI1SK: '{updatedAt:time}',
    },
    attributes: {
      ...commonAttributes,
      ...thresholdAttributes,
      name: { type: 'text' },
      secondReview,
      schema: {
        type: 'map',
        about:
          'The fields to read, by name, each with what its value is: text, date, money, number, iban, vat (a VAT number), enum:EUR|GBP (one of these) or /^HPF-\\d+$/ (written like this). Anything else is text.',
      },
      webhookUrl: { type: 'text', optional: true, about: 'Who is told when a run has ended.' },
    },
    // A schema of 20 fields at 60 bytes, and the rest.
    bytes: 1_800,
    largestBytes: 20_000,
  },
  Batch: {
    table: 'main',
    keys: {
      PK: 'TENANT#{tenantId}#PROJECT#{projectId}',
      SK: 'BATCH#{batchId}',
      GSI2PK: 'TENANT#{tenantId}#STATUS#{status}',
      GSI2SK: '{statusSince:time}',
      GSI3PK: '{batchId}',
      GSI3SK: 'BATCH',
    },
    sparse: { GSI2: inIndexWhile },
    attributes: {
      ...commonAttributes,
      ...thresholdAttributes,
      status: { type: 'text', oneOf: ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'] },
      statusSince: { type: 'time', optional: true, about: 'Its place in GSI2, as with documents.' },
      counts: { type: 'map', about: 'How many documents are in each status.' },
      documentCount: { type: 'number' },
      received: {
        type: 'number',
        about: 'How many of its files have arrived; its run begins with the last.',
      },
      workflowId: { type: 'text' },
      secondReview,
      run: { type: 'number', about: 'The newest; part of the name of its execution. 0 before the first.' },
      runs: { type: 'map', about: 'How each of its executions went, by the number of the run.' },
      executionArn: { type: 'text', optional: true, about: 'Not there before the first run.' },
      submittedBy: { type: 'text' },
    },
    status: {
      attribute: 'status',
      // Recomputed whenever a document ends or is decided, so an end may become another.
      moves: {
        QUEUED: ['PROCESSING'],
        PROCESSING: ['SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'],
        REVIEW_REQUIRED: ['SUCCEEDED', 'FAILED', 'PROCESSING'],
        FAILED: ['SUCCEEDED', 'REVIEW_REQUIRED', 'PROCESSING'],
        SUCCEEDED: ['PROCESSING'],
      },
    },
    bytes: 800,
  },
  Document: {
    table: 'main',
    keys: {
      PK: 'TENANT#{tenantId}#BATCH#{batchId}',
      SK: 'DOCUMENT#{documentId}',
      GSI2PK: 'TENANT#{tenantId}#BATCH#{batchId}#STATUS#{status}',
      GSI2SK: '{statusSince:time}',
    },
    sparse: { GSI2: inIndexWhile },
    attributes: {
      ...commonAttributes,
      status: {
        type: 'text',
        oneOf: ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED', 'REJECTED'],
      },
      statusSince: {
        type: 'time',
        optional: true,
        about: 'Its place in GSI2. Where it is left out, updatedAt was.',
      },
      fileName: { type: 'text' },
      objectKey: { type: 'text', about: 'Where its file lies.' },
      run: { type: 'number', about: 'Of its batch, the one that is to process it, or has.' },
      receivedAt: { type: 'time', optional: true, about: 'When its file arrived.' },
      score: { type: 'number', optional: true, about: 'From 0 to 1; set against the two thresholds.' },
      stage: { type: 'text', optional: true, oneOf: ['textract', 'gap-fill', 'verify'] },
      error: { type: 'map', optional: true, about: 'The stage, the code and the message.' },
      fields: {
        type: 'map',
        optional: true,
        private: 'extracted values',
        about: 'Each field with its value, its confidence, its place on the page and what read it.',
      },
      lineItems: { type: 'list', optional: true, private: 'extracted values' },
      // Their details quote the values.
      checks: { type: 'list', optional: true, private: 'extracted values' },
      resultsAt: {
        type: 'map',
        optional: true,
        about: 'Where in S3 fields, line items and checks are when they are too large for an item.',
      },
      usage: { type: 'map', optional: true, about: 'What each stage consumed.' },
      claimedBy: { type: 'text', optional: true },
      claimExpiresAt: { type: 'time', optional: true },
      reviewedBy: { type: 'text', optional: true },
      reviewedAt: { type: 'time', optional: true },
      decision: { type: 'text', optional: true, oneOf: ['approve', 'reject'] },
      holdUntil: { type: 'time', optional: true, about: 'Until then the review can be undone.' },
      undo: {
        type: 'map',
        optional: true,
        private: 'extracted values',
        about: 'What it was before the review.',
      },
      assignedTo: { type: 'text', optional: true, about: 'Handed to; others may still take it.' },
      assignedBy: { type: 'text', optional: true },
      assignedNote: { type: 'text', optional: true },
      assignedAt: { type: 'time', optional: true },
      opinions: {
        type: 'list',
        optional: true,
        // Who decides next must not have seen it, and who may reveal something may be the one to decide next.
        secret: 'what a reviewer has decided, unseen by the next',
        about:
          'Where two people have to decide: what the first has, or two that differ until a third decides.',
      },
      differs: { type: 'list', optional: true, about: 'Where two opinions differ.' },
      checkedBy: {
        type: 'text',
        optional: true,
        about: 'Who has looked at it after it was accepted without a person.',
      },
      checkedAt: { type: 'time', optional: true },
      found: {
        type: 'map',
        optional: true,
        private: 'extracted values',
        about: 'What the check found instead of what was read, by field; nothing where all of it is right.',
      },
    },
    status: {
      attribute: 'status',
      // Back to PROCESSING by reprocess only.
      moves: {
        QUEUED: ['PROCESSING'],
        PROCESSING: ['SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'],
        REVIEW_REQUIRED: ['SUCCEEDED', 'REJECTED'],
        FAILED: ['PROCESSING'],
        REJECTED: ['PROCESSING'],
        SUCCEEDED: ['PROCESSING'],
      },
    },
    // 12 fields, 13 lines of a table and the rest, as the sandbox has them in the mean.
    bytes: 3_500,
    // Beyond this the values go to S3, short of the 400 KB that an item may have.
    largestBytes: 360_000,
  },
} as const satisfies Record<string, EntityDeclaration>;
