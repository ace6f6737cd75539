import { errors, jwtVerify, type CryptoKey } from 'jose';
import { z } from 'zod';
import { roleSchema } from '#shared/contract/define.ts';
import type { PipelineParts } from '../parts.ts';
import { ApiProblem, type Caller } from './call.ts';
import type { ApiRequest } from './read-request.ts';

/** Says who calls, or throws `not-signed-in`. */
export type Identify<Request extends ApiRequest = ApiRequest> = (request: Request) => Promise<Caller>;

/** Reads the caller from `Authorization: Bearer …`, verified with a secret or with the public half of a pair. */
export function identifyByToken(parts: Pick<PipelineParts, 'now'>, key: CryptoKey | Uint8Array): Identify {
  return async ({ headers }) => {
    const [, token] = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(headers['authorization'] ?? '') ?? [];
    if (token === undefined) throw createSignInProblem('Send a token as "Authorization: Bearer …".');
    return parseCaller(await verifyToken(key, token, parts.now()), 'The token');
  };
}

async function verifyToken(key: CryptoKey | Uint8Array, token: string, now: number): Promise<unknown> {
  try {
    const { payload } = await jwtVerify(token, key, {
      currentDate: new Date(now),
      requiredClaims: ['exp'],
      algorithms: listAlgorithms(key),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new ApiProblem('sign-in-expired', 'The token has expired. Nothing was done; sign in again.');
    }
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      throw createSignInProblem('The token is not valid here. Nothing was done; sign in.');
    }
    throw error;
  }
}

/** The key decides, not the token's own header: a public key must never pass for a secret. */
function listAlgorithms(key: CryptoKey | Uint8Array): string[] {
  if (key instanceof Uint8Array || key.type === 'secret') return ['HS256'];
  return ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
}

/** `sub` becomes a part of keys. */
const callerSchema = z.object({
  sub: z.string().regex(/^[\u0021\u0022\u0024-\u007e]{1,128}$/),
  name: z.string().min(1).max(200),
  role: roleSchema,
  tenants: z.union([z.literal('*'), z.array(z.string())]),
});

function parseCaller(claims: unknown, source: string): Caller {
  const caller = callerSchema.safeParse(claims);
  if (caller.success) return caller.data;
  const problems = z.prettifyError(caller.error);
  throw createSignInProblem(`${source} lacks what this API goes by, or has it otherwise: ${problems}`);
}

function createSignInProblem(detail: string): ApiProblem {
  return new ApiProblem('not-signed-in', detail);
}

/** A request together with what the HTTP API's own authorizer found out about its sender. */
export interface AuthorizedRequest extends ApiRequest {
  readonly authorizer: Authorizer | undefined;
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
export interface Authorizer {
  readonly jwt?: { readonly claims?: Readonly<Record<string, unknown>> | null } | null;
  readonly iam?: { readonly userArn?: string | null } | null;
}

/** Configures who may call. */
const identitiesSchema = z.strictObject({
  /** The claims that an issuer has under other names, as Cognito's `custom:role`. */
  claims: z.strictObject({ name: z.string(), role: z.string(), tenants: z.string() }).partial().default({}),
  /** IAM roles whose sessions may call, by the role's name. */
  iamRoles: z.record(z.string(), callerSchema.pick({ role: true, tenants: true })).default({}),
});
type Identities = z.output<typeof identitiesSchema>;

/** Reads JSON. Without any, tokens with the plain claims are taken, and the sessions of no IAM role. */
export function parseIdentities(text: string | undefined): Identities {
  return identitiesSchema.parse(JSON.parse(text || '{}'));
}

/**
 * Believes the HTTP API's authorizer, which has verified the token or the signature. No header is looked at, because
 * where no authorizer has been asked a header is only what the sender says.
 */
export function identifyByAuthorizer(
  { account }: Pick<PipelineParts, 'account'>,
  { claims: names, iamRoles }: Identities,
): Identify<AuthorizedRequest> {
  return async ({ authorizer }) => {
    const claims = authorizer?.jwt?.claims;
    if (claims) return parseCaller(readClaims(claims, names), 'The token');
    const userArn = authorizer?.iam?.userArn;
    if (userArn) return identifySession(userArn, account, iamRoles);
    throw createSignInProblem('Nothing is known of the sender. Nothing was done; sign in.');
  };
}

function readClaims(claims: Readonly<Record<string, unknown>>, names: Identities['claims']): object {
  const read = (name: string): unknown => (Object.hasOwn(claims, name) ? claims[name] : undefined);
  const roles = splitClaim(read(names.role ?? 'role'));
  const tenants = read(names.tenants ?? 'tenants');
  return {
    sub: read('sub'),
    // An access token often has no name, and the subject is then the best there is.
    name: read(names.name ?? 'name') ?? read('sub'),
    // An issuer that has roles as a list may say one in it.
    role: Array.isArray(roles) && roles.length === 1 ? (roles[0] as unknown) : roles,
    tenants: tenants === '*' ? tenants : splitClaim(tenants),
  };
}

/**
 * Reads a claim with several values. API Gateway passes every claim on as text, and writes a list as `[a b]`; some
 * issuers write one as `a b` or as `a,b` themselves.
 */
function splitClaim(claim: unknown): unknown {
  if (typeof claim !== 'string') return claim;
  const [, inside = claim] = /^\[(.*)\]$/s.exec(claim) ?? [];
  return inside
    .split(/[\s,]+/)
    .map((one) => one.replaceAll(/^"|"$/g, ''))
    .filter((one) => one !== '');
}

/** A session's name tells people with the same role apart, so it belongs to the subject. */
function identifySession(userArn: string, account: string, iamRoles: Identities['iamRoles']): Caller {
  const [, owner, role = '', session = ''] =
    /^arn:[\w-]+:sts::(\d{12}):assumed-role\/([^/]+)\/([^/]+)$/.exec(userArn) ?? [];
  const allowed = owner === account && Object.hasOwn(iamRoles, role) ? iamRoles[role] : undefined;
  if (!allowed) {
    throw createSignInProblem(`${userArn} is no session of a role that may call this API. Nothing was done.`);
  }
  return parseCaller({ ...allowed, sub: `${role}/${session}`, name: session }, 'The session');
}
