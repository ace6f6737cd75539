import type { Call } from '../protocol/operation.ts';
import type { WireResponse } from '../protocol/wire.ts';
import { notImplemented } from './answers.ts';
import { olderParameters } from './check-signature.ts';
import type { S3Engine } from './s3-engine.ts';
import type { Level, S3Request, Target } from './s3-request.ts';

/**
 * An operation, as on its page of the API reference. Members that it does not name are refused, never ignored.
 */
export interface S3Operation {
  readonly name: string;
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly on: Level;
  /** These query parameters mark a request as this operation and no other. */
  readonly marks?: readonly string[];
  /** This header marks a request as this operation. */
  readonly markedBy?: string;
  /** Further query parameters. */
  readonly query?: readonly string[];
  /** Headers beyond those of every request, with the values that mean something here. */
  readonly headers?: HeaderValues;
  run(engine: S3Engine, request: S3Request, call: Call): WireResponse | Promise<WireResponse>;
}

/** Allowed values by header. `x-amz-meta-*` stands for all headers with that prefix. */
export type HeaderValues = Readonly<Record<string, 'any' | readonly string[]>>;

export function refuseWhatIsNotNamed(operation: S3Operation, target: Target): void {
  const known = new Set([...(operation.marks ?? []), ...(operation.query ?? [])]);
  for (const name of target.query.keys()) {
    const ofEvery =
      name === 'x-id' || name.toLowerCase().startsWith('x-amz-') || olderParameters.includes(name);
    if (!ofEvery && !known.has(name)) throw notImplemented('query parameter', name);
  }
  for (const [name, value] of target.headers) {
    if (!changesMeaning(name) || name === operation.markedBy) continue;
    const values =
      findAllowedValues(operation.headers ?? {}, name) ?? findAllowedValues(headersOfEveryRequest, name);
    if (values === undefined) throw notImplemented('header', name);
    if (values !== 'any' && !values.includes(value)) throw notImplemented('header', name, value);
  }
}

/** These are read for every operation: by the signature, by the body, or (the owner) by the engine. */
const headersOfEveryRequest: HeaderValues = {
  'x-amz-checksum-crc32': 'any',
  'x-amz-checksum-crc32c': 'any',
  'x-amz-checksum-crc64nvme': 'any',
  'x-amz-checksum-md5': 'any',
  'x-amz-checksum-sha1': 'any',
  'x-amz-checksum-sha256': 'any',
  'x-amz-checksum-sha512': 'any',
  'x-amz-content-sha256': 'any',
  'x-amz-date': 'any',
  'x-amz-decoded-content-length': 'any',
  'x-amz-expected-bucket-owner': 'any',
  'x-amz-sdk-checksum-algorithm': 'any',
  'x-amz-security-token': 'any',
  'x-amz-te': 'any',
  'x-amz-trailer': 'any',
  'x-amz-user-agent': 'any',
};

const conditions = new Set([
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'range',
]);

function changesMeaning(header: string): boolean {
  return header.startsWith('x-amz-') || conditions.has(header);
}

function findAllowedValues(named: HeaderValues, header: string): HeaderValues[string] | undefined {
  if (Object.hasOwn(named, header)) return named[header];
  return header.startsWith(metadataPrefix) ? named[`${metadataPrefix}*`] : undefined;
}

const metadataPrefix = 'x-amz-meta-';
