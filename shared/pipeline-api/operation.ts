import { z } from 'zod';
import type { Role } from '../contract/define.ts';
import { longestNote, mostFacts, mostBatchesNamed } from '../domain/activity-kinds.ts';
import { batchStatuses, documentStatuses } from '../domain/statuses.ts';
import type { ProblemCode } from './problem.ts';

/** Describes one call of the pipelines' own API. */
export interface ApiOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** The path below the base address; `{name}` is a parameter. */
  readonly path: string;
  readonly summary: string;
  /** `anonymous` means that the call needs no sign-in. */
  readonly who: 'anonymous' | 'everyone' | readonly Role[];
  /**
   * The data belongs to no tenant, so only people who see all tenants may call this (decision 015). The text says why,
   * as the first half of a sentence.
   */
  readonly ofNoTenant?: string;
  readonly params?: z.ZodObject;
  /** The call makes what its path names, so nothing can be missing there. */
  readonly makesMissing?: true;
  readonly body?: z.ZodType;
  readonly answers: { readonly status: 200 | 201 | 202; readonly schema: z.ZodType };
  /** Changes carry an Idempotency-Key. A change to one item also carries the item's version. */
  readonly changes?: 'something' | 'an item';
  /** The problems in addition to those that every call may return. */
  readonly problems?: readonly ProblemCode[];
}

/** A change that takes no body may still be sent with an empty one, as many clients do. */
export const emptyBody = z.strictObject({});

/** The largest body that is read, in bytes. */
export const longestBody = 1_048_576;

export const idempotencyKeySchema = z.string().regex(/^[\u0021-\u007e]{1,255}$/);
/** Accepts one strong entity tag: the version in quotes. */
export const ifMatchSchema = z.string().regex(/^"[\u0021\u0023-\u007e]{1,64}"$/);

/**
 * Ids are chosen by the client that makes them. They become parts of keys, so they may not contain the separator of
 * keys. They also become parts of addresses, percent-encoded, where "." and ".." would name another place and a lone
 * surrogate has no encoding.
 */
export const idSchema = z
  .string()
  .max(256)
  .regex(/^(?!\.{1,2}$)[^#]+$/)
  .refine((id) => !/\p{Surrogate}/u.test(id), 'half of a character');

/** The name of an audit chain, as the console names its files. */
export const chainSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/);

/** Tells whether the API can be called about this id at all. */
export function isCallable(id: string): boolean {
  return idSchema.safeParse(id).success;
}

/** The reason a plan gives for leaving out an id that the API cannot be called about. */
export const notCallable =
  'The pipeline API cannot be called about an id that is "." or "..", longer than 256 characters, or has a "#" or half of a character in it';
export const fileNameSchema = z
  .string()
  .min(1)
  .max(255)
  // oxlint-disable-next-line no-control-regex -- these are the characters that a file name may not have
  .regex(/^[^\u0000-\u001f\u007f/\\]+$/, 'a file name without slashes and control characters');
export const reasonSchema = z.string().trim().min(1).max(500);
export const shareSchema = z.number().min(0).max(1);
export const timeSchema = z.iso.datetime();
export const dateSchema = z.iso.date();

const fieldSchema = z.looseObject({ value: z.string(), confidence: shareSchema, readBy: z.string() });

const opinionSchema = z.looseObject({
  by: z.string(),
  at: timeSchema,
  decision: z.enum(['approve', 'reject']),
  corrections: z.array(z.looseObject({ field: z.string() })),
  reason: z.string().optional(),
});

/**
 * A document as the API returns it: the attributes of its item, with its ids next to them. Documents that were imported
 * by hand may lack a name and may have fields of any form.
 */
export const documentSchema = z.looseObject({
  tenantId: idSchema,
  batchId: idSchema,
  documentId: idSchema,
  version: z.number().int(),
  status: z.enum(documentStatuses),
  fileName: z.string().optional(),
  updatedAt: timeSchema,
  score: z.number().optional(),
  fields: z.record(z.string(), fieldSchema.or(z.unknown())).optional(),
  claimedBy: z.string().optional(),
  claimExpiresAt: timeSchema.optional(),
  reviewedBy: z.string().optional(),
  holdUntil: timeSchema.optional(),
  assignedTo: z.string().optional(),
  assignedBy: z.string().optional(),
  assignedNote: z.string().optional(),
  assignedAt: timeSchema.optional(),
  /** Two differing opinions, shown to a third person. A single opinion is shown to no other reviewer. */
  opinions: z.array(opinionSchema).length(2).optional(),
  differs: z.array(z.string()).optional(),
  checkedBy: z.string().optional(),
  checkedAt: timeSchema.optional(),
});

export const workflowSchema = z.looseObject({
  tenantId: idSchema,
  projectId: idSchema,
  workflowId: idSchema,
  version: z.number().int(),
  name: z.string(),
  confidenceThreshold: shareSchema,
  reviewThreshold: shareSchema,
});

/** A cause of failures over all tenants, and who works on it. */
export const causeSchema = z.looseObject({
  fingerprint: z.string(),
  version: z.number().int(),
  firstAt: timeSchema,
  pattern: z.string(),
  workedOnBy: idSchema.optional(),
  workedOnSince: timeSchema.optional(),
  workNote: z.string().optional(),
});

/** Says who works on a batch. The version is 0 before anyone has. */
export const batchWorkSchema = z.looseObject({
  tenantId: idSchema,
  projectId: idSchema,
  batchId: idSchema,
  version: z.number().int(),
  workedOnBy: idSchema.optional(),
  workedOnSince: timeSchema.optional(),
  workNote: z.string().optional(),
});

/** The text of a note for colleagues. */
export const noteSchema = z.string().trim().min(1).max(longestNote);

/** One thing that a person did, as it is kept. */
export const activitySchema = z.looseObject({
  actionId: z.string(),
  at: timeSchema,
  personId: z.string(),
  operation: z.string(),
});

/** The ids that an action was about. */
const actionIdsSchema = z
  .strictObject({
    tenantId: idSchema,
    projectId: idSchema,
    batchId: idSchema,
    documentId: idSchema,
    workflowId: idSchema,
    queue: idSchema,
    fingerprint: idSchema,
    jobId: idSchema,
  })
  .partial();

const factNames = /^[A-Za-z][A-Za-z0-9-]{0,39}$/;
const factsSchema = z
  .record(z.string().regex(factNames), z.string().max(200))
  .refine((facts) => Object.keys(facts).length <= mostFacts, `at most ${mostFacts} facts`)
  .meta({ maxProperties: mostFacts });

/** An action that a console's audit chain has. It holds ids and plain facts: no values, no reasons, no secrets. */
export const actionSchema = z.strictObject({
  /** The place of its entry in the chain. */
  sequence: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  at: timeSchema,
  operation: z.string().regex(/^[a-z][a-z-]{0,39}\.[a-zA-Z-]{1,40}$/),
  /** `ok`, or the code of the failure. Left out where the console ended before it knew. */
  outcome: z
    .string()
    .regex(/^[a-z][a-z-]{0,59}$/)
    .optional(),
  ids: actionIdsSchema,
  /** The batches of a job over several of them, so that it is listed on each. */
  batches: z
    .array(z.strictObject({ tenantId: idSchema, projectId: idSchema, batchId: idSchema }))
    .min(1)
    .max(mostBatchesNamed)
    .optional(),
  facts: factsSchema.optional(),
});

/** Why an action was told and is not kept. Telling it again would not help. */
export const whyNotKept = ['tenant-not-yours', 'too-old', 'in-the-future'] as const;

export const batchSchema = z.looseObject({
  tenantId: idSchema,
  projectId: idSchema,
  batchId: idSchema,
  version: z.number().int(),
  status: z.enum(batchStatuses),
  documentCount: z.number().int(),
  run: z.number().int(),
});
