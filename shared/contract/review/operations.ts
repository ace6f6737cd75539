import { z } from 'zod';
import { command, nothing, query } from '../define.ts';
import { accuracyInput, accuracySchema } from './accuracy.ts';
import {
  checkInput,
  decideInput,
  deskSchema,
  draftSchema,
  handOverInput,
  outcomeAnswer,
  seenInput,
} from './decisions.ts';
import { reviewDocumentSchema, reviewFileSchema, reviewKeyInput } from './document.ts';
import { queueInput, queuePageSchema, sampleInput, samplePageSchema } from './queue.ts';

const roles = ['reviewer', 'admin'] as const;

/** Deciding what the readers were unsure of. What is decided goes through the pipelines' own API. */
export const reviewOperations = {
  'review.queue': query({
    does: 'Lists the documents that wait for review, those first that wait longest, over all batches.',
    input: queueInput,
    output: queuePageSchema,
    roles,
  }),
  'review.sample': query({
    does: 'Picks one in so many of the documents that were accepted without a person, for a check of quality.',
    input: sampleInput,
    output: samplePageSchema,
    roles,
  }),
  'review.read': command({
    does: 'Reads a document with its values, to be reviewed; who read it is audited.',
    input: reviewKeyInput,
    output: reviewDocumentSchema,
    roles,
    remembered: false,
    writes: false,
  }),
  'review.file': query({
    does: 'Reads the file of a document from S3, so that its pages can be drawn.',
    input: reviewKeyInput,
    output: reviewFileSchema,
    roles,
  }),
  'review.claim': command({
    does: 'Takes a document for ten minutes, or holds on to it for ten more.',
    input: seenInput,
    output: outcomeAnswer,
    roles,
    // Its answer may hold a document with its values.
    remembered: false,
  }),
  'review.release': command({
    does: 'Gives a document back that was claimed.',
    input: seenInput,
    output: outcomeAnswer,
    roles,
    // Its answer may hold a document with its values.
    remembered: false,
  }),
  'review.decide': command({
    does: 'Approves a document with its corrections, or rejects it with a reason.',
    input: decideInput,
    output: outcomeAnswer,
    roles,
    remembered: false,
  }),
  'review.undo': command({
    does: 'Takes the own decision back while it is held.',
    input: seenInput,
    output: outcomeAnswer,
    roles,
    // Its answer may hold a document with its values.
    remembered: false,
  }),
  'review.handOver': command({
    does: 'Gives a document to a colleague, with a word.',
    input: handOverInput,
    output: outcomeAnswer,
    roles,
    remembered: false,
  }),
  'review.check': command({
    does: 'Notes what a check of quality has found in a document that was accepted without a person.',
    input: checkInput,
    output: outcomeAnswer,
    roles,
    remembered: false,
  }),
  'review.postpone': command({
    does: 'Sets a document aside for this person until a time, or takes that back.',
    input: reviewKeyInput.extend({
      fileName: z.string().max(1_024).nullable(),
      until: z.iso.datetime().nullable(),
    }),
    output: nothing,
    roles,
    writes: false,
  }),
  'review.saveDraft': command({
    does: 'Keeps what was typed of a document on this machine, or drops it.',
    input: z.strictObject({ key: reviewKeyInput, draft: draftSchema.nullable() }),
    output: nothing,
    roles,
    audited: false,
    remembered: false,
    writes: false,
  }),
  'review.desk': query({
    does: 'Reads the drafts, what is set aside, and what this person has done today.',
    input: nothing,
    output: deskSchema,
    roles,
  }),
  'review.accuracy': query({
    does: 'Says how often the readers were right, by field and score, as reviewers have found.',
    input: accuracyInput,
    output: accuracySchema,
  }),
} as const;
