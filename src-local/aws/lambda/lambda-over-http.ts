import type { RestService } from '../dispatch.ts';
import { AwsError } from '../protocol/aws-error.ts';
import type { JsonService } from '../protocol/operation.ts';
import type { WireRequest, WireResponse } from '../protocol/wire.ts';

/**
 * Lambda's REST protocol, for the one operation that a client of another machine needs: the list of functions.
 * https://docs.aws.amazon.com/lambda/latest/api/API_ListFunctions.html
 */
export function lambdaOverHttp(lambda: JsonService): RestService {
  return {
    name: 'lambda',
    readOperationName: (request) => (isList(request) ? 'ListFunctions' : undefined),
    async run({ query }, call) {
      const answer = await lambda.run('ListFunctions', readInput(new URLSearchParams(query)), call);
      return toJson(200, answer ?? {}, { 'x-amzn-requestid': call.requestId });
    },
    refuse: ({ name, message, status }, _request, requestId) =>
      toJson(
        status ?? 400,
        { Type: 'User', message },
        { 'x-amzn-requestid': requestId, 'x-amzn-errortype': name },
      ),
  };
}

/** A bucket may have this name, too: its requests are signed for S3. */
function isList({ method, path, headers }: WireRequest): boolean {
  const isSignedForUs = headers['authorization']?.includes('/lambda/aws4_request') === true;
  return method === 'GET' && /^\/2015-03-31\/functions\/?$/.test(path) && isSignedForUs;
}

function readInput(query: URLSearchParams): object {
  const known = new Set(['MaxItems', 'Marker']);
  const other = [...query.keys()].find((name) => !known.has(name));
  if (other !== undefined) {
    throw new AwsError('InvalidParameterValueException', `The parameter ${other} is not supported here.`);
  }
  const [most, Marker] = [query.get('MaxItems'), query.get('Marker')];
  return { ...(most !== null && { MaxItems: Number(most) }), ...(Marker !== null && { Marker }) };
}

function toJson(status: number, body: object, headers: Record<string, string>): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}
