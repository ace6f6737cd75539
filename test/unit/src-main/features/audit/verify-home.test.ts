import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAuditLog, type AuditHead } from '#main/audit/audit-log.ts';
import { chainFile, chainName, markOf, pidOf } from '#main/audit/chain-name.ts';
import { toldAnchors } from '#main/audit/told-anchors.ts';
import { auditHandlers } from '#main/features/audit/audit-handlers.ts';
import { verifyHome } from '#main/features/audit/verify-home.ts';
import type { PipelineApi } from '#main/pipeline/pipeline-api.ts';
import { auditVerificationSchema } from '#shared/contract/jobs/audit.ts';
import { ok } from '#shared/contract/result.ts';
import { chainSchema } from '#shared/pipeline-api/words.ts';
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

function fileOf(home: string, chain: string): string {
  return join(home, 'audit', chainFile(chain));
}

/** All of them end: whether somebody still writes is asked of the system, by the process in the name. */
const ended = { isRunning: () => false };

describe('a home folder', () => {
  it('has its chains verified, each under a name that an API takes', async () => {
    const { home, head } = await aWrittenHome();
    expect(chainSchema.safeParse(head.chain).success).toBe(true);
    expect(head.chain).toBe(
      chainName({ startedAt: Date.UTC(2026, 10, 20), mark: markOf(home), pid: process.pid }),
    );
    expect(pidOf(head.chain)).toBe(process.pid);
    toldAnchors(home).add(head, anchoredAt);
    expect(await verifyHome(home, ended)).toEqual([
      {
        chain: head.chain,
        file: chainFile(head.chain),
        entries: 6,
        intact: 6,
        state: 'verified',
        line: null,
        problem: null,
        anchored: { upTo: 6, at: anchoredAt },
        unanchored: 0,
      },
    ]);
  });

  it('shows without a network what was cut off, or taken away, after an anchor was told', async () => {
    const { home, head } = await aWrittenHome();
    toldAnchors(home).add(head, anchoredAt);
    const file = fileOf(home, head.chain);
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, `${lines.slice(0, 4).join('\n')}\n`);
    expect(await verifyHome(home, ended)).toMatchObject([{ state: 'broken', line: 5, intact: 4 }]);
    rmSync(file);
    const [gone] = await verifyHome(home, ended);
    expect(gone).toMatchObject({ state: 'broken', line: 1, entries: 0 });
    expect(gone?.problem).toMatch(/^The whole file is gone/);
  });

  it('shows by what the API keeps what was taken away together with all that was told here', async () => {
    const { home, head } = await aWrittenHome();
    const anchors = new Map([[head.chain, [{ ...head, anchoredAt }]]]);
    rmSync(join(home, 'audit'), { recursive: true });
    expect(await verifyHome(home, { anchors })).toMatchObject([
      { state: 'broken', file: chainFile(head.chain) },
    ]);
  });

  it('misses nothing here that was done elsewhere', async () => {
    const { home } = await aWrittenHome();
    const other = chainName({ startedAt: 0, mark: markOf(home, 'another-machine'), pid: 7 });
    const anchors = new Map([[other, [{ sequence: 1, hash: 'a'.repeat(64), anchoredAt }]]]);
    const chains = await verifyHome(home, { anchors, ...ended });
    expect(chains.map(({ state }) => state)).toEqual(['verified']);
  });

  it('says where a chain breaks off, unless its console is writing it just now', async () => {
    const { home, head } = await aWrittenHome();
    const file = fileOf(home, head.chain);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -30));
    // A crash leaves it so, and that is no sign that somebody changed anything.
    const [torn] = await verifyHome(home, ended);
    expect(torn).toMatchObject({ entries: 5, state: 'torn', line: null });
    expect(torn?.problem).toMatch(/^Line 6 breaks off/);
    expect(await verifyHome(home, { isRunning: () => true })).toMatchObject([
      { entries: 5, state: 'being-written', problem: null },
    ]);
  });

  it('may have been told what nobody can read: then it goes by the rest', async () => {
    const { home, head } = await aWrittenHome();
    writeFileSync(join(home, 'audit', `${head.chain}.anchored.json`), '{');
    writeFileSync(join(home, 'audit', 'nothing.anchored.json'), '[{"sequence":-1}]');
    expect(await verifyHome(home, ended)).toMatchObject([
      { state: 'verified', anchored: null, unanchored: 6 },
    ]);
    toldAnchors(home).add(head, anchoredAt);
    toldAnchors(home).add({ ...head, person: 'ines', sequence: 3 }, anchoredAt);
    toldAnchors(home).add({ ...head, sequence: 9 }, anchoredAt);
    expect(
      toldAnchors(home)
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

  /** Keeps what it is told, and answers as the pipeline API does. */
  function anApi(head: AuditHead, answers = true): PipelineApi {
    const anchor = { chain: head.chain, sequence: head.sequence, hash: head.hash, anchoredAt };
    const answer = (): unknown =>
      answers
        ? { kind: 'answered', value: { anchors: [anchor] } }
        : { kind: 'not-sent', why: 'It is not there.' };
    return { call: () => Promise.resolve(answer() as never) };
  }

  it('compares the files with what the API keeps', async () => {
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
      anchors: { pipeline: () => anApi(head), standing },
    });
    const value = valueOf(await handlers['audit.verify']({}, handlerContext));
    expect(auditVerificationSchema.safeParse(value).error).toBeUndefined();
    expect(value).toMatchObject({
      notCompared: null,
      chains: [{ file: chainFile(head.chain), anchoredAt, state: 'verified' }],
      writing: { anchoredAt, notSince: null },
    });
    writeFileSync(fileOf(home, head.chain), '');
    expect(valueOf(await handlers['audit.verify']({}, handlerContext)).chains).toMatchObject([
      { state: 'broken', line: 1 },
    ]);
  });

  it('says why it did not compare, and verifies the rest all the same', async () => {
    const { home, head } = await aWrittenHome();
    const why = async (
      who: typeof mira | null,
      anchors?: { pipeline: () => PipelineApi; standing: () => null },
    ) => {
      const handlers = auditHandlers({ home, session: () => aSession({ who }), now, anchors });
      const { notCompared, chains } = valueOf(await handlers['audit.verify']({}, handlerContext));
      expect(chains).toMatchObject([{ state: 'verified' }]);
      return notCompared;
    };
    const standing = () => null;
    expect(await why(null, { pipeline: () => anApi(head), standing })).toMatch(/^Nobody is signed in/);
    expect(await why(mira, { pipeline: () => anApi(head, false), standing })).toBe('It is not there.');
    expect(await why(mira)).toBe('This console keeps to itself.');
  });

  it('says that a folder cannot be read', async () => {
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
