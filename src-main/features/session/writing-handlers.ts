import { z } from 'zod';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import { whyReadOnly } from '#shared/permissions.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { SessionStore } from '../../session/session-store.ts';

type Names = 'connections.unlock' | 'connections.lock';
type Unlocking = Parameters<Handlers['connections.unlock']>[0];

export function writingHandlers(
  session: Pick<SessionStore, 'current' | 'unlock' | 'lock'>,
): Pick<Handlers, Names> {
  return {
    'connections.unlock': (input) => {
      const refusal = whyNotUnlocked(session.current().connection, input);
      if (refusal !== undefined) return refusal;
      const unlocked = session.unlock(input.minutes, input.reason);
      return unlocked === undefined ? notUnlockable(session.current().connection) : ok(unlocked);
    },
    'connections.lock': () => ok(session.lock()),
  };
}

function whyNotUnlocked(
  connection: ConnectionSummary,
  { connectionId, typed }: Unlocking,
): Result<never> | undefined {
  const { id, name, unlockable } = connection;
  if (connectionId !== id) {
    return refused({
      code: 'not-found',
      message: `${name} is open, not "${connectionId}". Nothing was unlocked. Open that connection first.`,
      what: `connection ${connectionId}`,
    });
  }
  if (!unlockable) return notUnlockable(connection);
  if (typed === name) return undefined;
  return refused({
    code: 'plan-refused',
    why: 'typed-wrong',
    // The typed text may be a secret that was meant for another field, and this message goes to the log.
    message: `${typed === '' ? 'No name typed.' : 'The name does not match.'} Type ${name}, exactly as it is written. Nothing was unlocked.`,
  });
}

function notUnlockable(connection: ConnectionSummary): Result<never> {
  const why = whyReadOnly(connection);
  if (why !== null) {
    const message = `${why} Nothing was unlocked. Change the file and restart Sluice to unlock it.`;
    return refused({ code: 'read-only', message });
  }
  return refused({
    code: 'invalid-input',
    message: `${connection.name} is already writable. Nothing was changed.`,
    issues: [{ path: 'connectionId', problem: 'needs no unlocking' }],
  });
}

type Ids = Readonly<Record<string, string>>;

/**
 * Audits for how long and why. The reason was typed to be found again; the typed name is covered by the hash of the
 * call.
 */
export function writingIds(operation: string, input: unknown): Ids {
  if (operation !== 'connections.unlock') return {};
  const { data } = inputSchema.safeParse(input);
  return data === undefined ? {} : { minutes: String(data.minutes), reason: data.reason };
}

/** Audits until when, so that what was done in that time can be matched with it. */
export function writingOutcome(operation: string, value: unknown): Ids | undefined {
  if (operation !== 'connections.unlock') return undefined;
  const { data } = outcomeSchema.safeParse(value);
  return data === undefined ? undefined : { until: data.writing.until };
}

const inputSchema = z.object({ minutes: z.number(), reason: z.string() });
const outcomeSchema = z.object({ writing: z.object({ until: z.string() }) });
