import type { AwsError } from '../protocol/aws-error.ts';
import type { WireResponse } from '../protocol/wire.ts';

export const version = '2011-06-15';
const namespace = `https://sts.amazonaws.com/doc/${version}/`;

/** What an answer holds, member by member. */
export interface Members {
  readonly [name: string]: string | Members;
}

export function answered(action: string, members: Members, requestId: string): WireResponse {
  const body =
    `<${action}Response xmlns="${namespace}"><${action}Result>${xmlOf(members)}</${action}Result>` +
    `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata></${action}Response>`;
  return xmlAnswer(200, body, requestId);
}

export function refusal(error: AwsError, requestId: string): WireResponse {
  const type = error.status < 500 ? 'Sender' : 'Receiver';
  const body =
    `<ErrorResponse xmlns="${namespace}"><Error><Type>${type}</Type><Code>${escaped(error.name)}</Code>` +
    `<Message>${escaped(error.message)}</Message></Error><RequestId>${requestId}</RequestId></ErrorResponse>`;
  return xmlAnswer(error.status, body, requestId);
}

function xmlAnswer(status: number, body: string, requestId: string): WireResponse {
  return { status, headers: { 'content-type': 'text/xml', 'x-amzn-requestid': requestId }, body };
}

function xmlOf(members: Members): string {
  return Object.entries(members)
    .map(([name, value]) => `<${name}>${typeof value === 'string' ? escaped(value) : xmlOf(value)}</${name}>`)
    .join('');
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities.get(character) ?? character);
}
