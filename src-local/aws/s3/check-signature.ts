import { AwsError } from '../protocol/aws-error.ts';
import { accessDenied, invalidRequest } from './answers.ts';
import type { Target } from './s3-request.ts';

/**
 * A request must be signed because buckets are private. The signer is not checked because there is only one
 * account. A presigned address expires on the clock of the world. A signature in a header does not, because its
 * client has another clock.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function checkSignature({ query, headers }: Target, now: number): void {
  if (query.has('X-Amz-Signature') || query.has('X-Amz-Algorithm')) return checkPresigned(query, now);
  if (query.has('AWSAccessKeyId')) return checkOlderPresigned(query, now);
  const authorization = headers.get('authorization');
  if (!authorization) throw accessDenied();
  if (authorization.startsWith('AWS ')) {
    const message = 'The authorization mechanism you have provided is not supported.';
    throw invalidRequest(`${message} Please use AWS4-HMAC-SHA256.`);
  }
}

/** The parameters of the signature before this one, with which boto3 still presigns unless told otherwise. */
export const olderParameters: readonly string[] = ['AWSAccessKeyId', 'Signature', 'Expires'];

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/RESTAuthentication.html#RESTAuthenticationQueryStringAuth */
function checkOlderPresigned(query: ReadonlyMap<string, string>, now: number): void {
  const expires = query.get('Expires') ?? '';
  if (!query.has('Signature') || !/^\d{1,11}$/.test(expires)) {
    throw accessDenied(
      'Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters',
    );
  }
  const end = Number(expires) * 1000;
  if (now <= end) return;
  const fields = { Expires: formatSecond(end), ServerTime: formatSecond(now) };
  throw accessDenied('Request has expired', fields);
}

const longestLife = 604_800;
/** How far a client's clock may be ahead. */
const allowedSkew = 15 * 60_000;

function checkPresigned(query: ReadonlyMap<string, string>, now: number): void {
  if (parameters.some((name) => !query.has(name))) {
    throw parametersError(`Query-string authentication version 4 requires the ${allParameters} parameters.`);
  }
  const algorithm = query.get('X-Amz-Algorithm');
  if (algorithm !== 'AWS4-HMAC-SHA256') {
    throw parametersError('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"');
  }
  const signed = parseSigningTime(query.get('X-Amz-Date') ?? '');
  const expires = query.get('X-Amz-Expires') ?? '';
  if (!/^-?\d+$/.test(expires)) throw parametersError('X-Amz-Expires should be a number');
  const seconds = Number(expires);
  if (seconds < 0) throw parametersError('X-Amz-Expires must be non-negative');
  if (seconds > longestLife) {
    const limit = `the given X-Amz-Expires must be less than ${longestLife} seconds`;
    throw parametersError(`X-Amz-Expires must be less than a week (in seconds); that is, ${limit}`);
  }
  const end = signed + seconds * 1000;
  const serverTime = { ServerTime: formatSecond(now) };
  if (now > end) {
    const fields = { 'X-Amz-Expires': expires, Expires: formatSecond(end), ...serverTime };
    throw accessDenied('Request has expired', fields);
  }
  if (signed > now + allowedSkew) {
    const fields = { 'X-Amz-Date': query.get('X-Amz-Date') ?? '', ...serverTime };
    throw accessDenied('Request is not valid yet', fields);
  }
}

const parameters = [
  'X-Amz-Algorithm',
  'X-Amz-Credential',
  'X-Amz-Signature',
  'X-Amz-Date',
  'X-Amz-SignedHeaders',
  'X-Amz-Expires',
];
const allParameters = `${parameters.slice(0, -1).join(', ')}, and ${parameters.at(-1)}`;

function parametersError(message: string): AwsError {
  return new AwsError('AuthorizationQueryParametersError', message);
}

function parseSigningTime(date: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(date)?.map(Number) ?? [];
  if (year === undefined || month === undefined) {
    throw parametersError(`X-Amz-Date must be in the ISO8601 Long Format "yyyyMMdd'T'HHmmss'Z'"`);
  }
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function formatSecond(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
