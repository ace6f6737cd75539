import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/contract.ts';
import { command, nothing } from '#shared/contract/define.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { AuditLog } from '#main/audit/audit-log.ts';
import { inputLimitBytes } from '#main/gate/admit.ts';
import { whoAsks } from '#main/gate/serve-contract.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';

const save = { operation: 'preferences.save', input: { theme: 'dark' } };

describe('the gate', () => {
  it('lets a valid call through and returns its value', async () => {
    const { gate, reached } = aGate();
    const result = await gate.call(trusted, { operation: 'session.current', input: {} });
    expect(result).toEqual({ ok: true, value: { reached: 'session.current' } });
    expect(reached).toEqual(['session.current']);
  });

  it('refuses an untrusted caller before anything else is checked', async () => {
    const { gate, reached } = aGate();
    const result = await gate.call(
      { trusted: false, why: 'The frame is gone.' },
      { operation: 'no.such', input: { huge: 'x'.repeat(3_000_000) } },
    );
    expect(result).toMatchObject({ ok: false, failure: { code: 'untrusted-caller' } });
    expect(reached).toEqual([]);
  });

  it.each([
    'no.such',
    '__proto__',
    'constructor',
    'toString',
    '',
    7,
    null,
    undefined,
    {},
    ['session.current'],
  ])('refuses the unknown operation %j', async (operation) => {
    const { gate, reached } = aGate();
    const result = await gate.call(trusted, { operation, input: {} });
    expect(result).toMatchObject({ ok: false, failure: { code: 'unknown-operation' } });
    expect(reached).toEqual([]);
  });

  it('refuses malformed input before any handler runs, and names the field', async () => {
    const { gate, reached } = aGate();
    const result = await gate.call(trusted, { operation: 'preferences.save', input: { theme: 'sepia' } });
    expect(result).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input', issues: [{ path: 'theme' }] },
    });
    expect(reached).toEqual([]);
  });

  it('refuses a field the operation does not know', async () => {
    const { gate, reached } = aGate();
    const result = await gate.call(trusted, { operation: 'session.current', input: { tenant: 'other' } });
    expect(result).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect(!result.ok && result.failure.message).toContain('tenant');
    expect(reached).toEqual([]);
  });

  it('refuses an input over the cap without parsing it', async () => {
    const { gate, reached } = aGate();
    const message = 'x'.repeat(inputLimitBytes + 1);
    const result = await gate.call(trusted, { operation: 'problems.report', input: { where: 'a', message } });
    expect(result).toMatchObject({
      ok: false,
      failure: { code: 'input-too-large', limitBytes: inputLimitBytes },
    });
    expect(reached).toEqual([]);
  });

  it('refuses to call a watch and to watch a query', async () => {
    const { gate, reached } = aGate();
    expect(await gate.call(trusted, { operation: 'session.watch', input: {} })).toMatchObject({
      failure: { code: 'malformed-request' },
    });
    expect(gate.watch(trusted, { operation: 'session.current', input: {} }, () => undefined)).toMatchObject({
      failure: { code: 'malformed-request' },
    });
    expect(reached).toEqual([]);
  });

  it('turns a thrown error into a reference and shows the page nothing of it', async () => {
    const { gate, logged } = aGate({
      handlers: {
        'session.current': () => {
          throw new Error('table funds-prod is on fire');
        },
      },
    });
    const result = await gate.call(trusted, { operation: 'session.current', input: {} });
    expect(result).toMatchObject({ ok: false, failure: { code: 'unexpected', reference: 'ref-1' } });
    expect(JSON.stringify(result)).not.toContain('funds-prod');
    expect(logged.find(({ level }) => level === 'error')?.fields).toMatchObject({ reference: 'ref-1' });
  });

  it('gives every failure the reference under which it is logged', async () => {
    const { gate, logged } = aGate({
      handlers: { 'connections.open': () => refused({ code: 'not-found', message: 'No.', what: 'it' }) },
    });
    const result = await gate.call(trusted, { operation: 'connections.open', input: { connectionId: 'x' } });
    expect(result).toMatchObject({ failure: { code: 'not-found', reference: 'ref-1' } });
    expect(logged.at(-1)?.fields).toMatchObject({ reference: 'ref-1', code: 'not-found' });
  });

  it('keeps the receipt of a failure from the page', async () => {
    const receipt = {
      pattern: 'p',
      index: 'GSI2',
      pages: 1,
      items: 0,
      rru: 50,
      bytes: 0,
      ms: 2,
      asOf: '2026-11-20T00:00:00Z',
    };
    const failed = { ...refused({ code: 'throttled', message: 'Slower.', attempts: 4 }), receipt };
    const { gate } = aGate({ handlers: { 'session.current': () => failed } });
    const result = await gate.call(trusted, { operation: 'session.current', input: {} });
    expect(Object.keys(result)).toEqual(['ok', 'failure']);
  });
});

describe('the caller', () => {
  it('is known in all work of a call, and of no other call', async () => {
    const asks = whoAsks();
    const heard: (string | null)[] = [];
    const { gate } = aGate({
      during: asks.during,
      handlers: {
        'session.current': async () => {
          await Promise.resolve();
          heard.push(asks.operation());
          return ok({} as never);
        },
        'tenants.list': () => {
          heard.push(asks.operation());
          return ok({} as never);
        },
      },
    });
    await Promise.all([
      gate.call(trusted, { operation: 'session.current', input: {} }),
      gate.call(trusted, { operation: 'tenants.list', input: {} }),
    ]);
    expect(new Set(heard)).toEqual(new Set(['session.current', 'tenants.list']));
    expect(asks.operation()).toBeNull();
  });

  it('is known in a watch, long after it was started', async () => {
    const asks = whoAsks();
    let heard: string | null = null;
    let go = (): void => undefined;
    const waited = new Promise<void>((resolve) => (go = resolve));
    let ended = Promise.resolve();
    const { gate } = aGate({
      during: asks.during,
      watchers: {
        'spend.watch': () => {
          ended = waited.then(() => void (heard = asks.operation()));
          return () => undefined;
        },
      },
    });
    gate.watch(trusted, { operation: 'spend.watch', input: {} }, () => undefined);
    go();
    await ended;
    expect(heard).toBe('spend.watch');
  });
});

describe('roles', () => {
  const operations = {
    'queues.drain': command({ does: 'Made up.', input: nothing, output: nothing, roles: ['admin'] }),
  };
  const drain = { operation: 'queues.drain', input: {} };

  it('let a caller through if the operation names the role', async () => {
    const { gate, reached } = aGate({ operations, role: 'admin' });
    await expect(gate.call(trusted, drain)).resolves.toMatchObject({ ok: true });
    expect(reached).toEqual(['queues.drain']);
  });

  it.each(['support', 'reviewer', null] as const)(
    'refuse %s, and the handler is never reached',
    async (role) => {
      const { gate, reached } = aGate({ operations, role });
      await expect(gate.call(trusted, drain)).resolves.toMatchObject({
        ok: false,
        failure: { code: 'role-required', role, allowed: ['admin'] },
      });
      expect(reached).toEqual([]);
    },
  );

  it('are checked after the input, so that a malformed call learns nothing of them', async () => {
    const { gate } = aGate({ operations, role: 'support' });
    await expect(gate.call(trusted, { ...drain, input: { extra: 1 } })).resolves.toMatchObject({
      failure: { code: 'invalid-input' },
    });
  });
});

describe('auditing', () => {
  const recorded = () => {
    const calls: string[] = [];
    const audit: AuditLog = {
      around: async ({ operation }, work) => {
        calls.push(operation);
        return work();
      },
      close() {
        // This audit trail has no open file.
      },
    };
    return { audit, calls };
  };

  it('surrounds every audited command, and nothing else', async () => {
    for (const [operation, input] of [
      ['session.actAs', { personaId: 'admin' }],
      ['connections.open', { connectionId: 'local' }],
      ['session.current', {}],
      ['preferences.save', {}],
    ] as const) {
      const { audit, calls } = recorded();
      const { gate, reached } = aGate({ audit });
      await gate.call(trusted, { operation, input });
      expect(calls).toEqual(contract[operation].audited ? [operation] : []);
      expect(reached).toEqual([operation]);
    }
  });

  it('does not include a call that was refused', async () => {
    const { audit, calls } = recorded();
    const { gate } = aGate({ audit });
    await gate.call(trusted, { operation: 'connections.open', input: {} });
    expect(calls).toEqual([]);
  });
});

describe('commands', () => {
  it('run once for one key, and both callers get the one result', async () => {
    const { gate, reached } = aGate();
    const twice = await Promise.all([
      gate.call(trusted, { ...save, idempotencyKey: 'key-00000001' }),
      gate.call(trusted, { ...save, idempotencyKey: 'key-00000001' }),
    ]);
    expect(twice[0]).toEqual(twice[1]);
    expect(reached).toEqual(['preferences.save']);
  });

  it('refuse a key that is reused with another input', async () => {
    const { gate, reached } = aGate();
    await gate.call(trusted, { ...save, idempotencyKey: 'key-00000001' });
    const second = await gate.call(trusted, {
      ...save,
      input: { theme: 'light' },
      idempotencyKey: 'key-00000001',
    });
    expect(second).toMatchObject({ ok: false, failure: { code: 'key-reused' } });
    expect(reached).toHaveLength(1);
  });

  it('forget a key after a day', async () => {
    const { gate, reached, advance } = aGate();
    await gate.call(trusted, { ...save, idempotencyKey: 'key-00000001' });
    advance(24 * 3_600_000 + 1);
    await gate.call(trusted, { ...save, idempotencyKey: 'key-00000001' });
    expect(reached).toHaveLength(2);
  });

  it('may be tried again with the same key after a refusal, which did nothing', async () => {
    let full = true;
    const { gate, reached } = aGate({
      handlers: {
        'preferences.save': () =>
          full ? refused({ code: 'storage-failed', message: 'Full.', file: 'f' }) : ok({} as never),
      },
    });
    const keyed = { ...save, idempotencyKey: 'key-00000001' };
    await expect(gate.call(trusted, keyed)).resolves.toMatchObject({ ok: false });
    full = false;
    await expect(gate.call(trusted, keyed)).resolves.toMatchObject({ ok: true });
    expect(reached).toHaveLength(2);
  });

  it('are not repeated after an error that may have done half', async () => {
    const { gate, reached } = aGate({
      handlers: {
        'preferences.save': () => {
          throw new Error('after the write');
        },
      },
    });
    const keyed = { ...save, idempotencyKey: 'key-00000001' };
    await gate.call(trusted, keyed);
    await expect(gate.call(trusted, keyed)).resolves.toMatchObject({ failure: { code: 'unexpected' } });
    expect(reached).toHaveLength(1);
  });

  it('run again with the same key if their answer must not be stored', async () => {
    const { gate, reached } = aGate();
    const reveal = { operation: 'explorer.reveal', input: { handle: 'h', attribute: 'email' } };
    await gate.call(trusted, { ...reveal, idempotencyKey: 'key-00000001' });
    await gate.call(trusted, { ...reveal, idempotencyKey: 'key-00000001' });
    expect(reached).toHaveLength(2);
  });

  it('run each time when they have no key', async () => {
    const { gate, reached } = aGate();
    await gate.call(trusted, save);
    await gate.call(trusted, save);
    expect(reached).toHaveLength(2);
  });

  it.each(['short', 'has space in it', 42, 'x'.repeat(129), null])(
    'refuse the malformed key %j',
    async (key) => {
      const { gate, reached } = aGate();
      const result = await gate.call(trusted, { ...save, idempotencyKey: key });
      expect(result).toMatchObject({ ok: false, failure: { code: 'malformed-request' } });
      expect(reached).toEqual([]);
    },
  );
});

describe('watches', () => {
  it('emit values until they are stopped', () => {
    let push: ((value: never) => void) | undefined;
    let stopped = false;
    const { gate } = aGate({
      watchers: {
        'spend.watch': (_input, emit) => {
          push = (value) => emit(value);
          return () => void (stopped = true);
        },
      },
    });
    const seen: unknown[] = [];
    const subscription = gate.watch(trusted, { operation: 'spend.watch', input: {} }, (result) =>
      seen.push(result),
    );
    push?.({ calls: 1 } as never);
    expect(seen).toEqual([{ ok: true, value: { calls: 1 } }]);
    if (subscription.ok) subscription.value.stop();
    expect(stopped).toBe(true);
  });
});
