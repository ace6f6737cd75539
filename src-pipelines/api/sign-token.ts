import { SignJWT } from 'jose';
import type { Caller } from './call.ts';

/**
 * Signs a token for the API with a shared secret. Times are in milliseconds since 1970. It is apart from the code that
 * reads tokens, because that loads the SDK, and opening a world must not wait for it.
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
