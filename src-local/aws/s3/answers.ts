import { createHash } from 'node:crypto';
import type { World } from '../../world/world.ts';
import { AwsError } from '../protocol/aws-error.ts';
import type { WireRequest, WireResponse } from '../protocol/wire.ts';
import { createElement, textElement, xmlDocument } from './xml.ts';

type Headers = Readonly<Record<string, string>>;

export function xmlAnswer(root: string, content: string, headers: Headers = {}): WireResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/xml', ...headers },
    body: xmlDocument(root, content),
  };
}

export function emptyAnswer(status: number, headers: Headers = {}): WireResponse {
  return { status, headers, body: '' };
}

/** Formats a time as in `Last-Modified`, in whole seconds. */
export function httpDate(time: number): string {
  return new Date(time).toUTCString();
}

/** Formats a time as in S3's XML: whole seconds, written with three zeros. */
export function formatIsoDate(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString();
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#RESTErrorResponses */
export function refuse(error: AwsError, request: WireRequest, requestId: string): WireResponse {
  // The dispatcher uses this name, as the services that speak JSON do.
  const code = error.name === 'InternalServerError' ? 'InternalError' : error.name;
  const fields = Object.entries(error.fields).map(([name, value]) => textElement(name, String(value)));
  const content = createElement(
    'Error',
    textElement('Code', code),
    textElement('Message', error.message),
    ...fields,
    textElement('Resource', request.path),
    textElement('RequestId', requestId),
    textElement('HostId', toHostId(requestId)),
  );
  const headers = { 'content-type': 'application/xml', ...answerHeaders(requestId) };
  const body = request.method === 'HEAD' ? '' : `<?xml version="1.0" encoding="UTF-8"?>\n${content}`;
  return { status: error.status, headers, body };
}

export function answerHeaders(requestId: string): Record<string, string> {
  return { 'x-amz-request-id': requestId, 'x-amz-id-2': toHostId(requestId), server: 'AmazonS3' };
}

/** S3 gives each request a second, longer id. Here it is derived from the first. */
export function toHostId(requestId: string): string {
  return Buffer.from(requestId).toString('base64');
}

/** S3 names an account by 64 hexadecimal digits of its own. */
export function canonicalUserId(world: World): string {
  return createHash('sha256').update(world.account).digest('hex');
}

export function ownerElement(world: World, name = 'Owner'): string {
  return createElement(name, textElement('ID', canonicalUserId(world)));
}

/** Errors of https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, in S3's words. */
export function noSuchBucket(bucket: string): AwsError {
  const fields = { BucketName: bucket };
  return new AwsError('NoSuchBucket', 'The specified bucket does not exist', { status: 404, fields });
}

export function noSuchKey(key: string): AwsError {
  const fields = { Key: key };
  return new AwsError('NoSuchKey', 'The specified key does not exist.', { status: 404, fields });
}

export function noSuchUpload(uploadId: string): AwsError {
  const message =
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.';
  return new AwsError('NoSuchUpload', message, { status: 404, fields: { UploadId: uploadId } });
}

export function accessDenied(message = 'Access Denied', fields: Record<string, unknown> = {}): AwsError {
  return new AwsError('AccessDenied', message, { status: 403, fields });
}

export function preconditionFailed(condition: string): AwsError {
  const message = 'At least one of the pre-conditions you specified did not hold';
  return new AwsError('PreconditionFailed', message, { status: 412, fields: { Condition: condition } });
}

export function invalidArgument(message: string, name?: string, value?: string): AwsError {
  const fields = name === undefined ? {} : { ArgumentName: name, ArgumentValue: value };
  return new AwsError('InvalidArgument', message, { fields });
}

export function invalidRequest(message: string): AwsError {
  return new AwsError('InvalidRequest', message);
}

/**
 * S3 answers this for a header it knows and does not serve. It is also used here for any sub-resource that is
 * not built.
 */
export function notImplemented(
  part: 'header' | 'query parameter' | 'XML element',
  name: string,
  value?: string,
): AwsError {
  const fields = part === 'header' ? { Header: name } : { Parameter: name };
  const shown = value === undefined ? name : `${name}: ${value}`;
  return new AwsError(
    'NotImplemented',
    `A ${part} you provided implies functionality that is not implemented (${shown})`,
    { status: 501, fields },
  );
}

export function methodNotAllowed(method: string): AwsError {
  const fields = { Method: method };
  const message = 'The specified method is not allowed against this resource.';
  return new AwsError('MethodNotAllowed', message, { status: 405, fields });
}
