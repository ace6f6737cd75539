import type { World } from '../../world/world.ts';
import type { RestService } from '../dispatch.ts';
import { AwsError } from '../protocol/aws-error.ts';
import type { WireRequest, WireResponse } from '../protocol/wire.ts';

const version = '2011-06-15';
const namespace = `https://sts.amazonaws.com/doc/${version}/`;

/**
 * STS still speaks the AWS Query protocol: a form goes in, XML comes out.
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
 */
export function sts(world: World): RestService {
  return {
    name: 'sts',
    operationOf: (request) => formOf(request)?.get('Action') ?? undefined,
    run: async (request, call) => {
      const form = formOf(request) ?? new URLSearchParams();
      refuseUnknown(form);
      return xmlAnswer(200, callerIdentity(world, accessKeyOf(request), call.requestId), call.requestId);
    },
    refuse: (error, _request, requestId) => xmlAnswer(error.status, refusal(error, requestId), requestId),
  };
}

/** Everything else that is posted without an AWS JSON target is meant for S3. */
function formOf(request: WireRequest): URLSearchParams | undefined {
  const type = request.headers['content-type'] ?? '';
  if (request.method !== 'POST' || request.path !== '/') return undefined;
  if (!type.startsWith('application/x-www-form-urlencoded')) return undefined;
  return new URLSearchParams(Buffer.from(request.body).toString('utf8'));
}

function refuseUnknown(form: URLSearchParams): void {
  const action = form.get('Action');
  const asked = form.get('Version');
  if (action !== 'GetCallerIdentity' || asked !== version) {
    const message = `Could not find operation ${action} for version ${asked ?? 'NO_VERSION_SPECIFIED'}`;
    throw new AwsError('InvalidAction', message);
  }
  for (const name of form.keys()) {
    if (name === 'Action' || name === 'Version') continue;
    throw new AwsError('ValidationError', `Parameter '${name}' is unknown or not supported`);
  }
}

/** The signature is not checked; whose key it was made with is all that is known of a caller. */
function accessKeyOf(request: WireRequest): string {
  const key = /Credential=([^/,\s]+)\//.exec(request.headers['authorization'] ?? '')?.[1];
  if (key !== undefined) return key;
  const message = 'Request is missing Authentication Token';
  throw new AwsError('MissingAuthenticationToken', message, { status: 403 });
}

function callerIdentity(world: World, accessKey: string, requestId: string): string {
  const arn = `arn:aws:iam::${world.account}:user/${accessKey}`;
  return (
    `<GetCallerIdentityResponse xmlns="${namespace}"><GetCallerIdentityResult>` +
    `<Arn>${escaped(arn)}</Arn><UserId>${escaped(accessKey)}</UserId><Account>${world.account}</Account>` +
    `</GetCallerIdentityResult>${metadata(requestId)}</GetCallerIdentityResponse>`
  );
}

function metadata(requestId: string): string {
  return `<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata>`;
}

function refusal(error: AwsError, requestId: string): string {
  const type = error.status < 500 ? 'Sender' : 'Receiver';
  return (
    `<ErrorResponse xmlns="${namespace}"><Error><Type>${type}</Type><Code>${escaped(error.name)}</Code>` +
    `<Message>${escaped(error.message)}</Message></Error><RequestId>${requestId}</RequestId></ErrorResponse>`
  );
}

function xmlAnswer(status: number, body: string, requestId: string): WireResponse {
  return { status, headers: { 'content-type': 'text/xml', 'x-amzn-requestid': requestId }, body };
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
