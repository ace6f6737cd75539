import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAuditLog, type AuditHead } from '#main/audit/audit-log.ts';
import { chainFile } from '#main/audit/chain-name.ts';
import { auditHandlers } from '#main/features/audit/audit-handlers.ts';
import { anchorReader } from '#main/features/audit/read-anchors.ts';
import type { PipelineApi } from '#main/pipeline/pipeline-api.ts';
import type { Anchor } from '#shared/audit/verify-chain.ts';
import { ok } from '#shared/contract/result.ts';
import { mostChains } from '#shared/pipeline-api/calls/others.ts';
import { problemOf } from '#shared/pipeline-api/problem.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';

const context = { reference: 'r', role: 'admin', host: 'browser' } as const;
const ended = () => false;
type Kept = Anchor & { readonly chain: string };

const anchor = (chain: string, sequence = 1): Kept => ({
  chain,
  sequence,
  hash: 'a'.repeat(64),
  anchoredAt: '2026-11-20T12:00:30.000Z',
});

/** Lists the newest chains alone, as the pipeline API does, and knows the others by name. */
function anApi(kept: readonly Kept[], meddle: (chain: string) => unknown = () => undefined) {
  const asked: string[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const heads = kept.toSorted((one, other) => (one.chain < other.chain ? 1 : -1)).slice(0, mostChains);
  const call = async (name: string, { params }: { readonly params?: { readonly chain: string } }) => {
    const { chain = '' } = params ?? {};
    if (name === 'auditChains') return { kind: 'answered', value: { anchors: heads } };
    asked.push(chain);
    mostAtOnce = Math.max(mostAtOnce, (atOnce += 1));
    await Promise.resolve();
    atOnce -= 1;
    const other = meddle(chain);
    if (other !== undefined) return other;
    const anchors = kept.filter((one) => one.chain === chain);
    if (anchors.length > 0) return { kind: 'answered', value: { anchors } };
    return { kind: 'problem', problem: problemOf('not-found', 'You have anchored no such chain.') };
  };
  const pipeline = { call } as unknown as PipelineApi;
  return { pipeline, asked, mostAtOnce: () => mostAtOnce };
}

const forged = Array.from({ length: mostChains }, (_, at) =>
  anchor(`9999-01-01T00-00-00.0${String(at).padStart(2, '0')}Z-00000000-1`, 0),
);
const chainsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `2026-01-01T00-00-00.${at}Z-12345678-1`).toReversed();
const asking = { connectionId: 'staging', personId: 'mira' };

describe('the anchors of the chains of this folder', () => {
  it('are asked for by name where the API does not list them any more, eight at a time', async () => {
    const here = chainsOf(30);
    const api = anApi([...forged, ...here.map((chain) => anchor(chain, 4))]);
    const found = await anchorReader(ended)({ ...asking, pipeline: api.pipeline, here });
    expect(found.notCompared).toBeNull();
    expect(here.map((chain) => found.anchors.get(chain)?.[0]?.sequence)).toEqual(here.map(() => 4));
    expect(api.mostAtOnce()).toBe(8);
  });

  it('are none of a chain that was never anchored, and of what cannot be a chain', async () => {
    const api = anApi([]);
    const here = [...chainsOf(1), '../etc'];
    const found = await anchorReader(ended)({ ...asking, pipeline: api.pipeline, here });
    expect([found.anchors.size, found.notCompared, api.asked]).toEqual([0, null, chainsOf(1)]);
  });

  it('are asked for once of a chain that has ended, and go on where a long folder was left', async () => {
    const here = chainsOf(430);
    const api = anApi([...forged, ...here.map((chain) => anchor(chain))]);
    const read = anchorReader(ended);
    const look = () => read({ ...asking, pipeline: api.pipeline, here });
    const first = await look();
    expect(first.notCompared).toBe(
      '230 older chains are still to be asked for, 200 at a time. Read again to go on.',
    );
    expect(first.anchors.has(here[199] ?? '')).toBe(true);
    expect(first.anchors.has(here[200] ?? '')).toBe(false);
    expect((await look()).notCompared).toMatch(/^30 older chains are/);
    const last = await look();
    expect([last.notCompared, here.every((chain) => last.anchors.has(chain))]).toEqual([null, true]);
    api.asked.length = 0;
    expect((await look()).anchors.size).toBe(480);
    expect(api.asked.filter((chain) => here.includes(chain))).toEqual([]);
    // What one API keeps for one person says nothing of another.
    await read({ ...asking, connectionId: 'other', pipeline: api.pipeline, here });
    expect(api.asked).toContain(here[0]);
  });

  it('are asked for again while a console writes', async () => {
    const here = chainsOf(1);
    const api = anApi([]);
    const read = anchorReader(() => true);
    for (let look = 0; look < 2; look += 1) await read({ ...asking, pipeline: api.pipeline, here });
    expect(api.asked).toEqual([...here, ...here]);
  });

  it('are told as far as the API told them, with what it failed by, and it is left alone then', async () => {
    const here = chainsOf(40);
    const api = anApi([...forged, ...here.map((chain) => anchor(chain))], (chain) =>
      chain === here[10] ? { kind: 'unclear', why: 'It gave no answer.', status: null } : undefined,
    );
    const read = anchorReader(ended);
    const found = await read({ ...asking, pipeline: api.pipeline, here });
    expect(found.notCompared).toBe('It gave no answer.');
    expect(found.anchors.has(here[0] ?? '')).toBe(true);
    expect(api.asked.length).toBeLessThan(10 + 40);
  });
});

it('a chain that was cut shows, however many others were anchored since', async () => {
  const home = aHome();
  let head: AuditHead | undefined;
  const audit = openAuditLog({
    home,
    now: () => Date.UTC(2026, 10, 20),
    who: () => ({ connection: 'local', person: 'mira' }),
    onOutcome: (one) => (head = one),
  });
  for (let call = 0; call < 3; call += 1)
    await audit.around({ operation: 'plans.start', input: {}, context }, () => ok({}));
  audit.close();
  if (head === undefined) throw new Error('Nothing was written');
  const file = join(home, 'audit', chainFile(head.chain));
  writeFileSync(file, `${readFileSync(file, 'utf8').split('\n').slice(0, 2).join('\n')}\n`);
  const { chain, sequence, hash } = head;
  const api = anApi([...forged, { ...anchor(chain), sequence, hash }]);
  const who = { id: 'mira', name: 'Mira', role: 'admin' as const, tenants: '*' as const };
  const handlers = auditHandlers({
    home,
    session: () => aSession({ who }),
    now: Date.now,
    anchors: { pipeline: () => api.pipeline, standing: () => null },
  });
  expect(valueOf(await handlers['audit.verify']({}, context))).toMatchObject({
    notCompared: null,
    chains: [{ state: 'broken', line: 3 }],
  });
});
