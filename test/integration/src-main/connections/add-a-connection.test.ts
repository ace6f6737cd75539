import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ConnectionDraft } from '#shared/contract/connections.ts';
import { aConsoleOn, anAccount } from '#test/builders/an-account.ts';

async function aForm() {
  const account = await anAccount();
  vi.stubEnv('PIPELINE_TOKEN', account.tokenOf('admin'));
  vi.stubEnv('SLUICE_TEST_TOKEN', account.tokenOf('admin'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const connection = account.connection();
  const { call, home } = await aConsoleOn(connection);
  const { region, profile, endpoints } = connection.aws;
  const pipelineApi = {
    baseUrl: `${account.address}/pipeline/v1`,
    auth: { kind: 'bearer', tokenFromEnvironment: 'PIPELINE_TOKEN' },
  };
  const entry = {
    ...connection,
    id: 'second',
    name: 'Second',
    pipelineApi,
  } as unknown as ConnectionDraft;
  return { account, call, home, entry, pipelineApi, aws: { region, profile, endpoints } };
}

describe('a connection by the form', () => {
  test('is tried, checked, shown as a difference, saved and opened', async () => {
    const { call, home, entry, pipelineApi, aws } = await aForm();
    const tried = await call('connections.tryApi', { pipelineApi, aws });
    expect(tried).toMatchObject({ ok: true, value: { role: 'admin', problems: [] } });
    expect(await call('connections.checkEntry', { entry })).toMatchObject({
      ok: true,
      value: { report: { connectionId: 'second', policy: null }, problems: [] },
    });
    const change = { kind: 'add' as const, entry };
    const shown = await call('connections.previewFile', { change });
    if (!shown.ok) throw new Error(shown.failure.message);
    const added = shown.value.lines.filter(({ kind }) => kind === 'added');
    expect(added.map(({ text }) => text).join('\n')).toContain('"name": "Second"');
    expect(existsSync(join(home, 'connections.json.before'))).toBe(false);
    const { fingerprint } = shown.value;
    const saved = await call('connections.saveFile', { change, fingerprint });
    expect(saved).toMatchObject({ ok: true, value: { answer: { state: 'saved', added: ['second'] } } });
    expect(await call('connections.open', { connectionId: 'second' })).toMatchObject({ ok: true });
    expect(await call('connections.saveFile', { change, fingerprint })).toMatchObject({
      ok: true,
      value: { answer: { state: 'conflict' } },
    });
    const audit = readFileSync(join(home, 'log', 'sluice.log'), 'utf8');
    expect(audit).not.toContain('secret-of-the-account');
  });

  test('cannot send a token to an address that it has only typed', async () => {
    const { account, call, aws, pipelineApi } = await aForm();
    account.asked.length = 0;
    for (const auth of [
      { kind: 'bearer', tokenFromEnvironment: 'AWS_SECRET_ACCESS_KEY' },
      { kind: 'bearer', tokenFromEnvironment: 'HOME' },
      { kind: 'command', command: ['sh', '-c', 'echo token'] },
    ]) {
      const tried = await call('connections.tryApi', { pipelineApi: { ...pipelineApi, auth }, aws });
      expect(tried).toMatchObject({ ok: true, value: { checks: [], role: null } });
      expect(tried.ok ? tried.value.problems : []).toHaveLength(1);
    }
    expect(account.asked).toEqual([]);
  });

  test('is not checked with a mistake in it', async () => {
    const { account, call, entry } = await aForm();
    account.asked.length = 0;
    const wrong = { ...entry, environment: 'sandbox' };
    expect(await call('connections.checkEntry', { entry: wrong })).toMatchObject({
      ok: true,
      value: { report: null, problems: [{ path: 'environment' }] },
    });
    expect(account.asked).toEqual([]);
  });

  test('lists the profiles without a key', async () => {
    const { call } = await aForm();
    const listed = await call('connections.profiles', {});
    expect(listed).toMatchObject({ ok: true, value: { environmentHasKeys: true } });
    expect(JSON.stringify(listed)).not.toContain('secret-of-the-account');
  });
});
