import { describeAnswer, toTrouble } from '../aws-trouble.ts';
import { readStatus } from '../middleware.ts';
import { createSlots, withinTime } from '../patience.ts';

export type CheckedService = 'DynamoDB' | 'SQS' | 'Step Functions' | 'S3' | 'CloudWatch' | 'Lambda';

export type Asked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: AskRefusal };

interface AskRefusal {
  readonly state: 'denied' | 'missing' | 'failed' | 'not-checked';
  /** This is the service's own error code. */
  readonly name: string;
  /** This is the reason as a sentence. */
  readonly why: string;
  readonly denial: Denial | null;
  /** It is true when the service answered with an error that concerns neither permissions nor the pace. */
  readonly isAnswered: boolean;
}

/** Makes one call, within its time limit. */
export type Ask = <T>(
  service: CheckedService,
  send: (signal: AbortSignal) => Promise<T>,
) => Promise<Asked<T>>;

interface Asking {
  /** Starts one check. `ms` returns the time its calls took, without their waiting for other calls. */
  begin(): { readonly ask: Ask; readonly ms: () => number };
}

export interface AskingParts {
  /** Returns milliseconds since an arbitrary moment. */
  readonly elapsed: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** This is the time limit of one call. */
  readonly longestCall: number;
  /** This is a time of `elapsed`; calls that have not started by then are skipped. */
  readonly until: number;
}

const mostAtOnce = 4;
const pauseWhenThrottled = 400;

/**
 * Makes each call once, and again when the service asked for a slower pace. A service that cannot be reached is not
 * called again, so that the person does not wait for each of its calls.
 */
export function openAsking({ elapsed, sleep, longestCall, until }: AskingParts): Asking {
  const slots = createSlots(mostAtOnce);
  const lost = new Set<CheckedService>();

  async function once<T>(
    service: CheckedService,
    send: (signal: AbortSignal) => Promise<T>,
    again: boolean,
  ): Promise<Asked<T>> {
    const left = Math.min(longestCall, until - elapsed());
    if (lost.has(service)) return notAsked(`${service} did not answer earlier, so it was not asked again.`);
    if (left <= 0) return notAsked('The check ran out of time, so this was not asked.');
    try {
      return { ok: true, value: await withinTime(left, send) };
    } catch (error) {
      const trouble = toTrouble(error);
      if (trouble.kind === 'throttled' && again) {
        await sleep(pauseWhenThrottled);
        return once(service, send, false);
      }
      if (trouble.kind === 'network') lost.add(service);
      return { ok: false, refusal: toAskRefusal(service, error as Error) };
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

function toAskRefusal(service: CheckedService, error: Error): AskRefusal {
  const trouble = toTrouble(error);
  const { kind, name } = trouble;
  const refusal = (state: AskRefusal['state'], why: string): AskRefusal => ({
    state,
    name,
    why,
    denial: state === 'denied' ? denied(error) : null,
    isAnswered: state === 'failed' && (kind === 'refused' || kind === 'server') && trouble.why === undefined,
  });
  // A HEAD has no body that could say what was denied, and Step Functions has its own name for a denied key.
  if (kind === 'denied' || isKeyDenial(name) || (service === 'S3' && readStatus(error) === 403)) {
    return refusal('denied', `${service} refused it.`);
  }
  if (kind === 'missing' || absences.has(name)) return refusal('missing', `${service} did not find it.`);
  if (kind === 'throttled') return refusal('failed', `${service} asked for a slower pace, twice.`);
  if (kind === 'network') {
    const why = trouble.why ?? `${service} could not be reached, or did not answer in time.`;
    return refusal('failed', withNext(why, trouble.next));
  }
  if (kind === 'not-signed-in' || kind === 'expired') {
    return refusal('failed', trouble.why ?? 'The AWS sign-in expired during the check.');
  }
  if (trouble.why !== undefined) return refusal('failed', withNext(trouble.why, trouble.next));
  return refusal('failed', `${service} answered ${describeAnswer(trouble)}.`);
}

function withNext(why: string, next: string | undefined): string {
  return next === undefined ? why : `${why} ${next}`;
}

function denied(error: Error): Denial {
  const denial = parseDenial(error);
  return isKeyDenial(error.name) && denial.action === null ? { ...denial, action: 'kms:Decrypt' } : denial;
}

function isKeyDenial(name: string): boolean {
  return /^kms\.?accessdenied/i.test(name);
}

/** These come in addition to the errors of any read. */
const absences: ReadonlySet<string> = new Set([
  'StateMachineDoesNotExist',
  'ExecutionDoesNotExist',
  'AWS.SimpleQueueService.NonExistentQueue',
]);

/**
 * Describes what AWS says it has denied.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html
 */
interface Denial {
  /** The action may differ from the one called: the key of encrypted data, or the listing for a missing item. */
  readonly action: string | null;
  readonly resource: string | null;
  /**
   * This is the kind of policy with an explicit deny, which no further statement can override; it is null when a
   * statement is only missing.
   */
  readonly outright: string | null;
}

export function parseDenial({ message }: Pick<Error, 'message'>): Denial {
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
