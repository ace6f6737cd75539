import { z } from 'zod';

/** The actual cost of one read, as counted by the service. */
export const receiptSchema = z.strictObject({
  pattern: z.string(),
  index: z.string(),
  pages: z.int().min(0),
  items: z.int().min(0),
  rru: z.number().min(0),
  bytes: z.int().min(0),
  ms: z.number().min(0),
  asOf: z.iso.datetime(),
});

export type Receipt = z.infer<typeof receiptSchema>;

/**
 * Lists every expected failure. It is a closed union, so a screen can switch over it exhaustively, and a published code
 * keeps its meaning.
 */
export const failureSchema = z.discriminatedUnion('code', [
  failure('untrusted-caller', {}),
  failure('malformed-request', {}),
  failure('unknown-operation', { operation: z.string() }),
  failure('input-too-large', { limitBytes: z.int() }),
  failure('invalid-input', {
    issues: z.array(z.strictObject({ path: z.string(), problem: z.string() })),
  }),
  failure('role-required', { role: z.string().nullable(), allowed: z.array(z.string()) }),
  failure('key-reused', {}),
  failure('not-found', { what: z.string() }),
  failure('storage-failed', { file: z.string() }),
  failure('cursor-refused', {}),
  failure('read-denied', { action: z.string(), resource: z.string() }),
  failure('throttled', { attempts: z.int() }),
  failure('sign-in-expired', {}),
  /** The account has no sign-in yet, or the keys belong to another account. */
  failure('not-signed-in', {}),
  failure('aws-unreachable', { service: z.string() }),
  failure('aws-refused', { service: z.string(), name: z.string() }),
  /**
   * The person's tenants do not include it. The failure does not reveal whether it exists. "*" means that the data
   * belongs to no tenant and needs access to all of them.
   */
  failure('tenant-out-of-scope', { tenantId: z.string() }),
  /** Step Functions keeps a history for 90 days. */
  failure('execution-expired', { run: z.int() }),
  failure('pipeline-unreachable', {}),
  /** The API refused with its own `code`, and nothing was done. */
  failure('pipeline-refused', { problem: z.string(), status: z.int() }),
  /** The API answered something that its description does not contain, so the effect of the call is unknown. */
  failure('pipeline-unreadable', { status: z.int() }),
  failure('plan-refused', {
    why: z.enum([
      'expired',
      'another-plan',
      'already-started',
      'typed-wrong',
      'reason-required',
      'nothing-to-do',
      'begins-wrong',
      'pace',
    ]),
  }),
  failure('job-refused', { state: z.string() }),
  /** The connection is read-only. */
  failure('read-only', {}),
  /** The file exists but was not read. */
  failure('file-too-large', { bytes: z.int(), limitBytes: z.int() }),
  failure('host-unreachable', {}),
  failure('unexpected', {}),
]);

export type Failure = z.infer<typeof failureSchema>;
export type FailureCode = Failure['code'];

export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly receipt?: Receipt }
  /** The receipt is present if the call cost something before it failed. It goes to the meter, not to the page. */
  | { readonly ok: false; readonly failure: Failure; readonly receipt?: Receipt };

export function ok<T>(value: T, receipt?: Receipt): Result<T> {
  return receipt === undefined ? { ok: true, value } : { ok: true, value, receipt };
}

/** A failure before the gate has added the call's reference. */
export type Refusal = Failure extends infer F ? (F extends Failure ? Omit<F, 'reference'> : never) : never;

export function refused(refusal: Refusal, reference = ''): { ok: false; failure: Failure } {
  return { ok: false, failure: { ...refusal, reference } };
}

/** Builds the schema of a failure. Each has one sentence for a person, and the reference that finds it in the log. */
function failure<Code extends string, Shape extends z.core.$ZodShape>(code: Code, shape: Shape) {
  return z.strictObject({
    code: z.literal(code),
    message: z.string(),
    reference: z.string(),
    ...shape,
  });
}
