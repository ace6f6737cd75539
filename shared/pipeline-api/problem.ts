import { z } from 'zod';

/** Every way in which the pipelines' API refuses, with the status it answers. RFC 9457; `code` is stable. */
export const problemStatus = {
  'malformed-request': 400,
  'idempotency-key-required': 400,
  'not-signed-in': 401,
  'sign-in-expired': 401,
  'role-required': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-in-review': 409,
  'claimed-by-another': 409,
  'not-claimed-by-you': 409,
  'not-your-review': 409,
  'hold-over': 409,
  'file-not-requeueable': 409,
  'batch-already-closed': 409,
  'stale-version': 412,
  'too-large': 413,
  'json-required': 415,
  'key-reused': 422,
  'version-required': 428,
  'try-again': 503,
  unexpected: 500,
} as const;
export type ProblemCode = keyof typeof problemStatus;

export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]),
  /** What happened, what was not done, and what to do. */
  detail: z.string(),
  /** With `malformed-request`: each thing that is wrong, by its place. */
  errors: z.array(z.object({ at: z.string(), problem: z.string() })).optional(),
  /** With `stale-version` and the conflicts about a claim: the item as it is now. */
  current: z.record(z.string(), z.unknown()).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
