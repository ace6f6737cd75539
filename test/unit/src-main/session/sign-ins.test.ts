import { describe, expect, it, vi } from 'vitest';
import { openStandings, type SignIns } from '#main/session/sign-ins.ts';
import type { AwsSignIn, PipelineSignIn } from '#shared/contract/sign-in.ts';

const signedIn: AwsSignIn = {
  state: 'signed-in',
  accountId: '111122223333',
  arn: 'arn:aws:iam::111122223333:user/mira',
  expiresAt: null,
};
const mira = { id: 'support', name: 'Mira Okafor', role: 'support', tenants: '*' } as const;

function someSignIns(hasApi = true) {
  let aws: AwsSignIn = { state: 'not-yet' };
  let pipeline: PipelineSignIn = { state: 'not-yet' };
  const heard: (() => void)[] = [];
  const onChange = (listener: () => void) => {
    heard.push(listener);
    return () => undefined;
  };
  const credentials = {
    standing: () => aws,
    onChange,
    get: vi.fn<SignIns['credentials']['get']>(() => Promise.reject(new Error('A code is wanted.'))),
  };
  const api = {
    standing: () => pipeline,
    who: () => (pipeline.state === 'signed-in' ? mira : null),
    onChange,
    begin: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  };
  const signIns = { credentials, api: hasApi ? api : null } as unknown as SignIns;
  return {
    credentials,
    api,
    heard,
    standings: openStandings((id) => (id === 'staging' ? signIns : null)),
    become: (next: { aws?: AwsSignIn; pipeline?: PipelineSignIn }) => {
      aws = next.aws ?? aws;
      pipeline = next.pipeline ?? pipeline;
      for (const listener of heard) listener();
    },
  };
}

describe('the sign-in state of a connection', () => {
  it('is empty in the sandbox, which needs no sign-in', () => {
    const { standings } = someSignIns();
    expect(standings.of('local')).toEqual({ signIn: null, who: null });
    expect(() => standings.opened('local')).not.toThrow();
  });

  it('is not started by a look alone', () => {
    const { standings, credentials, api } = someSignIns();
    expect(standings.of('staging')).toEqual({
      signIn: { aws: { state: 'not-yet' }, pipeline: { state: 'not-yet' } },
      who: null,
    });
    expect([credentials.get, api.begin].map((one) => one.mock.calls.length)).toEqual([0, 0]);
  });

  it('starts with the connection, and its failure does not fail the opening', async () => {
    const { standings, credentials, api } = someSignIns();
    standings.opened('staging');
    await new Promise((resolve) => setImmediate(resolve));
    expect([credentials.get, api.begin].map((one) => one.mock.calls.length)).toEqual([1, 1]);
  });

  it('is pushed whenever it changes, once to each, and names the person', () => {
    const { standings, become, heard } = someSignIns();
    standings.of('staging');
    standings.opened('staging');
    expect(heard).toHaveLength(2);
    const told: string[] = [];
    const stop = standings.onChange((id) => told.push(id));
    become({ pipeline: { state: 'signed-in', expiresAt: null } });
    expect(told.slice(0, 1)).toEqual(['staging']);
    expect(standings.of('staging').who).toEqual(mira);
    stop();
    told.length = 0;
    become({});
    expect(told).toEqual([]);
  });

  it('calls the API as soon as there are keys to sign with, and not again while they stay', () => {
    const { standings, become, api } = someSignIns();
    standings.of('staging');
    become({ aws: { state: 'in-progress' }, pipeline: { state: 'failed', why: 'AWS wants a code.' } });
    expect(api.begin).not.toHaveBeenCalled();
    become({ aws: signedIn });
    expect(api.begin).toHaveBeenCalledTimes(1);
    become({ aws: { ...signedIn, expiresAt: '2026-01-05T10:00:00.000Z' } });
    expect(api.begin).toHaveBeenCalledTimes(1);
    become({ aws: { state: 'in-progress' }, pipeline: { state: 'in-browser', issuer: 'x' } });
    become({ aws: signedIn });
    expect(api.begin).toHaveBeenCalledTimes(1);
  });

  it('says that a connection has no API', () => {
    const { standings } = someSignIns(false);
    standings.opened('staging');
    expect(standings.of('staging')).toMatchObject({ signIn: { pipeline: { state: 'no-api' } }, who: null });
  });
});
