import { expect, it } from 'vitest';
import { admin, anApi, support, type Api } from '#test/builders/an-api.ts';

const head = (chain: string, sequence: number, letter = 'a') => ({
  chain,
  sequence,
  hash: letter.repeat(64),
});

async function listAnchors(
  api: Api,
  chain: string,
  as = admin,
): Promise<readonly (readonly [number, string])[]> {
  const { body } = await api.call('auditAnchors', { as, params: { chain } });
  const anchors = body.anchors as readonly { readonly sequence: number; readonly hash: string }[];
  return anchors.map(({ sequence, hash }) => [sequence, hash.slice(0, 1)]);
}

it('stores every anchor of a chain, and lists the newest first', async () => {
  const api = await anApi();
  for (const sequence of [1, 9, 10, 200]) {
    expect((await api.call('anchorAudit', { body: head('mine', sequence) })).status).toBe(201);
  }
  await api.call('anchorAudit', { body: head('mine-too', 3, 'b') });
  expect(await listAnchors(api, 'mine')).toEqual([
    [200, 'a'],
    [10, 'a'],
    [9, 'a'],
    [1, 'a'],
  ]);
  const never = await api.call('auditAnchors', { params: { chain: 'never-told' } });
  expect(never.body).toMatchObject({ code: 'not-found', status: 404 });
});

it('never goes back: an earlier entry, or another hash of the same one, is refused and the anchor stays', async () => {
  const api = await anApi();
  const first = await api.call('anchorAudit', { body: head('mine', 10) });
  await api.advance(5);
  for (const body of [head('mine', 9), head('mine', 10, 'b'), head('mine', 0)]) {
    expect((await api.call('anchorAudit', { body })).body).toMatchObject({
      code: 'anchored-otherwise',
      status: 409,
      current: { sequence: 10, hash: 'a'.repeat(64) },
    });
  }
  // Anchoring the same head with another key returns the stored anchor.
  const again = await api.call('anchorAudit', { body: head('mine', 10) });
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await listAnchors(api, 'mine')).toEqual([[10, 'a']]);
});

it('keeps one of two simultaneous anchors for the same entry', async () => {
  const api = await anApi({ crowd: 'anchors' });
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((letter) => api.call('anchorAudit', { body: head('mine', 5, letter) })),
  );
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
  expect(await listAnchors(api, 'mine')).toHaveLength(1);
});

it('shows callers only their own chains, each by its newest anchor', async () => {
  const api = await anApi();
  for (const [chain, sequence] of [
    ['2026-01-05', 7],
    ['2026-01-07', 1],
    ['2026-01-05', 40],
    ['2026-01-06', 3],
  ] as const) {
    await api.call('anchorAudit', { body: head(chain, sequence) });
  }
  await api.call('anchorAudit', { as: support, body: head('2026-01-06', 90, 'c') });
  const told = async (as: typeof admin): Promise<unknown[]> => {
    const { body } = await api.call('auditChains', { as });
    return body.anchors.map(({ chain, sequence }: { chain: string; sequence: number }) => [chain, sequence]);
  };
  expect(await told(admin)).toEqual([
    ['2026-01-07', 1],
    ['2026-01-06', 3],
    ['2026-01-05', 40],
  ]);
  expect(await told(support)).toEqual([['2026-01-06', 90]]);
  expect(await listAnchors(api, '2026-01-06', support)).toEqual([[90, 'c']]);
});
