import { describe, expect, it } from 'vitest';
import { writingHandlers, writingIds, writingOutcome } from '#main/features/session/writing-handlers.ts';
import { openSession } from '#main/session/session-store.ts';
import { openWriteSessions } from '#main/session/write-sessions.ts';
import type { Session } from '#shared/contract/session.ts';
import { aConnection } from '#test/builders/a-connection.ts';
import { aMachineClock } from '#test/builders/a-machine-clock.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';

const context = { reference: 'r', role: null, host: 'browser' } as const;
const minute = 60_000;
const connections = [
  aConnection(),
  aConnection({ id: 'prod', name: 'Northern prod', environment: 'production' }),
  aConnection({ id: 'archive', name: 'Archive', environment: 'production', readOnly: true }),
  aConnection({ id: 'looked-at', name: 'Looked at', readOnly: true }),
];
const unlocking = {
  connectionId: 'prod',
  typed: 'Northern prod',
  minutes: 15,
  reason: 'INC-1: requeue',
} as const;

function desk(connectionId = 'prod') {
  const clock = aMachineClock();
  const session = openSession({
    version: '1',
    host: 'browser',
    processId: 'test',
    connections,
    connectionId,
    notices: [],
    writes: openWriteSessions(clock),
  });
  const told: string[] = [];
  session.onChange(({ connection, writing }) =>
    told.push(
      `${connection.id} ${connection.readOnly ? 'read-only' : 'writable'} ${writing?.until ?? ''}`.trim(),
    ),
  );
  const handlers = writingHandlers(session);
  return {
    clock,
    session,
    told,
    unlock: async (change: Partial<Record<keyof typeof unlocking, unknown>> = {}) =>
      handlers['connections.unlock']({ ...unlocking, ...change } as typeof unlocking, context),
    lock: async () => handlers['connections.lock']({}, context),
  };
}

describe('unlocking', () => {
  it('opens production for the requested time, and pushes the start and the end', async () => {
    const { clock, session, told, unlock } = desk();
    expect(session.current()).toMatchObject({ connection: { readOnly: true }, writing: null });
    const unlocked: Session = valueOf(await unlock());
    expect(unlocked).toMatchObject({
      connection: { id: 'prod', readOnly: false, unlockable: true },
      writing: {
        until: '2026-11-20T14:40:00.000Z',
        reason: 'INC-1: requeue',
      },
    });
    expect(session.connections().find(({ id }) => id === 'prod')?.readOnly).toBe(false);
    clock.pass(15 * minute);
    expect(session.current()).toMatchObject({ connection: { readOnly: true }, writing: null });
    expect(told).toEqual(['prod writable 2026-11-20T14:40:00.000Z', 'prod read-only']);
  });

  it('is extended by another request', async () => {
    const { clock, session, unlock } = desk();
    await unlock();
    clock.pass(14 * minute);
    await unlock({ minutes: 30 });
    clock.pass(29 * minute);
    expect(session.current().connection.readOnly).toBe(false);
    clock.pass(minute);
    expect(session.current().connection.readOnly).toBe(true);
  });

  it('does not repeat what was typed, which may be a secret, when a refusal is logged', async () => {
    const { unlock } = desk();
    expect(JSON.stringify(await unlock({ typed: 'hunter2' }))).not.toContain('hunter2');
  });

  it.each(['', 'northern prod', 'Northern prod ', 'prod', 'production'])(
    'refuses the name typed as "%s"',
    async (typed) => {
      const { session, told, unlock } = desk();
      expect(await unlock({ typed })).toMatchObject({
        failure: {
          code: 'plan-refused',
          why: 'typed-wrong',
          message: expect.stringContaining('Type Northern prod, exactly'),
        },
      });
      expect(session.current().connection.readOnly).toBe(true);
      expect(told).toEqual([]);
    },
  );

  it.each([
    ['staging', 'invalid-input', 'Staging is already writable. Nothing was changed.'],
    ['local', 'invalid-input', 'Local sandbox is already writable. Nothing was changed.'],
    ['archive', 'read-only', 'its entry in connections.json says so. Nothing was unlocked'],
    ['looked-at', 'read-only', 'its entry in connections.json says so. Nothing was unlocked'],
  ])('refuses %s with %s and why', async (connectionId, code, message) => {
    const { session, told, unlock } = desk(connectionId);
    const { name, readOnly } = session.current().connection;
    expect(await unlock({ connectionId, typed: name })).toMatchObject({
      failure: { code, message: expect.stringContaining(message) },
    });
    expect(session.current().connection.readOnly).toBe(readOnly);
    expect(told).toEqual([]);
  });

  it('refuses a connection that is not the open one', async () => {
    const { session, unlock } = desk('staging');
    expect(await unlock()).toMatchObject({
      failure: {
        code: 'not-found',
        message: 'Staging is open, not "prod". Nothing was unlocked. Open that connection first.',
      },
    });
    expect(session.open('prod')?.connection.readOnly).toBe(true);
  });
});

describe('the unlocked time ends', () => {
  it('at once when it is locked', async () => {
    const { told, unlock, lock } = desk();
    await unlock();
    expect(valueOf(await lock())).toMatchObject({ connection: { readOnly: true }, writing: null });
    expect(told.at(-1)).toBe('prod read-only');
  });

  it('when another connection is opened, also for a return', async () => {
    const { session, unlock } = desk();
    await unlock();
    expect(session.open('prod')?.writing).not.toBeNull();
    expect(session.open('staging')).toMatchObject({ connection: { readOnly: false }, writing: null });
    expect(session.open('prod')).toMatchObject({ connection: { readOnly: true }, writing: null });
  });

  it('during a sleep, at the first look', async () => {
    const { clock, session, told, unlock } = desk();
    await unlock();
    clock.sleep(60 * minute);
    expect(session.current().connection.readOnly).toBe(true);
    expect(told.at(-1)).toBe('prod read-only');
  });

  it('with the console: the next one starts locked', async () => {
    await desk().unlock();
    expect(desk().session.current().connection.readOnly).toBe(true);
  });
});

it('the audit has for how long production was unlocked, why, and until when', () => {
  const input = { connectionId: 'prod', typed: 'Prod', minutes: 30, reason: 'INC-7' };
  expect(writingIds('connections.unlock', input)).toEqual({ minutes: '30', reason: 'INC-7' });
  const writing = { until: '2026-11-20T14:30:00.000Z', reason: 'INC-7' };
  expect(writingOutcome('connections.unlock', aSession({ writing }))).toEqual({ until: writing.until });
});

it('the audit has nothing of other calls', () => {
  expect(writingIds('connections.lock', {})).toEqual({});
  expect(writingOutcome('connections.lock', aSession())).toBeUndefined();
  expect(writingOutcome('connections.unlock', aSession())).toBeUndefined();
});
