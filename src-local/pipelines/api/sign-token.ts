import { SignJWT } from 'jose';
import type { Caller } from './call.ts';

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
