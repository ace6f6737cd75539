import { describeAnswer, statusOf, troubleOf } from '../aws-trouble.ts';
import { slotsOf, withinTime } from '../patience.ts';

type CheckedService = 'DynamoDB' | 'SQS' | 'Step Functions' | 'S3' | 'CloudWatch';

export type Asked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: AskRefusal };

interface AskRefusal {
  readonly state: 'denied' | 'missing' | 'failed' | 'not-checked';
  /** As the service calls it. */
  readonly name: string;
  /** In a sentence. */
  readonly why: string;
  readonly denial: Denial | null;
  /** It was answered, and with an error that is about no right and no pace. */
  readonly isAnswered: boolean;
}

/** One call, within its time. */
export type Ask = <T>(
  service: CheckedService,
  send: (signal: AbortSignal) => Promise<T>,
) => Promise<Asked<T>>;

interface Asking {
  /** For one check: what its calls took, without the time that they waited for others. */
  begin(): { readonly ask: Ask; readonly ms: () => number };
}

export interface AskingParts {
  /** In milliseconds, since some moment. */
  readonly elapsed: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Of one call. */
  readonly longestCall: number;
  /** By `elapsed`: what has not been asked by then is not asked. */
  readonly until: number;
}

const mostAtOnce = 4;
const pauseWhenThrottled = 400;

/**
 * Each call once, and once more where a slower pace was asked for. A service that cannot be reached is not asked a
 * second time: whoever waits for the report should not wait for each of its calls.
 */
export function openAsking({ elapsed, sleep, longestCall, until }: AskingParts): Asking {
  const slots = slotsOf(mostAtOnce);
  const lost = new Set<CheckedService>();

  async function once<T>(
    service: CheckedService,
    send: (signal: AbortSignal) => Promise<T>,
    again: boolean,
  ): Promise<Asked<T>> {
    const left = Math.min(longestCall, until - elapsed());
    if (lost.has(service)) return notAsked(`${service} gave no answer before, so it was not asked again.`);
    if (left <= 0) return notAsked('The check had taken its whole time, so this was not asked.');
    try {
      return { ok: true, value: await withinTime(left, send) };
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble.kind === 'throttled' && again) {
        await sleep(pauseWhenThrottled);
        return once(service, send, false);
      }
      if (trouble.kind === 'network') lost.add(service);
      return { ok: false, refusal: refusalOf(service, error as Error) };
    }
  }

  return {
    begin() {
      let ms = 0;
      return {
        ask: (service, send) =>
          slots.run(async () => {
            const begun = elapsed();
            const asked = await once(service, send, true);
            ms += elapsed() - begun;
            return asked;
          }),
        ms: () => ms,
      };
    },
  };
}

function notAsked(why: string): { readonly ok: false; readonly refusal: AskRefusal } {
  return {
    ok: false,
    refusal: { state: 'not-checked', name: 'NotAsked', why, denial: null, isAnswered: false },
  };
}

function refusalOf(service: CheckedService, error: Error): AskRefusal {
  const trouble = troubleOf(error);
  const { kind, name } = trouble;
  const refusal = (state: AskRefusal['state'], why: string): AskRefusal => ({
    state,
    name,
    why,
    denial: state === 'denied' ? denied(error) : null,
    isAnswered: state === 'failed' && (kind === 'refused' || kind === 'server') && trouble.why === undefined,
  });
  // A HEAD has no body to say in what was denied, and Step Functions has a name of its own for a key.
  if (kind === 'denied' || isKeyDenial(name) || (service === 'S3' && statusOf(error) === 403)) {
    return refusal('denied', `${service} refused it.`);
  }
  if (kind === 'missing' || absences.has(name)) return refusal('missing', `${service} knows nothing of it.`);
  if (kind === 'throttled') return refusal('failed', `${service} asked for a slower pace, twice.`);
  if (kind === 'network')
    return refusal('failed', `${service} could not be reached, or gave no answer in time.`);
  if (kind === 'not-signed-in' || kind === 'expired') {
    return refusal('failed', trouble.why ?? 'The sign-in to AWS ended meanwhile.');
  }
  if (trouble.why !== undefined) return refusal('failed', trouble.why);
  return refusal('failed', `${service} answered ${describeAnswer(trouble)}.`);
}

function denied(error: Error): Denial {
  const denial = denialOf(error);
  return isKeyDenial(error.name) && denial.action === null ? { ...denial, action: 'kms:Decrypt' } : denial;
}

function isKeyDenial(name: string): boolean {
  return /^kms\.?accessdenied/i.test(name);
}

/** Beside those that any read may meet. */
const absences: ReadonlySet<string> = new Set([
  'StateMachineDoesNotExist',
  'ExecutionDoesNotExist',
  'AWS.SimpleQueueService.NonExistentQueue',
]);

/** What AWS says that it refused. https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html */
interface Denial {
  /** It may be another than the one that was asked: the key of what is encrypted, the list of what is not there. */
  readonly action: string | null;
  readonly resource: string | null;
  /** What denies it outright, where it is no missing statement: no further one would allow it. */
  readonly outright: string | null;
}

export function denialOf({ message }: Pick<Error, 'message'>): Denial {
  const [, action] = /not authorized to perform: ([a-z0-9-]+:[A-Za-z]+)/.exec(message) ?? [];
  const [, resource] = /on resource: "?(arn:[a-z-]+:[^\s"']+?)[.,]?"?(?:\s|$)/.exec(message) ?? [];
  return { action: action ?? null, resource: resource ?? null, outright: outrightIn(message) };
}

function outrightIn(message: string): string | null {
  if (!/explicit deny/i.test(message)) return null;
  const kind = kinds.find((one) => message.includes(one));
  return kind === undefined ? 'A policy' : `${/^[aeiou]/.test(kind) ? 'An' : 'A'} ${kind}`;
}

const kinds = [
  'service control policy',
  'resource control policy',
  'permissions boundary',
  'session policy',
  'VPC endpoint policy',
  'identity-based policy',
  'resource-based policy',
];
