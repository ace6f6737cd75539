import { z } from 'zod';

/** What one read really cost, as counted by the service and not by us. */
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
 * Everything that can be refused or go wrong on purpose. A closed union: a screen may switch over
 * it exhaustively, and a code, once published, keeps its meaning.
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
  /** Nobody is signed in to this account yet, or by keys of another one. */
  failure('not-signed-in', {}),
  failure('aws-unreachable', { service: z.string() }),
  failure('aws-refused', { service: z.string(), name: z.string() }),
  /** The persona's tenants do not include it; whether it exists is not said. "*": it is of no tenant, and for those who see all. */
  failure('tenant-out-of-scope', { tenantId: z.string() }),
  /** Step Functions keeps a history for 90 days. */
  failure('execution-expired', { run: z.int() }),
  failure('pipeline-unreachable', {}),
  /** By its own `code`; nothing was done. */
  failure('pipeline-refused', { problem: z.string(), status: z.int() }),
  /** It answered something that its description does not know; whether it did anything is not known. */
  failure('pipeline-unreadable', { status: z.int() }),
  failure('plan-refused', {
    why: z.enum([
      'expired',
      'another-plan',
      'already-started',
      'typed-wrong',
      'reason-required',
      'nothing-to-do',
    ]),
  }),
  failure('job-refused', { state: z.string() }),
  /** The connection is open for looking only. */
  failure('read-only', {}),
  /** It is there, and was not read. */
  failure('file-too-large', { bytes: z.int(), limitBytes: z.int() }),
  failure('host-unreachable', {}),
  failure('unexpected', {}),
]);

export type Failure = z.infer<typeof failureSchema>;
export type FailureCode = Failure['code'];

export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly receipt?: Receipt }
  /** With a receipt where something was paid for before it failed. It goes to the meter, not to the page. */
  | { readonly ok: false; readonly failure: Failure; readonly receipt?: Receipt };

export function ok<T>(value: T, receipt?: Receipt): Result<T> {
  return receipt === undefined ? { ok: true, value } : { ok: true, value, receipt };
}

/** A failure before the gate has given it the call's reference. */
export type Refusal = Failure extends infer F ? (F extends Failure ? Omit<F, 'reference'> : never) : never;

export function refused(refusal: Refusal, reference = ''): { ok: false; failure: Failure } {
  return { ok: false, failure: { ...refusal, reference } };
}

/** Every failure carries one sentence for a person and the reference that finds it in the log. */
function failure<Code extends string, Shape extends z.core.$ZodShape>(code: Code, shape: Shape) {
  return z.strictObject({
    code: z.literal(code),
    message: z.string(),
    reference: z.string(),
    ...shape,
  });
}
