import type { Dispatch } from '#local/aws/dispatch.ts';
import type { WireRequest, WireResponse } from '#local/aws/protocol/wire.ts';

export interface Trouble {
  /** This is the share of throttled requests, from 0 to 1. */
  throttled: number;
  /** This is the share of requests answered with a 500, from 0 to 1. */
  broken: number;
}

export interface Watched {
  readonly dispatch: Dispatch;
  /**
   * Reports every request before it is answered. `isTroubled` says that the answer does not come from the
   * service.
   */
  readonly onRequest: (listener: (request: WireRequest, isTroubled: boolean) => void) => void;
  readonly mostInFlight: () => ReadonlyMap<string, number>;
}

/** Wraps `dispatch` and adds trouble in the words of each service. */
export function withTrouble(dispatch: Dispatch, trouble: Readonly<Trouble>, unit: () => number): Watched {
  const inFlight = new Map<string, number>();
  const most = new Map<string, number>();
  const listeners: ((request: WireRequest, isTroubled: boolean) => void)[] = [];
  return {
    onRequest: (listener) => void listeners.push(listener),
    mostInFlight: () => most,
    async dispatch(request, signal) {
      const service = readService(request);
      const now = (inFlight.get(service) ?? 0) + 1;
      inFlight.set(service, now);
      most.set(service, Math.max(now, most.get(service) ?? 0));
      const answer = troubled(service, trouble, unit);
      for (const listener of listeners) listener(request, answer !== undefined);
      try {
        // An answer takes at least one turn, so that requests overlap.
        await new Promise((resolve) => setImmediate(resolve));
        return answer ?? (await dispatch(request, signal));
      } finally {
        inFlight.set(service, (inFlight.get(service) ?? 0) - 1);
      }
    },
  };
}

function readService({ headers }: WireRequest): string {
  const target = headers['x-amz-target'] ?? '';
  return services.find(({ begins }) => target.startsWith(begins))?.name ?? 's3';
}

const services = [
  { name: 'dynamodb', begins: 'DynamoDB' },
  { name: 'sfn', begins: 'AWSStepFunctions' },
  { name: 'sqs', begins: 'AmazonSQS' },
  { name: 'cloudwatch', begins: 'GraniteServiceVersion' },
] as const;

/** These are the error codes of each service, as its API reference lists them. */
const slower: Readonly<Record<string, readonly string[]>> = {
  dynamodb: ['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded'],
  sfn: ['ThrottlingException'],
  sqs: ['RequestThrottled', 'ThrottlingException'],
  cloudwatch: ['ThrottlingException', 'Throttling'],
  s3: ['SlowDown'],
};
const failed: Readonly<Record<string, string>> = {
  dynamodb: 'InternalServerError',
  sfn: 'InternalFailure',
  sqs: 'InternalFailure',
  cloudwatch: 'InternalServiceFault',
  s3: 'InternalError',
};

function troubled(
  service: string,
  { throttled, broken }: Readonly<Trouble>,
  unit: () => number,
): WireResponse | undefined {
  const drawn = unit();
  if (drawn < throttled) {
    const names = slower[service] ?? [];
    return refusal(service, names[Math.floor(unit() * names.length)] ?? '', service === 's3' ? 503 : 400);
  }
  return drawn < throttled + broken ? refusal(service, failed[service] ?? '', 500) : undefined;
}

function refusal(service: string, name: string, status: number): WireResponse {
  if (service === 's3') {
    const body = `<?xml version="1.0"?><Error><Code>${name}</Code><Message>Please.</Message></Error>`;
    return { status, headers: { 'content-type': 'application/xml' }, body };
  }
  const body = JSON.stringify({ __type: `com.amazonaws#${name}`, message: 'Please.' });
  return { status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body };
}
