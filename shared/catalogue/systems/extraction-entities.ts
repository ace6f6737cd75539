import type { AttributeDeclaration, EntityDeclaration } from '../declaration.ts';
import { commonAttributes } from './extraction-attributes.ts';
import { objectiveAttributes } from './extraction-objectives.ts';
import { decidedByRules, reviewAttributes } from './extraction-rules.ts';

const thresholdAttributes = {
  confidenceThreshold: { type: 'number', about: 'A document that scores below it has failed.' },
  reviewThreshold: { type: 'number', about: 'A document that scores below it goes to a reviewer.' },
} as const satisfies Record<string, AttributeDeclaration>;

/** Items in any other status have no keys in GSI2. */
export const statusesInIndex = ['PROCESSING', 'FAILED', 'REVIEW_REQUIRED'] as const;

/** The sizes were counted on items with names of usual length. */
export const peopleEntities = {
  TenantInDirectory: {
    table: 'main',
    about: 'A relationship item for each tenant, so that tenants can be listed without a scan.',
    keys: { PK: 'DIRECTORY#TENANTS', SK: 'TENANT#{tenantId}' },
    attributes: { ...commonAttributes, name: { type: 'text' }, plan: { type: 'text' } },
    tenantless: 'It is the list of the tenants itself, and holds only their names and plans.',
    bytes: 200,
  },
  Tenant: {
    table: 'main',
    keys: { PK: 'TENANT#{tenantId}', SK: 'METADATA' },
    attributes: { ...commonAttributes, name: { type: 'text' }, plan: { type: 'text' } },
    bytes: 200,
  },
  User: {
    table: 'main',
    about: 'A person, who may work for several tenants.',
    keys: { PK: 'USER#{userId}', SK: 'PROFILE', GSI1PK: '{email:email}', GSI1SK: 'USER#{userId}' },
    attributes: {
      ...commonAttributes,
      name: { type: 'text' },
      email: { type: 'e-mail', private: 'an e-mail address' },
      // Without it an e-mail address leads to a person, but not to the tenants whose batches are wanted.
      tenantIds: { type: 'text set', optional: true, about: 'The tenants this person works for.' },
      GSI1PK: { type: 'e-mail', private: 'an e-mail address', about: 'The address again, as a key.' },
    },
    tenantless: 'A person may belong to several tenants; "user in tenant" items say to which.',
    bytes: 300,
  },
  UserInTenant: {
    table: 'main',
    keys: { PK: 'TENANT#{tenantId}', SK: 'USER#{userId}' },
    attributes: {
      ...commonAttributes,
      name: { type: 'text' },
      role: { type: 'text', oneOf: ['support', 'reviewer', 'admin'] },
    },
    bytes: 200,
  },
} as const satisfies Record<string, EntityDeclaration>;

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
      ...reviewAttributes,
      ...objectiveAttributes,
      schema: {
        type: 'map',
        about:
          'The fields to read, by name, each with what its value is: text, date, money, number, iban, vat (a VAT number), enum:EUR|GBP (one of these) or /^HPF-\\d+$/ (written like this). Anything else is text.',
      },
      webhookUrl: { type: 'text', optional: true, about: 'Who is told when a run has ended.' },
    },
    // The size covers a schema of 20 fields at 60 bytes each, plus the rest.
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
      runEnds: {
        type: 'map',
        optional: true,
        about:
          'When each of its executions ended, first and last, and the status that the first end gave to the batch, by the number of the run.',
      },
      executionArn: { type: 'text', optional: true, about: 'Not there before the first run.' },
      submittedBy: { type: 'text' },
      causes: {
        type: 'map',
        optional: true,
        about:
          'Why its documents failed, by cause: how many stand failed for it now, stage, code and pattern. At most 20; further ones count as "other".',
      },
      failures: {
        type: 'map',
        optional: true,
        about: 'How often documents became FAILED, by hour and cause, with the first and last time.',
      },
    },
    status: {
      attribute: 'status',
      // The status is recomputed whenever a document ends or is decided, so one final status may become another.
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
      GSI1PK: 'PERSON#{assignedTo}#REVIEW',
      GSI1SK: '{assignedAt:time}',
      GSI2PK: 'TENANT#{tenantId}#BATCH#{batchId}#STATUS#{status}',
      GSI2SK: '{statusSince:time}',
    },
    sparse: { GSI1: 'while it waits for review and was handed to a person', GSI2: inIndexWhile },
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
      // The details of the checks quote the values.
      checks: { type: 'list', optional: true, private: 'extracted values' },
      resultsAt: {
        type: 'map',
        optional: true,
        about: 'Where in S3 fields, line items and checks are when they are too large for an item.',
      },
      usage: { type: 'map', optional: true, about: 'What each stage consumed.' },
      earlierUsage: {
        type: 'map',
        optional: true,
        about: 'What each stage consumed in earlier runs, by the number of the run.',
      },
      earlierCauses: {
        type: 'map',
        optional: true,
        about: 'By run, why it failed in earlier ones, so that the cost of a cause is known.',
      },
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
        // The next reviewer must not have seen it. A person who may reveal values may be that reviewer, so it is a
        // secret.
        secret: 'what a reviewer has decided, unseen by the next',
        about:
          'Where two people have to decide: what the first has, or two that differ until a third decides.',
      },
      differs: { type: 'list', optional: true, about: 'Where two opinions differ.' },
      ...decidedByRules,
      filed: {
        type: 'map',
        optional: true,
        about:
          'Of a rejected document whose pages were filed as new ones: elsewhere, divided or joined, and the keys of the new documents.',
      },
      madeOf: {
        type: 'list',
        optional: true,
        about:
          'Of a document that was filed: the documents that its pages are from, in the order of its pages.',
      },
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
      // Only a reprocess leads back to PROCESSING.
      moves: {
        QUEUED: ['PROCESSING'],
        PROCESSING: ['SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'],
        REVIEW_REQUIRED: ['SUCCEEDED', 'REJECTED'],
        FAILED: ['PROCESSING'],
        REJECTED: ['PROCESSING'],
        SUCCEEDED: ['PROCESSING'],
      },
    },
    // It has 12 fields, 13 lines of a table and the rest, which is the average in the sandbox.
    bytes: 3_500,
    // Larger values go to S3, before they reach the 400 KB limit of an item.
    largestBytes: 360_000,
  },
} as const satisfies Record<string, EntityDeclaration>;

/** Records that the pipeline keeps for itself, and for finding out later what it did. */
export const pipelineEntities = {
  WebhookDelivery: {
    table: 'main',
    about: 'What became of telling a customer that a run has ended; one for each message.',
    keys: { PK: 'TENANT#{tenantId}#BATCH#{batchId}', SK: 'DELIVERY#{messageId}' },
    attributes: {
      ...commonAttributes,
      run: { type: 'number' },
      url: { type: 'text' },
      messageId: { type: 'text', about: 'In the webhook queue, and in its dead-letter queue.' },
      attempts: { type: 'number' },
      outcome: { type: 'text', oneOf: ['delivered', 'refused', 'no answer'] },
      status: { type: 'number', optional: true, about: 'As the customer answered.' },
    },
    bytes: 500,
  },
  MessageFailure: {
    table: 'main',
    about: 'Why a message could not be used. It keeps its id when it becomes a dead letter.',
    keys: { PK: 'MESSAGE#{messageId}', SK: 'FAILURE' },
    attributes: {
      ...commonAttributes,
      queue: { type: 'text' },
      stage: { type: 'text', oneOf: ['ingest', 'webhook'] },
      code: { type: 'text' },
      message: { type: 'text' },
      attempts: { type: 'number' },
      tenantId: {
        type: 'text',
        optional: true,
        about: 'Not there where the message did not say whose it is.',
      },
      batchId: { type: 'text', optional: true },
      documentId: { type: 'text', optional: true },
    },
    tenantless: 'A dead letter is known by its id alone; whose it is stands beside, where that is known.',
    bytes: 500,
  },
  RememberedRequest: {
    table: 'main',
    about: 'The answer to a change, so that the same Idempotency-Key gets it again for 24 hours.',
    keys: { PK: 'CALLER#{callerId}', SK: 'REQUEST#{idempotencyKey}' },
    attributes: {
      ...commonAttributes,
      fingerprint: {
        type: 'text',
        // The hash of a short body can be reversed by guessing.
        secret: 'a hash of what was asked, corrections among it',
        about: 'Of the request: another one with the same key is refused.',
      },
      note: { type: 'text', optional: true, about: 'What a long change has begun with.' },
      status: { type: 'number', optional: true, about: 'Not there before it has been answered.' },
      body: { type: 'text', optional: true, private: 'an answer, with extracted values' },
    },
    tenantless: 'A caller may work for several tenants, and chooses the key.',
    bytes: 1_500,
    // A larger answer is not stored. It is built again from the items it was about.
    largestBytes: 351_000,
  },
  AuditHead: {
    table: 'main',
    about: 'The head of a console’s audit chain, so that a chain cut short shows.',
    keys: { PK: 'CALLER#{callerId}', SK: 'AUDIT#{chain}#{place}' },
    attributes: {
      ...commonAttributes,
      chain: { type: 'text' },
      sequence: { type: 'number' },
      hash: { type: 'text' },
    },
    tenantless: 'It tells of a console, which may be used for several tenants.',
    bytes: 350,
  },
} as const satisfies Record<string, EntityDeclaration>;
