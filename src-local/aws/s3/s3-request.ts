import { AwsError } from '../protocol/aws-error.ts';
import type { WireRequest } from '../protocol/wire.ts';
import { invalidArgument } from './answers.ts';
import type { ReceivedBody } from './received-body.ts';

export type Level = 'account' | 'bucket' | 'object';

/** Where a request points and how: https://docs.aws.amazon.com/AmazonS3/latest/userguide/RESTAPI.html */
export interface Target {
  readonly method: string;
  readonly level: Level;
  /** Empty for requests to the account itself. */
  readonly bucket: string;
  /** Empty unless the request is for an object. */
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
  /** The headers include those of a presigned address. */
  readonly headers: ReadonlyMap<string, string>;
}

export interface S3Request extends Target {
  readonly body: ReceivedBody;
}

export function parseTarget(request: WireRequest): Target {
  const path = request.path.startsWith('/') ? request.path.slice(1) : request.path;
  const slash = path.indexOf('/');
  const bucket = decodePart(slash === -1 ? path : path.slice(0, slash));
  const key = slash === -1 ? '' : decodePart(path.slice(slash + 1));
  const query = parseQuery(request.query);
  return {
    method: request.method,
    level: bucket === '' && key === '' ? 'account' : key === '' ? 'bucket' : 'object',
    bucket,
    key,
    query,
    headers: new Map([...listHoistedHeaders(query), ...Object.entries(request.headers)]),
  };
}

/** In a query a plus sign is a space; in a path it is itself. */
export function parseQuery(text: string): Map<string, string> {
  const query = new Map<string, string>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals === -1 ? part : part.slice(0, equals);
    const value = equals === -1 ? '' : part.slice(equals + 1);
    query.set(decodePart(name.replaceAll('+', ' ')), decodePart(value.replaceAll('+', ' ')));
  }
  return query;
}

export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AwsError('InvalidURI', "Couldn't parse the specified URI.");
  }
}

/**
 * A presigner moves `x-amz-` headers into the address, and S3 reads them there. Not so a checksum: the SDK for
 * JavaScript signs that of an empty body into every address for a PUT, and S3 disregards it
 * (https://github.com/localstack/localstack/issues/12169).
 */
function* listHoistedHeaders(query: ReadonlyMap<string, string>): Generator<[string, string]> {
  for (const [spelled, value] of query) {
    const name = spelled.toLowerCase();
    if (!name.startsWith('x-amz-') || isOfSignature(name)) continue;
    const isChecksum = name.startsWith('x-amz-checksum-') && name !== 'x-amz-checksum-mode';
    if (!isChecksum && name !== 'x-amz-sdk-checksum-algorithm') yield [name, value];
  }
}

const ofSignature = new Set(['algorithm', 'credential', 'date', 'expires', 'signedheaders', 'signature']);

function isOfSignature(name: string): boolean {
  return ofSignature.has(name.slice('x-amz-'.length));
}

/** Reads a count or a part number in a query. A number above `most` counts as `most`. */
export function wholeNumber(
  query: ReadonlyMap<string, string>,
  name: string,
  limits: { least: number; most: number; otherwise: number },
): number {
  const text = query.get(name);
  if (text === undefined || text === '') return limits.otherwise;
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || number > largestInteger) {
    throw invalidArgument(`Provided ${name} not an integer or within integer range`, name, text);
  }
  if (number < limits.least) {
    const message = `Argument ${name} must be an integer between ${limits.least} and ${largestInteger}`;
    throw invalidArgument(message, name, text);
  }
  return Math.min(number, limits.most);
}

const largestInteger = 2 ** 31 - 1;
