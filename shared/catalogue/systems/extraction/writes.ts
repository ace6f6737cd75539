import type { WriteDeclaration } from '../../declaration.ts';

/**
 * The pipeline's own, for 5,000 documents a day in 50 batches of 100, of which 600 go to a reviewer. No source gives
 * units: they are counted here, and a run of 100 documents in the sandbox consumes as many. 1 a KB, 2 in a transaction,
 * and 1 more a KB for what changes in an index. A document with its values has 4 KB; whatever changes its status
 * changes its batch with it.
 */
export const extractionWrites = {
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
    about: 'The item with its values, which leaves GSI2; the batch; a line of the passport.',
    callsPerDay: 5_000,
    wru: 15,
    items: { Document: 1, Batch: 1, DocumentEvent: 1 },
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
    about: 'The item, which leaves GSI2; the batch; a line of the passport; the answer.',
    callsPerDay: 600,
    wru: 28,
    items: { Document: 1, Batch: 1, DocumentEvent: 1, RememberedRequest: 1 },
  },
  deliverWebhook: {
    title: 'Deliver a webhook',
    about: 'What became of it.',
    callsPerDay: 50,
    wru: 1,
    items: { WebhookDelivery: 1 },
  },
} as const satisfies Record<string, WriteDeclaration>;
