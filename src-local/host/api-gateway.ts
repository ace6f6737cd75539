import { errors, jwtVerify } from 'jose';
import { deploymentNames } from '#shared/domain/pipeline-names.ts';
import { buildProblem } from '#shared/pipeline-api/problem.ts';
import type { ApiRequest } from '#pipelines/api/read-request.ts';
import type { ApiResponse } from '#pipelines/api/serve-api.ts';
import type { World } from '../world/world.ts';
import { deriveApiKey } from './api-tokens.ts';

export type CallApi = (request: ApiRequest) => Promise<ApiResponse>;

/**
 * The HTTP API in front of its function: it verifies the sender's token and passes on what that claims. Without a valid
 * token the function is asked all the same, and answers that nothing is known of the sender.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function openApiGateway(world: World, seed: string): CallApi {
  const key = deriveApiKey(seed);
  return async (request) => {
    const claims = await verifyToken(key, request.headers['authorization'], world.clock.now());
    if (claims === 'expired') return signInExpired;
    const event = toEvent(world, request, claims);
    const answer = (await world.call('lambda', 'Invoke', {
      FunctionName: deploymentNames('sandbox').functions.serveApi,
      Payload: JSON.stringify(event),
    })) as { readonly FunctionError?: string; readonly Payload: string };
    if (answer.FunctionError !== undefined) return { status: 500, headers: json, body: failed };
    const { statusCode, headers, body } = JSON.parse(answer.Payload) as FunctionAnswer;
    return { status: statusCode, headers, body };
  };
}

interface FunctionAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const json = { 'content-type': 'application/json' };
const failed = '{"message":"Internal Server Error"}';

const expired = buildProblem('sign-in-expired', 'The token has expired. Nothing was done; sign in again.');
const signInExpired: ApiResponse = {
  status: expired.status,
  headers: {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'www-authenticate': 'Bearer error="invalid_token"',
  },
  body: JSON.stringify(expired),
};

type Claims = Readonly<Record<string, string>>;

async function verifyToken(
  key: Uint8Array,
  authorization: string | undefined,
  now: number,
): Promise<Claims | 'expired' | undefined> {
  const [, token] = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) return undefined;
  try {
    const currentDate = new Date(now);
    const { payload } = await jwtVerify(token, key, {
      currentDate,
      requiredClaims: ['exp'],
      algorithms: ['HS256'],
    });
    return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, toClaim(value)]));
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired';
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** API Gateway passes every claim on as text. */
function toClaim(value: unknown): string {
  return Array.isArray(value) ? `[${value.join(' ')}]` : String(value);
}

function toEvent(
  { account, random, clock }: World,
  { method, path, query, headers, body }: ApiRequest,
  claims: Claims | undefined,
): object {
  const now = clock.now();
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path.split('/').map(decode).join('/'),
    rawQueryString: query,
    headers,
    requestContext: {
      accountId: account,
      apiId: 'sandbox',
      ...(claims && { authorizer: { jwt: { claims, scopes: null } } }),
      http: {
        method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: random.uuid(),
      routeKey: '$default',
      stage: '$default',
      time: new Date(now).toISOString(),
      timeEpoch: now,
    },
    ...(body.length > 0 && { body: Buffer.from(body).toString('base64') }),
    isBase64Encoded: body.length > 0,
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
