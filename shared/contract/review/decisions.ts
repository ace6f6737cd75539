import { z } from 'zod';
import { documentStatus, id, text } from '../triage/words.ts';
import { correctionSchema, place, reviewDocumentSchema, reviewKeyInput, reviewStep } from './document.ts';

/** The version that was seen: what has changed since is not overwritten. */
export const seenInput = reviewKeyInput.extend({ version: z.int() });

/** Chosen by the page and kept with the draft: the same intent has the same key, after a crash too. */
const intentKey = z.string().regex(/^[A-Za-z0-9-]{8,64}$/);
const reason = z.string().trim().min(1).max(500);

export const decideInput = seenInput.extend({
  decision: z.enum(['approve', 'reject']),
  corrections: z.array(correctionSchema).max(500),
  /** Of a rejection; of an approval a comment. */
  reason: reason.nullable(),
  intentKey,
  /** How long a person looked at it; for their own median. */
  seconds: z.number().min(0).max(86_400),
});

export const handOverInput = seenInput.extend({ to: id, note: reason.nullable(), intentKey });
export const checkInput = seenInput.extend({
  /** What was found wrong; nothing: all of it is right. */
  corrections: z.array(correctionSchema).max(500),
  intentKey,
  seconds: z.number().min(0).max(86_400),
});

/** What became of an action on one document. A lost race is an outcome, not a failure: the page has to show it. */
export const outcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('done'),
    version: z.int(),
    status: documentStatus.nullable(),
    step: reviewStep,
    claimExpiresAt: text,
    /** Until then it can be taken back. */
    holdUntil: text,
    /** With a second review: whether it agrees with the first, or a third has to decide. */
    differs: z.array(z.string()),
  }),
  /** Somebody else holds it. */
  z.strictObject({ kind: z.literal('held'), by: z.string(), until: text }),
  /** It has changed: as it is now, with the winner's values. */
  z.strictObject({ kind: z.literal('changed'), document: reviewDocumentSchema }),
  /** This person may not: the same one twice, not theirs to undo, the hold is over. */
  z.strictObject({ kind: z.literal('refused'), problem: z.string(), message: z.string() }),
  /** No certain answer. The same key again finds out. */
  z.strictObject({ kind: z.literal('unclear'), message: z.string() }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
export const outcomeAnswer = z.strictObject({ outcome: outcomeSchema });

const edit = z.union([
  z.strictObject({ kind: z.literal('value'), value: z.string().max(2_000) }),
  z.strictObject({ kind: z.literal('unreadable') }),
  /** As it was read, and a person has looked at it. */
  z.strictObject({ kind: z.literal('accepted') }),
]);
export type Edit = z.infer<typeof edit>;

/** What a person has made of a document so far. */
export const draftSchema = z.strictObject({
  key: reviewKeyInput,
  fileName: text,
  version: z.int(),
  edits: z.record(place, edit),
  comment: z.string().max(500),
  /** Of the decision that this draft becomes. */
  intentKey,
  /** It was sent, and no certain answer came. */
  sent: z
    .strictObject({
      kind: z.enum(['approve', 'reject', 'check', 'hand-over']),
      reason: reason.nullable(),
      to: id.nullable(),
      at: z.iso.datetime(),
    })
    .nullable(),
  savedAt: z.iso.datetime(),
});
export type Draft = z.infer<typeof draftSchema>;

export const postponedSchema = z.strictObject({
  key: reviewKeyInput,
  fileName: text,
  until: z.iso.datetime(),
});

export const deskSchema = z.strictObject({
  drafts: z.array(draftSchema),
  postponed: z.array(postponedSchema),
  today: z.strictObject({
    approved: z.int(),
    rejected: z.int(),
    /** Those among them with a correction. */
    corrected: z.int(),
    checked: z.int(),
    handedOver: z.int(),
    undone: z.int(),
    /** Null before the third decision: fewer say nothing. */
    medianSeconds: z.number().nullable(),
    of: z.int(),
  }),
});
export type Desk = z.infer<typeof deskSchema>;
