import { z } from 'zod';
import { brokenRuleSchema } from './rule-calls.ts';

/**
 * Lists every way in which the pipeline API refuses a call, with the status it answers. The format is RFC 9457, and
 * `code` is stable.
 */
export const problemStatus = {
  'malformed-request': 400,
  'idempotency-key-required': 400,
  'not-signed-in': 401,
  'sign-in-expired': 401,
  'role-required': 403,
  'all-tenants-required': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-in-review': 409,
  'claimed-by-another': 409,
  'not-claimed-by-you': 409,
  'not-your-review': 409,
  'hold-over': 409,
  'not-twice-by-you': 409,
  'not-a-reviewer': 409,
  'not-accepted-unseen': 409,
  'already-checked': 409,
  'not-fileable': 409,
  'file-not-requeueable': 409,
  'batch-already-closed': 409,
  'anchored-otherwise': 409,
  'stale-version': 412,
  'too-large': 413,
  'json-required': 415,
  'key-reused': 422,
  'against-rules': 422,
  'version-required': 428,
  unexpected: 500,
  'try-again': 503,
} as const;
export type ProblemCode = keyof typeof problemStatus;

/** RFC 9457 asks for a title that is the same for each occurrence. `detail` describes the single case. */
export const problemTitle = {
  'malformed-request': 'The request is not as the API describes it',
  'idempotency-key-required': 'A change needs an idempotency key',
  'not-signed-in': 'Not signed in',
  'sign-in-expired': 'The sign-in has expired',
  'role-required': 'Your role may not do this',
  'all-tenants-required': 'This is for those who see all tenants',
  'not-found': 'There is no such thing',
  'method-not-allowed': 'This address does not take that method',
  'not-in-review': 'The document does not wait for review',
  'claimed-by-another': 'Another person holds the document',
  'not-claimed-by-you': 'You do not hold the document',
  'not-your-review': 'The review is not yours',
  'hold-over': 'The time to undo is over',
  'not-twice-by-you': 'You have reviewed this document already',
  'not-a-reviewer': 'They do not review for this tenant',
  'not-accepted-unseen': 'The document was not accepted without a person',
  'already-checked': 'The document has been checked already',
  'not-fileable': 'The pages cannot be filed like that',
  'file-not-requeueable': 'The file cannot be requeued',
  'batch-already-closed': 'The batch has ended',
  'anchored-otherwise': 'The audit chain is anchored otherwise',
  'stale-version': 'It has changed since you read it',
  'too-large': 'That is too large',
  'json-required': 'The body has to be JSON',
  'key-reused': 'The idempotency key was used for something else',
  'against-rules': 'The document breaks a rule that stops it',
  'version-required': 'The change needs the version it is made on',
  unexpected: 'Something went wrong here',
  'try-again': 'It could not be done just now',
} as const satisfies Record<ProblemCode, string>;

export const problemSchema = z.object({
  /** The type is `urn:autowired:problem:` followed by the code. */
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]),
  /** Says what happened, what was not done, and what to do next. */
  detail: z.string(),
  /** Present with `malformed-request`: each error with its place in the request. */
  errors: z.array(z.object({ at: z.string(), problem: z.string() })).optional(),
  /** Present with `stale-version` and with conflicts about a claim: the item as it is now. */
  current: z.record(z.string(), z.unknown()).optional(),
  /** Present with `against-rules`: the rules that stop the approval, and the fields that they are about. */
  rules: z.array(brokenRuleSchema).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

export function buildProblem(
  code: ProblemCode,
  detail: string,
  more: Pick<Problem, 'errors' | 'current' | 'rules'> = {},
): Problem {
  const type = `urn:autowired:problem:${code}`;
  return { type, title: problemTitle[code], status: problemStatus[code], code, detail, ...more };
}
