import type { Failure, FailureCode } from '#shared/contract/result.ts';

export type FailureWords = Partial<Readonly<Record<FailureCode, string>>>;

interface OwnWords {
  /** The title says what is missing, for example "Couldn't load the documents". */
  readonly title: string;
  /** These are used when a screen knows a better title or next step than the general one. */
  readonly titles?: FailureWords | undefined;
  readonly nexts?: FailureWords | undefined;
  /** This tells people limited to other tenants what they can do, or what is still safe. */
  readonly outOfScope: string;
}

/** Returns the title and text of a failure in the words that the state components show. */
export function toFailureText(failure: Failure, { title, titles, nexts, outOfScope }: OwnWords) {
  const { code, message, reference } = failure;
  if (code === 'read-denied') {
    const { action, resource } = failure;
    return {
      kind: 'no-permission',
      title: `This role may not read ${resource.slice(resource.search(lastName))}`,
      message,
      forAdmin: `${action} on ${resource}`,
    } as const;
  }
  if (code === 'tenant-out-of-scope') {
    return {
      kind: 'no-permission',
      title: titles?.[code] ?? notYours(failure.tenantId),
      message: `${message} ${outOfScope}`,
    } as const;
  }
  return {
    kind: 'error',
    title: titles?.[code] ?? usualTitles[code] ?? title,
    message,
    next:
      nexts?.[code] ??
      usualNexts[code] ??
      'Try again. If it keeps failing, search the log for this reference.',
    reference,
  } as const;
}

/** Data that belongs to no tenant requires access to all of them. */
function notYours(tenantId: string): string {
  return tenantId === '*' ? 'Requires access to all tenants' : `${tenantId} is not one of your tenants`;
}

/** Matches the last part of an ARN, which names a table, an index or a queue. */
const lastName = /[^/:]*$/;

const usualTitles: FailureWords = {
  throttled: 'The table is too busy',
  'sign-in-expired': 'The sign-in to AWS has expired',
  'not-signed-in': 'Not signed in to this account',
  'aws-unreachable': 'AWS did not answer',
  'host-unreachable': "The console's process is not answering",
};

const usualNexts: FailureWords = {
  throttled: 'Wait a moment, then try again.',
  'sign-in-expired': 'Sign in as you usually do for this profile, then try again.',
  'not-signed-in': 'Sign in above. The data is then read automatically.',
  'aws-unreachable': 'Check the network or the VPN, then try again.',
  'host-unreachable': 'Try again. If it keeps failing, start Sluice again.',
  'cursor-refused': 'Read the list again from its first page.',
};

/** Wraps a failure for the query cache, which only knows thrown errors. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

export function toFailure(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'unexpected', message, reference: '' };
}

/** Returns ". DynamoDB said “slower” once…" for a read that was throttled and succeeded, or an empty text. */
export function describeThrottling(throttled: number): string {
  if (throttled === 0) return '';
  const times = throttled === 1 ? 'once' : `${String(throttled)} times`;
  return `. DynamoDB said “slower” ${times} before it answered`;
}
