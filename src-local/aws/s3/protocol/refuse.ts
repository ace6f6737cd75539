import type { AwsError } from '../../protocol/aws-error.ts';
import type { WireRequest, WireResponse } from '../../protocol/wire.ts';
import { elementOf, textElement } from './xml-write.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#RESTErrorResponses */
export function refuse(error: AwsError, request: WireRequest, requestId: string): WireResponse {
  // The dispatcher's own name for it, which the services that speak JSON use.
  const code = error.name === 'InternalServerError' ? 'InternalError' : error.name;
  const fields = Object.entries(error.fields).map(([name, value]) => textElement(name, String(value)));
  const content = elementOf(
    'Error',
    textElement('Code', code),
    textElement('Message', error.message),
    ...fields,
    textElement('Resource', request.path),
    textElement('RequestId', requestId),
    textElement('HostId', hostIdOf(requestId)),
  );
  const headers = { 'content-type': 'application/xml', ...answerHeaders(requestId) };
  const body = request.method === 'HEAD' ? '' : `<?xml version="1.0" encoding="UTF-8"?>\n${content}`;
  return { status: error.status, headers, body };
}

export function answerHeaders(requestId: string): Record<string, string> {
  return { 'x-amz-request-id': requestId, 'x-amz-id-2': hostIdOf(requestId), server: 'AmazonS3' };
}

/** S3 gives each request a second, longer id; here it says nothing that the first does not. */
export function hostIdOf(requestId: string): string {
  return Buffer.from(requestId).toString('base64');
}
