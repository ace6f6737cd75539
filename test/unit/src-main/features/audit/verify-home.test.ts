import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  chainFile,
  chainName,
  buildMachineMark,
  openAuditLog,
  parsePid,
  type AuditHead,
} from '#main/audit/audit-log.ts';
import { openAnchorRecords } from '#main/audit/anchor-chain.ts';
import { auditHandlers } from '#main/features/audit/audit-handlers.ts';
import { anchorReader, verifyHome } from '#main/features/audit/verify-home.ts';
import type { PipelineApi } from '#main/pipeline/pipeline-api.ts';
import type { Anchor } from '#shared/audit/verify-chain.ts';
import { auditVerificationSchema } from '#shared/contract/jobs.ts';
import { ok } from '#shared/contract/result.ts';
import { mostChains } from '#shared/pipeline-api/activity-calls.ts';
import { buildProblem } from '#shared/pipeline-api/problem.ts';
import { chainSchema } from '#shared/pipeline-api/operation.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';

const context = { reference: 'ref-1', role: 'admin', host: 'browser' } as const;
const anchoredAt = '2026-11-20T12:00:30.000Z';

async function aWrittenHome(calls = 3): Promise<{ home: string; head: AuditHead & { person: string } }> {
  const home = aHome();
  let head: AuditHead | undefined;
  const audit = openAuditLog({
    home,
    now: () => Date.UTC(2026, 10, 20),
    who: () => ({ connection: 'staging', person: 'mira' }),
    onOutcome: (one) => (head = one),
  });
  for (let call = 0; call < calls; call += 1) {
    await audit.around({ operation: 'plans.start', input: { planId: `plan-${call}` }, context }, () =>
      ok({}),
    );
  }
  audit.close();
  if (head === undefined) throw new Error('Nothing was written');
  return { home, head: { ...head, person: 'mira' } };
}

function buildFilePath(home: string, chain: string): string {
  return join(home, 'audit', chainFile(chain));
}

/**
 * The file name holds a process id, by which the system is asked whether the writer still runs. Here none
 * does.
 */
const endedProcess = { isRunning: () => false };

describe('a home folder', () => {
  it('has its chains verified, each under a name that an API accepts', async () => {
    const { home, head } = await aWrittenHome();
    expect(chainSchema.safeParse(head.chain).success).toBe(true);
    expect(head.chain).toBe(
      chainName({ startedAt: Date.UTC(2026, 10, 20), mark: buildMachineMark(home), pid: process.pid }),
    );
    expect(parsePid(head.chain)).toBe(process.pid);
    openAnchorRecords(home).add(head, anchoredAt);
    expect(await verifyHome(home, endedProcess)).toEqual([
      {
        chain: head.chain,
        file: chainFile(head.chain),
        // Three intents with their outcomes, between the entries that open and close the chain.
        entries: 8,
        intact: 8,
        state: 'verified',
        line: null,
        problem: null,
        anchored: { upTo: 8, at: anchoredAt },
        unanchored: 0,
      },
    ]);
  });

  it('shows without a network what was cut off, or deleted, after an anchor was sent', async () => {
    const { home, head } = await aWrittenHome();
    openAnchorRecords(home).add(head, anchoredAt);
    const file = buildFilePath(home, head.chain);
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, `${lines.slice(0, 4).join('\n')}\n`);
    expect(await verifyHome(home, endedProcess)).toMatchObject([{ state: 'broken', line: 5, intact: 4 }]);
    rmSync(file);
    const [gone] = await verifyHome(home, endedProcess);
    expect(gone).toMatchObject({ state: 'broken', line: 1, entries: 0 });
    expect(gone?.problem).toMatch(/^The whole file is gone/);
  });

  it('compares the API’s anchors with everything anchored from here, and shows what was deleted', async () => {
    const { home, head } = await aWrittenHome();
    const anchors = new Map([[head.chain, [{ ...head, anchoredAt }]]]);
    rmSync(join(home, 'audit'), { recursive: true });
    expect(await verifyHome(home, { anchors })).toMatchObject([
      { state: 'broken', file: chainFile(head.chain) },
    ]);
  });

  it('reports nothing missing that was done on another machine', async () => {
    const { home } = await aWrittenHome();
    const other = chainName({ startedAt: 0, mark: buildMachineMark(home, 'another-machine'), pid: 7 });
    const anchors = new Map([[other, [{ sequence: 1, hash: 'a'.repeat(64), anchoredAt }]]]);
    const chains = await verifyHome(home, { anchors, ...endedProcess });
    expect(chains.map(({ state }) => state)).toEqual(['whole']);
  });

  it('says where a chain is interrupted, unless its console is writing it just now', async () => {
    const { home, head } = await aWrittenHome();
    const file = buildFilePath(home, head.chain);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -30));
    // A crash leaves such a line, so it is no sign of tampering.
    const [torn] = await verifyHome(home, endedProcess);
    expect(torn).toMatchObject({ entries: 7, state: 'torn', line: null });
    expect(torn?.problem).toMatch(/^Line 8 is cut off/);
    expect(await verifyHome(home, { isRunning: () => true })).toMatchObject([
      { entries: 7, state: 'being-written', problem: null },
    ]);
  });

  it('ignores an unreadable record of anchors, and uses the rest', async () => {
    const { home, head } = await aWrittenHome();
    writeFileSync(join(home, 'audit', `${head.chain}.anchored.json`), '{');
    writeFileSync(join(home, 'audit', 'nothing.anchored.json'), '[{"sequence":-1}]');
    expect(await verifyHome(home, endedProcess)).toMatchObject([
      { state: 'whole', anchored: null, unanchored: 8 },
    ]);
    openAnchorRecords(home).add(head, anchoredAt);
    openAnchorRecords(home).add({ ...head, person: 'ines', sequence: 3 }, anchoredAt);
    openAnchorRecords(home).add({ ...head, sequence: 9 }, anchoredAt);
    expect(
      openAnchorRecords(home)
        .of(head.chain)
        .map(({ person, sequence }) => [person, sequence]),
    ).toEqual([
      ['ines', 3],
      ['mira', 9],
    ]);
    expect(readdirSync(join(home, 'audit')).filter((name) => name.endsWith('.new'))).toEqual([]);
  });
});

describe('audit.verify', () => {
  const handlerContext = { reference: 'r', role: 'support', host: 'browser' } as const;
  const mira = { id: 'mira', name: 'Mira', role: 'support' as const, tenants: '*' as const };
  const now = () => Date.UTC(2026, 10, 21);

  /** Returns an API that keeps this chain and answers as the pipeline API does. */
  function anApiWith(head: AuditHead, answers = true): PipelineApi {
    const anchor = { chain: head.chain, sequence: head.sequence, hash: head.hash, anchoredAt };
    const answer = (): unknown =>
      answers
        ? { kind: 'answered', value: { anchors: [anchor] } }
        : { kind: 'not-sent', why: 'It is not there.' };
    return { call: () => Promise.resolve(answer() as never) };
  }

  it('compares the files with the API’s anchors', async () => {
    const { home, head } = await aWrittenHome();
    const standing = () => ({
      chain: head.chain,
      anchored: { sequence: 5, at: anchoredAt },
      notSince: null,
      why: null,
    });
    const handlers = auditHandlers({
      home,
      session: () => aSession({ who: mira }),
      now,
      anchors: { pipeline: () => anApiWith(head), standing },
    });
    const value = valueOf(await handlers['audit.verify']({}, handlerContext));
    expect(auditVerificationSchema.safeParse(value).error).toBeUndefined();
    expect(value).toMatchObject({
      notCompared: null,
      chains: [{ file: chainFile(head.chain), anchoredAt, state: 'verified' }],
      writing: { anchoredAt, notSince: null },
    });
    writeFileSync(buildFilePath(home, head.chain), '');
    expect(valueOf(await handlers['audit.verify']({}, handlerContext)).chains).toMatchObject([
      { state: 'broken', line: 1 },
    ]);
  });

  it('says why it did not compare, and still verifies the rest', async () => {
    const { home, head } = await aWrittenHome();
    const why = async (
      who: typeof mira | null,
      anchors?: { pipeline: () => PipelineApi; standing: () => null },
    ) => {
      const handlers = auditHandlers({ home, session: () => aSession({ who }), now, anchors });
      const { notCompared, chains } = valueOf(await handlers['audit.verify']({}, handlerContext));
      // The test's own process wrote it and still runs.
      expect(chains).toMatchObject([{ state: 'being-written' }]);
      return notCompared;
    };
    const standing = () => null;
    expect(await why(null, { pipeline: () => anApiWith(head), standing })).toMatch(/^Not signed in/);
    expect(await why(mira, { pipeline: () => anApiWith(head, false), standing })).toBe('It is not there.');
    expect(await why(mira)).toBe('Anchoring is off in this console.');
  });

  it('reports an unreadable folder', async () => {
    const home = aHome();
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'audit'), 'a file where the folder should be');
    const handlers = auditHandlers({ home, session: () => aSession(), now });
    expect(await handlers['audit.verify']({}, handlerContext)).toMatchObject({
      ok: false,
      failure: { code: 'storage-failed' },
    });
  });
});

const anchorContext = { reference: 'r', role: 'admin', host: 'browser' } as const;
const ended = () => false;
type Kept = Anchor & { readonly chain: string };

const anchor = (chain: string, sequence = 1): Kept => ({
  chain,
  sequence,
  hash: 'a'.repeat(64),
  anchoredAt: '2026-11-20T12:00:30.000Z',
});

/** Lists only the newest chains, as the pipeline API does, and finds the others by name. */
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
    return { kind: 'problem', problem: buildProblem('not-found', 'You have anchored no such chain.') };
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

describe('the anchors of the chains in this folder', () => {
  it('are requested by name if the API no longer lists them, eight at a time', async () => {
    const here = chainsOf(30);
    const api = anApi([...forged, ...here.map((chain) => anchor(chain, 4))]);
    const found = await anchorReader(ended)({ ...asking, pipeline: api.pipeline, here });
    expect(found.notCompared).toBeNull();
    expect(here.map((chain) => found.anchors.get(chain)?.[0]?.sequence)).toEqual(here.map(() => 4));
    expect(api.mostAtOnce()).toBe(8);
  });

  it('do not exist for a chain that was never anchored, or for an invalid one', async () => {
    const api = anApi([]);
    const here = [...chainsOf(1), '../etc'];
    const found = await anchorReader(ended)({ ...asking, pipeline: api.pipeline, here });
    expect([found.anchors.size, found.notCompared, api.asked]).toEqual([0, null, chainsOf(1)]);
  });

  it('are requested once for a chain that has ended, and continue where a long folder was left', async () => {
    const here = chainsOf(430);
    const api = anApi([...forged, ...here.map((chain) => anchor(chain))]);
    const read = anchorReader(ended);
    const look = () => read({ ...asking, pipeline: api.pipeline, here });
    const first = await look();
    expect(first.notCompared).toBe(
      '230 older chains are not compared yet, 200 at a time. Reload to continue.',
    );
    expect(first.anchors.has(here[199] ?? '')).toBe(true);
    expect(first.anchors.has(here[200] ?? '')).toBe(false);
    expect((await look()).notCompared).toMatch(/^30 older chains are/);
    const last = await look();
    expect([last.notCompared, here.every((chain) => last.anchors.has(chain))]).toEqual([null, true]);
    api.asked.length = 0;
    expect((await look()).anchors.size).toBe(480);
    expect(api.asked.filter((chain) => here.includes(chain))).toEqual([]);
    // The anchors of one connection's API say nothing about those of another.
    await read({ ...asking, connectionId: 'other', pipeline: api.pipeline, here });
    expect(api.asked).toContain(here[0]);
  });

  it('are requested again while a console writes', async () => {
    const here = chainsOf(1);
    const api = anApi([]);
    const read = anchorReader(() => true);
    for (let look = 0; look < 2; look += 1) await read({ ...asking, pipeline: api.pipeline, here });
    expect(api.asked).toEqual([...here, ...here]);
  });

  it('are returned as far as the API answered, with its error, and then it is not called again', async () => {
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

it('a chain that was cut is reported, however many others were anchored since', async () => {
  const home = aHome();
  let head: AuditHead | undefined;
  const audit = openAuditLog({
    home,
    now: () => Date.UTC(2026, 10, 20),
    who: () => ({ connection: 'local', person: 'mira' }),
    onOutcome: (one) => (head = one),
  });
  for (let call = 0; call < 3; call += 1)
    await audit.around({ operation: 'plans.start', input: {}, context: anchorContext }, () => ok({}));
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
  expect(valueOf(await handlers['audit.verify']({}, anchorContext))).toMatchObject({
    notCompared: null,
    chains: [{ state: 'broken', line: 3 }],
  });
});
