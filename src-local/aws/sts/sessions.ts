import { expiredToken } from '../protocol/aws-error.ts';
import type { WireRequest } from '../protocol/wire.ts';
import type { World } from '../../world/world.ts';

/** A caller assumed this role for a limited time. */
export interface RoleSession {
  readonly arn: string;
  readonly userId: string;
  /** Milliseconds since 1970, by the clock of this world. */
  readonly expiresAt: number;
}

export function keepSession({ store }: World, token: string, session: RoleSession): void {
  store.collection<RoleSession>(sessionsKept).set(token, session);
}

/**
 * Returns the session of a token. Any caller may use a token that this world has not given out, as with every
 * key.
 */
export function findSession({ store }: World, request: WireRequest): RoleSession | undefined {
  const token = readSessionToken(request);
  return token === undefined ? undefined : store.collection<RoleSession>(sessionsKept).get(token);
}

/** AWS checks the caller before it checks the request. */
export function refuseExpired(world: World, service: string, request: WireRequest): void {
  const session = findSession(world, request);
  if (session !== undefined && session.expiresAt <= world.clock.now()) throw expiredToken(service);
}

/** The token is in a header, or in a presigned address. */
function readSessionToken({ headers, query }: WireRequest): string | undefined {
  const token = headers['x-amz-security-token'];
  if (token !== undefined || !query.includes('X-Amz-Security-Token=')) return token;
  return new URLSearchParams(query).get('X-Amz-Security-Token') ?? undefined;
}

const sessionsKept = 'sts/sessions';
