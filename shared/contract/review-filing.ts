import { z } from 'zod';
import { reviewers } from './allowed-roles.ts';
import { command, nothing, query } from './define.ts';
import { text } from './pipeline-items.ts';
import { filingSchema, outcomeAnswer, typedInput } from './review-document.ts';

export const refileInput = typedInput.extend({
  ...filingSchema.shape,
  reason: z.string().trim().min(1).max(500),
  intentKey: z.string().regex(/^[A-Za-z0-9-]{8,64}$/),
});
export type RefileInput = z.infer<typeof refileInput>;

/** Operations for documents that are of another type, that are several in one file, or one in several files. */
export const filingOperations = {
  'review.filing': query({
    does: 'Tells whether the pipelines of this connection can file, divide and join documents.',
    input: nothing,
    output: z.strictObject({
      /** The reason why they cannot, as a sentence; null if they can. */
      whyNot: text,
    }),
    roles: reviewers,
  }),
  'review.refile': command({
    does: 'Closes a document, and submits its pages as new documents: in another workflow, divided or joined.',
    input: refileInput,
    output: outcomeAnswer,
    roles: reviewers,
    // The answer may contain a document with its values, so it is not remembered.
    remembered: false,
  }),
} as const;
