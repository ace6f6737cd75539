import type { Refusal } from '#shared/contract/result.ts';
import type { AwsSignIn } from '#shared/contract/sign-in.ts';
import { scrubText } from '../log/secret-text.ts';
import { ForbiddenCommand, refusalBody, UnreadableAnswer } from './middleware.ts';

/** What was asked, for the words in which its failure is told. */
export interface Target {
  readonly operation: 'GetItem' | 'Query' | 'BatchGetItem';
  readonly table: string;
  readonly index: string | null;
}

export interface Trouble {
  readonly kind:
    | 'throttled'
    | 'server'
    | 'network'
    | 'denied'
    | 'missing'
    | 'expired'
    | 'not-signed-in'
    | 'refused';
  /** As the service calls it; "HTTP 500" where the answer has no code. */
  readonly name: string;
  /** Left out where there was no answer. */
  readonly status?: number;
  /** The answer's own words, cut, with secrets hidden; left out where it has none. */
  readonly said?: string;
  /** Of one that is not signed in or was never sent, as a sentence. */
  readonly why?: string;
}

/** Throws again what is nobody's answer but a bug of ours. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof Error)) throw error;
  if (error instanceof NotSignedIn) return troubleOfSignIn(error);
  const status = statusOf(error);
  if (status === undefined && bugs.some((bug) => error instanceof bug)) throw error;
  if (error instanceof UnreadableAnswer) return { kind: 'refused', name: error.name, said: error.message };
  if (error.name === refusedAddress) {
    return { kind: 'refused', name: error.name, why: whyRefusedAddress(error.message) };
  }
  if (status === undefined) {
    return { kind: signInErrors.has(error.name) ? 'expired' : 'network', name: error.name };
  }
  const { code, said } = answerIn(error);
  const name = code ?? `HTTP ${status}`;
  return { kind: kindOf(name, status), name, status, ...(said !== '' && { said }) };
}

function kindOf(name: string, status: number): Trouble['kind'] {
  if (slower.has(name) || status === 429) return 'throttled';
  if (denials.has(name)) return 'denied';
  if (absences.has(name)) return 'missing';
  if (signInErrors.has(name)) return 'expired';
  return status >= 500 && status !== notImplemented ? 'server' : 'refused';
}

const notImplemented = 501;

/** "400 UnsupportedOperation: "It is not supported here"", or "HTTP 502: "<html>…"" where the answer has no code. */
export function describeAnswer({ name, status, said }: Omit<Trouble, 'kind'>): string {
  if (name === 'UnreadableAnswer') return `in a way that cannot be read: ${said?.replace(/\.$/, '') ?? ''}`;
  const what = status === undefined || name.startsWith('HTTP ') ? name : `${status} ${name}`;
  return said === undefined ? `${what}, without a word` : `${what}: "${said.replace(/\.$/, '')}"`;
}

/** Describes a change whose answer does not say whether it was made: "The SendMessageBatch got HTTP 502 (…)". */
export function unclearAnswer(error: unknown, operation: string): string {
  const status = error instanceof Error ? statusOf(error) : undefined;
  const name = error instanceof Error ? error.name : 'an unknown error';
  if (!(error instanceof Error) || status === undefined) return `The ${operation} got no answer (${name}).`;
  const { code, said } = answerIn(error);
  return `The ${operation} got HTTP ${status} (${code ?? (said === '' ? 'without a word' : `"${said}"`)}).`;
}

/**
 * An error of AWS has a code and a message. A proxy or another make of the service answers in a shape of its own, for
 * which the SDK has no words: then what stands in the body is shown as it is.
 */
function answerIn(error: Error): { readonly code: string | null; readonly said: string } {
  const body = refusalBody(error);
  // The SDK calls any 404 so.
  const isGuess = error.name === 'NotFound' && body !== '' && !body.includes('NotFound');
  const isNamed = !(error instanceof SyntaxError) && !isGuess && !nameless.test(error.name);
  const code = isNamed ? error.name : (/<Code>([\w.]{1,80})<\/Code>/.exec(body)?.[1] ?? null);
  const own = isNamed || (!isGuess && !wordless.test(error.message)) ? error.message : '';
  const inXml = /<Message>([^<]*)<\/Message>/i.exec(body)?.[1];
  const message = error instanceof SyntaxError || own === '' ? (inXml ?? body) : own;
  return { code, said: shownAnswer(message === code || wordless.test(message) ? '' : message) };
}

/** The SDK's own words for an answer without a code, or without a message. */
const nameless = /^(?:Unknown|UnknownError|Error|\w*ServiceException)$/;
const wordless = /^(?:Unknown|UnknownError)$|Deserialization error/;

/** It may repeat what it was sent. */
function shownAnswer(text: string): string {
  const plain = scrubText(text.slice(0, longestLook))
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replaceAll(values, '[hidden]')
    .trim();
  return plain.length > mostShown ? `${plain.slice(0, mostShown - 1)}…` : plain;
}

const longestLook = 4_000;
const mostShown = 160;
/** Receipt handles and tokens are longer than any id; keys may be e-mail addresses, and items hold what was extracted. */
const values = /[\w+/=#-]{64,}|[^\s"'<>:]+@[\w.-]+|\{\s*"?(?:S|N|B|SS|NS|BS|M|L)"?\s*[:=][^}]*\}/g;

/** STS that cannot be reached passes like any other service; the rest is for a person. */
function troubleOfSignIn({ reason, name, message }: NotSignedIn): Trouble {
  if (reason === 'unreachable') return { kind: 'network', name };
  return { kind: reason === 'expired' ? 'expired' : 'not-signed-in', name, why: message };
}

/** A page that says 500 is no answer of AWS: another make of the service does not have the call, and never will. */
export function isPassing({ kind, name, said }: Trouble): boolean {
  const isPage = name === 'HTTP 500' && said !== undefined;
  return kind === 'throttled' || (kind === 'server' && !isPage) || kind === 'network';
}

export function refusalOf(trouble: Trouble, target: Target, attempts: number): Refusal {
  const { operation, table, index } = target;
  return failureOf(trouble, attempts, {
    service: 'DynamoDB',
    action: `dynamodb:${operation}`,
    place: index === null ? `the table "${table}"` : `the index "${index}" of "${table}"`,
    resource: index === null ? `table/${table}` : `table/${table}/index/${index}`,
    ...(trouble.name === 'ValidationException' && {
      advice: 'Compare the keys and indexes of the table with those that the catalogue declares.',
    }),
    missing: {
      code: 'not-found',
      // Said of the table alone: an index that is not there is a ValidationException.
      message: `There is no table "${table}" on this connection. Nothing was read. Check the connection's region, account and table names.`,
      what: table,
    },
  });
}

/** How the failure of a request is told. */
export interface Telling {
  readonly service: 'DynamoDB' | 'Step Functions' | 'S3' | 'SQS' | 'CloudWatch';
  /** As a policy calls it. */
  readonly action: `${string}:${string}`;
  /** What was read, in words, and as a policy calls it. */
  readonly place: string;
  /** The part that this call reads, if the rest can be shown without it. */
  readonly part?: string;
  readonly resource: string;
  /** The next step for this very answer, if one is known. */
  readonly advice?: string;
  /** What is told where it is not there. */
  readonly missing: Refusal;
}

export function failureOf(trouble: Trouble, attempts: number, telling: Telling): Refusal {
  const { service, action, place, part = place, resource, advice, missing } = telling;
  const next =
    trouble.kind === 'server' && isPassing(trouble)
      ? ` ${serverTrouble}`
      : advice === undefined
        ? ''
        : ` ${advice}`;
  switch (trouble.kind) {
    case 'throttled':
      return {
        code: 'throttled',
        message: `${service} asked for a slower pace ${attempts} times while ${place} was read, so it was not read to the end. Try again in a minute.`,
        attempts,
      };
    case 'denied':
      return {
        code: 'read-denied',
        message: `This sign-in may not do ${action} on ${place}. Nothing was read. Ask for a policy that allows it; the Explorer writes one.`,
        action,
        resource,
      };
    case 'missing':
      return missing;
    case 'expired':
      return {
        code: 'sign-in-expired',
        message: `The sign-in of this connection has expired, so ${place} was not read. Sign in again, then repeat it; nothing typed is lost.`,
      };
    case 'not-signed-in':
      return {
        code: 'not-signed-in',
        message: `${trouble.why ?? 'Nobody is signed in.'} So ${place} was not read.`,
      };
    case 'network':
      return {
        code: 'aws-unreachable',
        message: `${service} could not be reached, or did not answer in time, in ${attempts} attempts, so ${place} was not read. Check the network and the connection's addresses, then try again.`,
        service,
      };
    default:
      return {
        code: 'aws-refused',
        message:
          trouble.why === undefined
            ? `${service} ${action.slice(action.indexOf(':') + 1)} was answered ${describeAnswer(trouble)}${attempts > 1 ? `, ${attempts} times` : ''}. So ${part} was not read.${next}`
            : `${trouble.why} So ${place} was not read.`,
        service,
        name: trouble.name,
      };
  }
}

const serverTrouble = 'The trouble is on its side: try again in a minute.';

/** The SDK refuses an address before anything is sent to it; its error has this name. */
export const refusedAddress = 'EndpointError';

/** As a sentence. The SDK's own names what it was given, and says of FIPS only that it is not supported. */
export function whyRefusedAddress(message: string): string {
  return /fips|dual-?stack/i.test(message)
    ? 'This machine asks for FIPS or dual-stack addresses of AWS, which the console does not choose by itself, so nothing was sent. Name them in aws.endpoints in connections.json, or take back what asks for them (AWS_USE_FIPS_ENDPOINT, AWS_USE_DUALSTACK_ENDPOINT, or use_fips_endpoint, use_dualstack_endpoint of the profile), and start again.'
    : 'The SDK refused the address before anything was sent.';
}

const bugs = [TypeError, RangeError, ReferenceError, SyntaxError, ForbiddenCommand];

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
const slower: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'Throttling',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  // https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
  'SlowDown',
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html
  'RequestThrottled',
  'KmsThrottled',
]);

const denials: ReadonlySet<string> = new Set(['AccessDeniedException', 'AccessDenied', 'KmsAccessDenied']);
const absences: ReadonlySet<string> = new Set([
  'ResourceNotFoundException',
  'NoSuchKey',
  'NotFound',
  'NoSuchBucket',
  'QueueDoesNotExist',
]);

/** Who has to sign in again. */
export const signInErrors: ReadonlySet<string> = new Set([
  'ExpiredTokenException',
  'ExpiredToken',
  'UnrecognizedClientException',
  'CredentialsProviderError',
  'TokenProviderError',
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'NotSignedIn',
]);

export function statusOf(error: Error): number | undefined {
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

type Reason = Extract<AwsSignIn, { state: 'failed' }>['reason'];

/** Why nothing can be asked of an account now, in a sentence for people. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn';
  /** Those that no sign-in fails by: somebody is asked, or it goes on. */
  readonly reason: Reason | 'code-wanted' | 'in-progress';
  /** What to run in a terminal, where that is the way. */
  readonly run: string | null;

  constructor(reason: NotSignedIn['reason'], why: string, run: string | null = null) {
    super(why);
    this.reason = reason;
    this.run = run;
  }
}

/** Another code may do: whoever typed this one is still there. */
export class CodeNotTaken extends NotSignedIn {
  constructor() {
    super('refused', 'AWS did not take that code. Wait for the next one that the device shows.');
  }
}
