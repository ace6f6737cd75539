import { describe, expect, it } from 'vitest';
import type { SandboxState } from '#shared/contract/sign-in.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { SandboxControl } from '#main/aws/sandbox.ts';
import { sandboxHandlers } from '#main/features/sandbox/sandbox-handlers.ts';
import type { ControlSandbox } from '#main/features/sandbox/sandbox-handlers.ts';
import { openSession } from '#main/session/session-store.ts';
import { openWriteSessions } from '#main/session/write-sessions.ts';
import { aConnection } from '#test/builders/a-connection.ts';
import { aMachineClock } from '#test/builders/a-machine-clock.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';

describe('the world of the sandbox, through the gate', () => {
  it('is read', async () => {
    const { call } = aConsole();
    expect(await call('sandbox.read')).toEqual(ok(aState()));
  });

  it.each(['support', 'reviewer', 'admin'] as const)('has its traffic paused by a %s', async (role) => {
    const { call } = aConsole({ role });
    expect(await call('sandbox.setTraffic', { paused: true })).toMatchObject({
      ok: true,
      value: { traffic: { paused: true } },
    });
  });

  it('starts over with another seed, and all pages forget what was read', async () => {
    const { call, session } = aConsole();
    const resets: number[] = [];
    session.onChange(({ sandboxResets }) => resets.push(sandboxResets));
    expect(await call('sandbox.reset', { seed: '7' })).toMatchObject({ ok: true, value: { seed: '7' } });
    expect(await call('sandbox.reset', {})).toMatchObject({ ok: true, value: { seed: '7' } });
    expect(resets).toEqual([1, 2]);
  });

  it('is reset once for each key', async () => {
    const { call, session } = aConsole();
    await call('sandbox.reset', {}, 'the-one-key');
    await call('sandbox.reset', {}, 'the-one-key');
    expect(session.current().sandboxResets).toBe(1);
  });

  it('causes no page to forget anything if it could not be reset', async () => {
    const down = refused({ code: 'aws-unreachable', message: 'No room.', service: 'sandbox' });
    const { call, session } = aConsole({ control: () => Promise.resolve(down) });
    expect(await call('sandbox.reset', {})).toMatchObject({ failure: { message: 'No room.' } });
    expect(session.current().sandboxResets).toBe(0);
  });

  it.each([
    ['sandbox.read', {}],
    ['sandbox.setTraffic', { paused: true }],
    ['sandbox.reset', {}],
  ] as const)('does not exist for an account: %s', async (operation, input) => {
    const { call } = aConsole({ connectionId: 'staging' });
    expect(await call(operation, input)).toMatchObject({ ok: false, failure: { code: 'not-found' } });
  });

  it.each(['', '-1', '01', '1.5', 'seven', '1'.repeat(17)])('refuses %j as a seed', async (seed) => {
    const { call } = aConsole();
    expect(await call('sandbox.reset', { seed })).toMatchObject({ failure: { code: 'invalid-input' } });
  });
});

function aState(change: { readonly seed?: string; readonly paused?: boolean } = {}): SandboxState {
  const { seed = '1', paused = false } = change;
  return {
    seed,
    since: '2026-01-05T09:00:00.000Z',
    traffic: { paused, batches: 3, batchesToday: 1, mostADay: 24 },
    told: { tenants: 4, batches: 44, documents: 16_000 },
  };
}

function aWorld(): SandboxControl {
  let seed = '1';
  return {
    read: () => Promise.resolve(aState({ seed })),
    setTraffic: (paused) => Promise.resolve(aState({ seed, paused })),
    reset(next = seed) {
      seed = next;
      return Promise.resolve(aState({ seed }));
    },
  };
}

function aConsole({
  role = 'support',
  connectionId = 'local',
  control,
}: {
  readonly role?: 'support' | 'reviewer' | 'admin';
  readonly connectionId?: string;
  readonly control?: ControlSandbox;
} = {}) {
  const session = openSession({
    version: '1',
    host: 'browser',
    processId: 'test',
    connections: [aConnection()],
    connectionId,
    notices: [],
    writes: openWriteSessions(aMachineClock()),
  });
  const world = aWorld();
  const handlers = sandboxHandlers(session, control ?? (async (use) => ok(await use(world))));
  const { gate } = aGate({ handlers, role });
  let calls = 0;
  return {
    session,
    call: (operation: string, input: object = {}, idempotencyKey = `some-key-${(calls += 1)}`) =>
      gate.call(trusted, { operation, input, idempotencyKey }),
  };
}
