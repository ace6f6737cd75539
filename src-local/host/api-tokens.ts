import { createHash } from 'node:crypto';
import type { SandboxPersona } from '#shared/sandbox/personas.ts';
import type { Caller } from '#pipelines/api/call.ts';
import { signToken } from '#pipelines/api/sign-token.ts';

/** Tokens last long so that a sandbox needs no hourly sign-in. Time runs on the sandbox's own clock. */
const lifeMs = 30 * 86_400_000;

/** The pipeline API of this world verifies its callers with this key. */
export function deriveApiKey(seed: string): Uint8Array {
  return createHash('sha256').update(`sign-in/${seed}`).digest();
}

export function signFor(seed: string, caller: Caller, now: number): Promise<string> {
  return signToken(deriveApiKey(seed), caller, { issuedAt: now, expiresAt: now + lifeMs });
}

export function toCaller({ id, name, role, tenants }: SandboxPersona): Caller {
  return { sub: id, name, role, tenants };
}
