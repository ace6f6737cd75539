import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Session } from '#shared/contract/session.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { aConsoleOn, anAccount } from '#test/builders/an-account.ts';

let account: Awaited<ReturnType<typeof anAccount>>;
beforeEach(async () => {
  account = await anAccount();
  vi.stubEnv('SLUICE_TEST_TOKEN', account.tokenOf('support'));
});

const isSignedIn = ({ signIn }: Session): boolean =>
  signIn?.aws.state === 'signed-in' && signIn.pipeline.state === 'signed-in';

type Opened = Awaited<ReturnType<typeof aConsoleOn>>;

function write({ home }: Opened, ...connections: readonly Connection[]): void {
  writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections }));
}

async function read(console: Opened) {
  const answer = await console.call('connections.readFile', {});
  if (!answer.ok) throw new Error(answer.failure.message);
  return answer.value;
}

describe('connections.json, read again', () => {
  test('opens and reads an added connection without a restart', async () => {
    const console = await aConsoleOn(account.connection(), { connection: 'local' });
    write(console, account.connection(), account.connection({ id: 'second', name: 'Second' }));
    expect(await read(console)).toMatchObject({ added: ['second'], changed: [], removed: [], kept: [] });
    await console.call('connections.open', { connectionId: 'second' });
    await console.until(isSignedIn);
    expect(await console.call('tenants.list', {})).toMatchObject({ ok: true });
  });

  test('signs in again as the file says now to one that could not be signed in to, though it is open', async () => {
    const { aws } = account.connection();
    const console = await aConsoleOn(account.connection({ aws: { ...aws, accountId: '999999999999' } }));
    await console.until(({ signIn }) => signIn?.aws.state === 'failed');
    write(console, account.connection());
    expect(await read(console)).toMatchObject({ changed: ['staging'], kept: [] });
    const session = await console.until(isSignedIn);
    expect(session.connection.accountId).toBe('111122223333');
    expect(await console.call('tenants.list', {})).toMatchObject({ ok: true });
  });

  test('replaces one that was checked but not used, and the next check uses the new entry', async () => {
    const wrong = account.connection({ extraction: { documentQueue: 'no-such-queue' } });
    const console = await aConsoleOn(wrong, { connection: 'local' });
    const told = async (): Promise<string> =>
      JSON.stringify(await console.call('connections.check', { connectionId: 'staging' }));
    expect(await told()).toContain('no-such-queue');
    write(console, account.connection());
    expect(await read(console)).toMatchObject({ changed: ['staging'], kept: [] });
    expect(await told()).not.toContain('no-such-queue');
  });

  test('keeps one that was used as it was, whatever the file says, and says so', async () => {
    const console = await aConsoleOn(account.connection());
    await console.until(isSignedIn);
    expect(await console.call('tenants.list', {})).toMatchObject({ ok: true });
    const { aws } = account.connection();
    write(console, account.connection({ name: 'Elsewhere', aws: { ...aws, accountId: '999999999999' } }));
    expect(await read(console)).toMatchObject({
      changed: [],
      kept: [{ connectionId: 'staging', inFile: 'changed' }],
    });
    write(console);
    expect(await read(console)).toMatchObject({
      removed: [],
      kept: [{ connectionId: 'staging', inFile: 'gone' }],
    });
    const session = await console.call('session.current', {});
    expect(session).toMatchObject({ value: { connection: { name: 'Staging', accountId: '111122223333' } } });
    expect(await console.call('tenants.list', {})).toMatchObject({ ok: true });
    write(console, account.connection());
    expect(await read(console)).toMatchObject({ changed: [], kept: [] });
  });

  test('does not open one that was removed, and an unreadable file removes nothing', async () => {
    const console = await aConsoleOn(account.connection(), { connection: 'local' });
    writeFileSync(join(console.home, 'connections.json'), '{ "connections": [');
    const broken = await read(console);
    expect(broken.problems).toHaveLength(1);
    // The answer to the read shows the problem, so it is not repeated above every page.
    expect(await console.call('session.current', {})).toMatchObject({ value: { notices: [] } });
    expect(broken.connections.map(({ id }) => id)).toEqual(['local', 'staging']);
    write(console);
    expect(await read(console)).toMatchObject({ removed: ['staging'], problems: [] });
    expect(await console.call('connections.open', { connectionId: 'staging' })).toMatchObject({
      ok: false,
      failure: { code: 'not-found' },
    });
  });

  test('locks production that was unlocked if its entry has changed', async () => {
    const { aws } = account.connection();
    const production = account.connection({
      environment: 'production',
      aws: { ...aws, accountId: '999999999999' },
    });
    const console = await aConsoleOn(production);
    await console.until(({ signIn }) => signIn?.aws.state === 'failed');
    await console.call('connections.unlock', {
      connectionId: 'staging',
      typed: 'Staging',
      minutes: 15,
      reason: 'a ticket',
    });
    expect(await console.call('session.current', {})).toMatchObject({
      value: { writing: { reason: 'a ticket' } },
    });
    write(console, { ...production, name: 'Other' });
    await read(console);
    expect(await console.call('session.current', {})).toMatchObject({
      value: { writing: null, connection: { name: 'Other', readOnly: true } },
    });
  });
});
