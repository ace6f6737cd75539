import { SignJWT } from 'jose';
import type { Caller } from './call.ts';

/**
 * Signs a token as the API takes them, with a secret that both know. Times are in milliseconds since 1970. It stands
 * apart from what reads one, which loads the SDK: a world is opened with it and must not wait for that.
 */
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
