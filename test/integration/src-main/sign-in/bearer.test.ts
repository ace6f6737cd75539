import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Session } from '#shared/contract/session.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aConsoleOn, anAccount } from '#test/builders/an-account.ts';

const isSettled = ({ signIn }: Session): boolean =>
  ['signed-in', 'failed'].includes(signIn?.pipeline.state ?? '') &&
  ['signed-in', 'failed'].includes(signIn?.aws.state ?? '');

async function aConsoleAs(personaId: string) {
  const account = await anAccount();
  await account.world.sandbox.setTraffic(true);
  const token = account.tokenOf(personaId);
  vi.stubEnv('SLUICE_TEST_TOKEN', token);
  const desk = await aConsoleOn(account.connection());
  const session = await desk.until(isSettled);
  return { account, token, session, ...desk };
}

describe('a console on an account, with a token from its environment', { timeout: 60_000 }, () => {
  it('acts as the person whom the API names', async () => {
    const { session } = await aConsoleAs('support');
    expect(session.who).toEqual({ id: 'support', name: 'Mira Okafor', role: 'support', tenants: '*' });
    expect(session.signIn).toMatchObject({
      aws: { state: 'signed-in', accountId: '111122223333' },
      pipeline: { state: 'signed-in' },
    });
  });

  it('acts through the API as that person, and as no one else', async () => {
    const { account, call, token } = await aConsoleAs('reviewer');
    const { rows } = valueOf(await call('review.queue', { dueHours: 24, pageSize: 1 }));
    const [{ tenantId, projectId, batchId, documentId, version }] = rows as [(typeof rows)[0]];
    const seen = { tenantId, projectId, batchId, documentId, version: version ?? 0 };
    const claimed = valueOf(await call('review.claim', seen));
    expect(claimed).toMatchObject({ outcome: { kind: 'done' } });
    const posts = account.asked.filter(({ path }) => path.endsWith('/claim'));
    expect(posts.map(({ headers }) => headers['authorization'])).toEqual([`Bearer ${token}`]);
    expect(
      await call('plans.make', { target: { kind: 'trigger-downloads', date: '2026-01-04' } }),
    ).toMatchObject({ failure: { code: 'role-required' } });
  });

  it('reprocesses by a plan', async () => {
    const { account, call, token } = await aConsoleAs('support');
    const failed = valueOf(
      await call('batches.byStatus', { tenantId: 'northwind', status: 'FAILED', pageSize: 1 }),
    );
    const [{ tenantId, projectId, batchId }] = failed.rows as [(typeof failed.rows)[0]];
    const documents = valueOf(await call('documents.ofBatch', { tenantId, batchId }));
    const ids = documents.rows.filter(({ status }) => status === 'FAILED').map((row) => row.documentId);
    const target = { kind: 'reprocess', tenantId, projectId, batchId, documentIds: ids.slice(0, 1) } as const;
    const { planId, hash } = valueOf(await call('plans.make', { target }));
    valueOf(await call('plans.start', { planId, hash, reason: 'a test of it' }));
    const sent = () => account.asked.filter(({ path }) => path.endsWith('/reprocess'));
    await vi.waitFor(() => expect(sent()).toHaveLength(1), { timeout: 20_000 });
    expect(sent()[0]?.headers['authorization']).toBe(`Bearer ${token}`);
  });

  it('reads only the data of their tenant for a person with one tenant', async () => {
    const { call, session } = await aConsoleAs('support-northwind');
    expect(session.who?.tenants).toEqual(['northwind']);
    const { rows } = valueOf(await call('tenants.list', {}));
    expect(rows.map(({ tenantId }) => tenantId)).toEqual(['northwind']);
    expect(await call('batches.byStatus', { tenantId: 'kestrel', status: 'FAILED' })).toMatchObject({
      failure: { code: 'tenant-out-of-scope' },
    });
    expect(await call('batches.byStatus', { tenantId: 'northwind', status: 'FAILED' })).toMatchObject({
      ok: true,
    });
  });

  it('leaves its token in no session, log or audit', async () => {
    const { home, opened, token, session, call } = await aConsoleAs('support');
    await call('connections.signIn', { to: 'pipeline' });
    await call('connections.answerCode', { promptId: 'no-such-prompt', code: '918273' });
    await opened.close();
    const kept = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
      .join('\n');
    expect(kept).toContain('connections.signIn');
    const [, payload = '', signature = ''] = token.split('.');
    for (const secret of [token, payload, signature, 'secret-of-the-account']) {
      expect(kept + JSON.stringify(session)).not.toContain(secret);
    }
    // The digits may occur by chance in a hash, so only a separate word counts.
    expect(kept).not.toMatch(/\b918273\b/);
  });
});

describe('a console whose token the API refuses', { timeout: 60_000 }, () => {
  it('says so, has no person, and reads no one’s data', async () => {
    const account = await anAccount();
    vi.stubEnv('SLUICE_TEST_TOKEN', 'this-is-no-token');
    const { until, call } = await aConsoleOn(account.connection());
    const session = await until(isSettled);
    expect(session.who).toBeNull();
    expect(session.signIn?.pipeline).toEqual({
      state: 'failed',
      why: expect.stringContaining('not-signed-in'),
    });
    account.asked.length = 0;
    const answers = [
      await call('tenants.list', {}),
      await call('batches.byStatus', { tenantId: 'northwind', status: 'FAILED' }),
    ];
    expect(answers[0]).toMatchObject({ failure: { code: 'not-signed-in' } });
    expect(answers[1]).toMatchObject({ failure: { code: 'not-signed-in' } });
    expect(await call('review.queue', { dueHours: 24 })).toMatchObject({
      failure: { code: 'role-required' },
    });
    expect(account.asked).toEqual([]);
  });

  it('continues as soon as it has an accepted token', async () => {
    const account = await anAccount();
    vi.stubEnv('SLUICE_TEST_TOKEN', '');
    const { until, call } = await aConsoleOn(account.connection());
    const before = await until(isSettled);
    expect(before.signIn?.pipeline).toEqual({
      state: 'failed',
      why: expect.stringContaining('SLUICE_TEST_TOKEN'),
    });
    vi.stubEnv('SLUICE_TEST_TOKEN', account.tokenOf('admin'));
    const after = valueOf(await call('connections.signIn', { to: 'pipeline' }));
    expect(after.who).toMatchObject({ id: 'admin', role: 'admin' });
    expect(await call('tenants.list', {})).toMatchObject({ ok: true });
  });
});

describe('a connection without an API', { timeout: 60_000 }, () => {
  it('knows no role, and leaves to AWS what may be read', async () => {
    const account = await anAccount();
    const { pipelineApi: _, ...connection } = account.connection();
    const { until, call } = await aConsoleOn(connection);
    const session = await until(({ signIn }) => signIn?.aws.state === 'signed-in');
    expect(session).toMatchObject({ who: null, signIn: { pipeline: { state: 'no-api' } } });
    expect(await call('tenants.list', {})).toMatchObject({ ok: true });
    expect(await call('review.queue', { dueHours: 24 })).toMatchObject({
      failure: { code: 'role-required' },
    });
    expect(await call('connections.signIn', { to: 'pipeline' })).toMatchObject({
      failure: { code: 'not-found' },
    });
  });
});
