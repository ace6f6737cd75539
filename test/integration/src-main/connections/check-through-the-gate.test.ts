import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { aConsoleOn, anAccount } from '#test/builders/an-account.ts';

/** Returns everything that the console has written to disk. */
function writtenIn(home: string): string {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'))
    .join('\n');
}

test('checks a connection that is not open without opening it, and writes it to the audit trail', async () => {
  const account = await anAccount();
  vi.stubEnv('SLUICE_TEST_TOKEN', account.tokenOf('support'));
  const console = await aConsoleOn(account.connection(), { connection: 'local' });
  const checked = await console.call('connections.check', { connectionId: 'staging' });

  if (!checked.ok) throw new Error(checked.failure.message);
  const made = checked.value.checks.filter(({ state }) => state !== 'not-checked');
  // Whether attention is kept is an observation, and this world has been followed only since it began.
  const wanted = made.filter(({ id }) => id !== 'tables:extraction.main:attention');
  expect(wanted.filter(({ state }) => state !== 'works')).toEqual([]);
  expect(made.length).toBeGreaterThan(25);
  expect(checked.value.notes).toEqual(['Checked what the support role needs.']);
  const session = await console.call('session.current', {});
  expect(session).toMatchObject({ ok: true, value: { connection: { id: 'local' } } });
  const written = writtenIn(console.home);
  expect(written).toContain('connections.check');
  expect(written).not.toContain('secret-of-the-account');
  expect(written).not.toContain(account.tokenOf('support'));
  expect(JSON.stringify(checked)).not.toContain(account.tokenOf('support'));
});

test('the sandbox has nothing to check, and the answer says so', async () => {
  const account = await anAccount();
  const console = await aConsoleOn(account.connection(), { connection: 'local' });
  expect(await console.call('connections.check', { connectionId: 'local' })).toMatchObject({
    ok: false,
    failure: { code: 'not-found', message: expect.stringContaining('there is nothing to check') },
  });
});

test('the Explorer’s policy equals that of the whole console, as the command line writes it', async () => {
  const account = await anAccount();
  vi.stubEnv('SLUICE_TEST_TOKEN', account.tokenOf('admin'));
  const console = await aConsoleOn(account.connection());
  const policy = await console.call('explorer.policy', { role: 'support', tenant: null });
  if (!policy.ok) throw new Error(policy.failure.message);
  const { writePolicy } = await import('#scripts/iam/write-policy.ts');
  const { text } = writePolicy(['--connection', 'staging', '--role', 'support'], { home: console.home });
  expect(policy.value.text).toBe(text);
  expect(text).toContain('states:RedriveExecution');
});
