import { errors, jwtVerify, SignJWT, type CryptoKey } from 'jose';
import { z } from 'zod';
import { roleSchema } from '#shared/contract/define.ts';
import { ApiProblem, type Caller } from './call.ts';

/** Who calls, from `Authorization: Bearer …`, at a moment. */
export async function readToken(
  key: CryptoKey | Uint8Array,
  authorization: string | undefined,
  now: number,
): Promise<Caller> {
  const [, token] = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) throw notSignedIn('Send a token as "Authorization: Bearer …".');
  const claims = await verified(key, token, now);
  const caller = claimsSchema.safeParse(claims);
  if (!caller.success) {
    throw notSignedIn(
      `The token lacks what this API goes by, or has it otherwise: ${z.prettifyError(caller.error)}`,
    );
  }
  return caller.data;
}

/** `sub` becomes a part of keys. */
const claimsSchema = z.object({
  sub: z.string().regex(/^[\u0021\u0022\u0024-\u007e]{1,128}$/),
  name: z.string().min(1).max(200),
  role: roleSchema,
  tenants: z.union([z.literal('*'), z.array(z.string())]),
});

async function verified(key: CryptoKey | Uint8Array, token: string, now: number): Promise<unknown> {
  try {
    const { payload } = await jwtVerify(token, key, {
      currentDate: new Date(now),
      requiredClaims: ['exp'],
      algorithms: algorithmsFor(key),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new ApiProblem('sign-in-expired', 'The token has expired. Nothing was done; sign in again.');
    }
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      throw notSignedIn('The token is not valid here. Nothing was done; sign in.');
    }
    throw error;
  }
}

/** By the key and not by what the token says of itself: a public key must never pass for a secret. */
function algorithmsFor(key: CryptoKey | Uint8Array): string[] {
  if (key instanceof Uint8Array || key.type === 'secret') return ['HS256'];
  return ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
}

function notSignedIn(detail: string): ApiProblem {
  return new ApiProblem('not-signed-in', detail);
}

/** A token as the API takes them, by a secret that both know. Times in milliseconds since 1970. */
export function signToken(
  key: Uint8Array,
  { sub, name, role, tenants }: Caller,
  { issuedAt, expiresAt }: { readonly issuedAt: number; readonly expiresAt: number },
): Promise<string> {
  return new SignJWT({ name, role, tenants })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(sub)
    .setIssuedAt(new Date(issuedAt))
    .setExpirationTime(new Date(expiresAt))
    .sign(key);
}
