import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chainFile, openAuditLog, type AuditHead } from '#main/audit/audit-log.ts';
import { verifyHome } from '#main/features/audit/verify-home.ts';
import { ok } from '#shared/contract/result.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aChain } from '#test/builders/an-audit-chain.ts';

const context = { reference: 'ref-1', role: 'admin', host: 'browser' } as const;

async function aWrittenHome(calls = 3): Promise<{ home: string; head: AuditHead }> {
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
  return { home, head };
}

function buildFilePath(home: string, chain: string): string {
  return join(home, 'audit', chainFile(chain));
}

/**
 * The file name holds a process id, by which the system is asked whether the writer still runs. Here none
 * does.
 */
const endedProcess = { isRunning: () => false };

describe('on one machine alone, from the next start on,', () => {
  /** Two consoles, one after the other, of which the second names the end of the first. No API knows of them. */
  async function aNamedHome(): Promise<{ home: string; file: string; lines: readonly string[] }> {
    const { home, head } = await aWrittenHome();
    const next = openAuditLog({
      home,
      now: () => Date.UTC(2026, 10, 21),
      who: () => ({ connection: 'staging', person: 'mira' }),
    });
    await next.around({ operation: 'plans.start', input: { planId: 'later' }, context }, () => ok({}));
    next.close();
    const file = buildFilePath(home, head.chain);
    return { home, file, lines: readFileSync(file, 'utf8').trimEnd().split('\n') };
  }

  const rehash = (lines: readonly string[]): readonly string[] =>
    aChain(
      lines.map((line) => {
        const {
          sequence: _sequence,
          previous: _previous,
          hash: _hash,
          ...body
        } = JSON.parse(line) as Record<string, unknown>;
        return body;
      }),
    );

  it('a chain that its successor names is verified, and the last one is whole as far as it goes', async () => {
    const { home } = await aNamedHome();
    const chains = await verifyHome(home, endedProcess);
    expect(chains.map(({ state }) => state)).toEqual(['whole', 'verified']);
    expect(chains[0]?.problem).toMatch(/ends with a clean stop/);
  });

  const ways: readonly (readonly [string, (lines: readonly string[]) => readonly string[] | null])[] = [
    ['a changed line', (lines) => lines.with(2, (lines[2] ?? '').replace('"code":"ok"', '"code":"no"'))],
    ['a line taken out', (lines) => lines.toSpliced(3, 1)],
    ['a line put in', (lines) => lines.toSpliced(3, 0, lines[2] ?? '')],
    ['two lines exchanged', (lines) => lines.with(2, lines[4] ?? '').with(4, lines[2] ?? '')],
    ['a line that is no entry', (lines) => lines.with(3, '{}')],
    ['a chain rewritten with new hashes', (lines) => rehash(lines.toSpliced(3, 2))],
    ['a chain that is cut at its end', (lines) => lines.slice(0, 5)],
    ['an emptied file', () => []],
    ['a deleted file', () => null],
  ];

  it.each(ways)('%s shows', async (_way, tamper) => {
    const { home, file, lines } = await aNamedHome();
    const left = tamper(lines);
    if (left === null) rmSync(file);
    else writeFileSync(file, left.map((line) => `${line}\n`).join(''));
    const broken = (await verifyHome(home, endedProcess)).filter(({ state }) => state === 'broken');
    expect(broken.map((chain) => buildFilePath(home, chain.chain))).toEqual([file]);
  });

  it('a whole folder that is deleted shows each of its chains as gone', async () => {
    const { home, file } = await aNamedHome();
    rmSync(join(home, 'audit'), { recursive: true });
    const gone = await verifyHome(home, endedProcess);
    expect(gone.map(({ state }) => state)).toEqual(['broken', 'broken']);
    expect(gone.map((chain) => buildFilePath(home, chain.chain))).toContain(file);
    expect(gone[0]?.problem).toMatch(
      /^The whole file is gone: its entry \d+ was named by audit-ends\.jsonl at /,
    );
  });

  it('a chain that was never closed says that its console was killed, or its end cut off', async () => {
    const { home, head } = await aWrittenHome();
    const file = buildFilePath(home, head.chain);
    writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd().split('\n').slice(0, -1).join('\n')}\n`);
    const [chain] = await verifyHome(home, endedProcess);
    expect(chain?.state).toBe('whole');
    expect(chain?.problem).toMatch(/killed or its end was cut off/);
  });

  it('each end is named once, however many consoles follow', async () => {
    const { home } = await aNamedHome();
    for (let day = 22; day < 25; day += 1) {
      const audit = openAuditLog({
        home,
        now: () => Date.UTC(2026, 10, day),
        who: () => ({ connection: 'staging', person: 'mira' }),
      });
      await audit.around({ operation: 'plans.start', input: {}, context }, () => ok({}));
      audit.close();
    }
    const names = readdirSync(join(home, 'audit')).map((name) => {
      const [first = '{}'] = readFileSync(join(home, 'audit', name), 'utf8').split('\n');
      return Object.keys((JSON.parse(first) as { readonly names: object }).names).length;
    });
    expect(names.toSorted((a, b) => a - b)).toEqual([0, 1, 1, 1, 1]);
  });
});
