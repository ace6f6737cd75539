import type { EntityDeclaration } from '../../declaration.ts';
import { commonAttributes } from './common-attributes.ts';

/** What the pipeline notes for itself and for whoever has to find out what it did. */
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
        // A short body can be guessed by its hash.
        secret: 'a hash of what was asked, corrections among it',
        about: 'Of the request: another one with the same key is refused.',
      },
      note: { type: 'text', optional: true, about: 'What a long change has begun with.' },
      status: { type: 'number', optional: true, about: 'Not there before it has been answered.' },
      body: { type: 'text', optional: true, private: 'an answer, with extracted values' },
    },
    tenantless: 'A caller may work for several tenants, and chooses the key.',
    bytes: 1_500,
    // Beyond this the answer is told again from what it was about.
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
