import { describe, expect, it } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import type { SignInPage } from '#main/pipeline/account/oidc-source.ts';
import type { Session } from '#shared/contract/session.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aConsoleOn, anAccount } from '#test/builders/an-account.ts';
import { anIssuer } from '../pipeline/an-issuer.ts';

const stateOf = ({ signIn }: Session): string => signIn?.pipeline.state ?? '';

/** The issuer and the API know a person by the same name. */
async function aConsoleWithIssuer() {
  const issuer = await anIssuer();
  let inner: Dispatch | undefined;
  const api = { expiresNext: 0, tokens: [] as string[] };
  const account = await anAccount({
    answerFirst: async (request, signal) => {
      const [, token] = /^Bearer (.+)$/.exec(request.headers['authorization'] ?? '') ?? [];
      if (token === undefined || !request.path.startsWith('/pipeline/v1/')) {
        return (inner as Dispatch)(request, signal);
      }
      api.tokens.push(token);
      if (api.expiresNext > 0) {
        api.expiresNext -= 1;
        const problem = { type: 'urn:autowired:problem:sign-in-expired', title: '', status: 401 };
        const body = JSON.stringify({ ...problem, code: 'sign-in-expired', detail: 'It has expired.' });
        return { status: 401, headers: { 'content-type': 'application/problem+json' }, body };
      }
      const found = await issuer.provider.AccessToken.find(token);
      const authorization = `Bearer ${account.tokenOf(found?.accountId ?? '') || 'none'}`;
      return (inner as Dispatch)({ ...request, headers: { ...request.headers, authorization } }, signal);
    },
  });
  inner = account.answer;
  await account.world.sandbox.setTraffic(true);
  const { baseUrl } = account.connection().pipelineApi ?? { baseUrl: '' };
  const auth = { kind: 'oidc', issuer: issuer.issuer, clientId: 'sluice' } as const;
  const pages: SignInPage[] = [];
  const desk = await aConsoleOn(account.connection({ pipelineApi: { baseUrl, auth } }), {
    openSignInPage: (page) => {
      pages.push(page);
      return Promise.resolve();
    },
  });

  async function signInAs(login: string): Promise<Session> {
    await desk.call('connections.signIn', { to: 'pipeline' });
    const back = await issuer.signInAt(pages.at(-1)?.address ?? '', login);
    await fetch(back);
    return desk.until((session) => !['in-browser', 'in-progress'].includes(stateOf(session)));
  }
  return { ...desk, account, issuer, api, pages, signInAs };
}

describe('a console whose API takes the tokens of an issuer', { timeout: 60_000 }, () => {
  it('opens no browser automatically, reads nothing, and says that the sign-in is missing', async () => {
    const { until, call, pages } = await aConsoleWithIssuer();
    const session = await until((now) => now.signIn?.aws.state === 'signed-in' && stateOf(now) === 'not-yet');
    expect(session.who).toBeNull();
    expect(await call('tenants.list', {})).toMatchObject({ failure: { code: 'not-signed-in' } });
    expect(pages).toEqual([]);
  });

  it('signs a person in in the browser, and acts as them', async () => {
    const { until, call, pages, issuer, signInAs, api, opened } = await aConsoleWithIssuer();
    const asked = valueOf(await call('connections.signIn', { to: 'pipeline' }));
    expect(asked.signIn?.pipeline).toMatchObject({
      state: 'in-browser',
      issuer: new URL(issuer.issuer).host,
    });
    expect(pages).toHaveLength(1);
    const session = await signInAs('support');
    expect(session.who).toMatchObject({ id: 'support', name: 'Mira Okafor' });
    // The token renews itself, so no end is shown.
    expect(session.signIn?.pipeline).toEqual({ state: 'signed-in', expiresAt: null });
    expect(await call('tenants.list', {})).toMatchObject({ ok: true });
    await until(() => true);
    expect(JSON.stringify(session)).not.toContain(api.tokens[0]);
    await opened.close();
  });

  it('starts over when it is asked again, and refuses what the first page brings back', async () => {
    const { call, pages, issuer, signInAs } = await aConsoleWithIssuer();
    await call('connections.signIn', { to: 'pipeline' });
    const again = valueOf(await call('connections.signIn', { to: 'pipeline' }));
    expect(again.signIn?.pipeline).toMatchObject({ state: 'in-browser' });
    expect(new Set(pages.map(({ address }) => address)).size).toBe(2);
    const late = await issuer.signInAt(pages[0]?.address ?? '', 'reviewer');
    await expect(fetch(late)).rejects.toThrow('fetch failed');
    expect(valueOf(await call('session.current', {})).signIn?.pipeline.state).toBe('in-browser');
    const session = await signInAs('support');
    expect(session.who).toMatchObject({ id: 'support' });
  });

  it('says so if it was cancelled in the browser, whatever is requested meanwhile', async () => {
    const { call, until, pages, issuer } = await aConsoleWithIssuer();
    await until((now) => now.signIn?.aws.state === 'signed-in');
    await call('connections.signIn', { to: 'pipeline' });
    const asked = new URL(pages[0]?.address ?? '').searchParams;
    const back = new URL(asked.get('redirect_uri') ?? '');
    const state = asked.get('state') ?? '';
    back.search = new URLSearchParams({ error: 'access_denied', state, iss: issuer.issuer }).toString();
    await fetch(back);
    const failed = { state: 'failed', why: expect.stringContaining('cancelled in the browser') };
    const session = await until((now) => stateOf(now) === 'failed');
    expect(session.signIn?.pipeline).toMatchObject(failed);
    // A new sign-in to AWS makes the console ask the API again, and so does any read.
    await call('connections.signIn', { to: 'aws' });
    expect(await call('tenants.list', {})).toMatchObject({ failure: { code: 'not-signed-in' } });
    const after = await until(
      (now) => now.signIn?.aws.state === 'signed-in' && stateOf(now) !== 'in-progress',
    );
    expect(after.signIn?.pipeline).toMatchObject(failed);
  });

  it('renews a token that expires during work: the action is done, without a prompt', async () => {
    const { call, signInAs, api, pages } = await aConsoleWithIssuer();
    await signInAs('reviewer');
    const { rows } = valueOf(await call('review.queue', { dueHours: 24, pageSize: 1 }));
    const [{ tenantId, projectId, batchId, documentId, version }] = rows as [(typeof rows)[0]];
    api.expiresNext = 1;
    const seen = { tenantId, projectId, batchId, documentId, version: version ?? 0 };
    expect(valueOf(await call('review.claim', seen))).toMatchObject({ outcome: { kind: 'done' } });
    expect(pages).toHaveLength(1);
    expect(new Set(api.tokens).size).toBe(2);
  });

  it('acts as another person after that person has signed in', async () => {
    const { call, signInAs } = await aConsoleWithIssuer();
    await signInAs('reviewer');
    const session = await signInAs('support-northwind');
    expect(session.who).toMatchObject({ id: 'support-northwind', tenants: ['northwind'] });
    const { rows } = valueOf(await call('tenants.list', {}));
    expect(rows.map(({ tenantId }) => tenantId)).toEqual(['northwind']);
  });

  it('has no person if the API does not know whom the issuer has signed in', async () => {
    const { call, signInAs } = await aConsoleWithIssuer();
    const session = await signInAs('mallory');
    expect(session.who).toBeNull();
    expect(session.signIn?.pipeline).toMatchObject({ state: 'failed' });
    expect(await call('tenants.list', {})).toMatchObject({ failure: { code: 'not-signed-in' } });
  });
});
