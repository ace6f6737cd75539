import { fingerprintOf } from './fingerprint.ts';
import type { Failing } from './fingerprint.ts';

/** A document that has failed for the same reason this often will most likely fail again (product: Document). */
export const poisonTimes = 3;

/** What a line of a passport says of a failure. */
export interface PassportFailure {
  readonly what: string | null;
  readonly stage: string | null;
  /** The error's message. */
  readonly reason: string | null;
  readonly after: Readonly<Record<string, string | number>>;
}

/** How often the passport tells of a failure for the reason that the document has failed for now. */
export function timesFailedTheSame(error: Failing, passport: readonly PassportFailure[]): number {
  const { id } = fingerprintOf(error);
  return passport.filter((event) => failureFingerprint(event, error) === id).length;
}

export function isPoison(error: Failing, passport: readonly PassportFailure[]): boolean {
  return timesFailedTheSame(error, passport) >= poisonTimes;
}

/** Of which failure a line of a passport tells; undefined where it tells of none. */
export function failureFingerprint(event: PassportFailure, error: Failing | null): string | undefined {
  if (!isFailure(event)) return undefined;
  const { stage, reason, after } = event;
  // Of a score that was too low the passport keeps the score and the message, and no code.
  const code = after['code'] === undefined ? (error?.code ?? null) : String(after['code']);
  return fingerprintOf({ stage, code, message: reason }).id;
}

function isFailure({ what, after }: PassportFailure): boolean {
  return what === 'failed' || after['status'] === 'FAILED';
}
