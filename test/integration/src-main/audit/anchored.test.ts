import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { chainFile } from '#main/audit/audit-log.ts';
import { openAudit } from '#main/audit/open-audit.ts';
import { auditHandlers } from '#main/features/audit/audit-handlers.ts';
import { openPipelineApi } from '#main/pipeline/open-pipeline-api.ts';
import { sandboxPipeline } from '#main/start/embedded-aws.ts';
import { ok } from '#shared/contract/result.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';
import { aSession } from '#test/builders/a-session.ts';
import { aChain } from '#test/builders/an-audit-chain.ts';

const context = { reference: 'ref-1', role: 'admin', host: 'browser' } as const;
const ines = { id: 'admin', name: 'Ines', role: 'admin' as const, tenants: '*' as const };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;

/** Connects the log, the console's client and the API of the sandbox, with nothing in between. */
async function anAnchoredLog() {
  const { sandbox } = await aSandbox();
  const pipeline = openPipelineApi(sandboxPipeline(serveSandbox(sandbox).answer));
  const home = aHome();
  const session = () => aSession({ who: ines });
  const due: (() => void)[] = [];
  const audit = openAudit({
    home,
    now: Date.now,
    session,
    pipelineOf: () => pipeline,
    log,
    after(_ms, work) {
      due.push(work);
      return () => undefined;
    },
  });
  const { standing } = audit.anchoring;
  const handlers = auditHandlers({
    home,
    session,
    now: Date.now,
    anchors: { pipeline: () => pipeline, standing },
  });
  return {
    home,
    standing,
    act: async (times = 1): Promise<void> => {
      for (let time = 0; time < times; time += 1) {
        await audit.around({ operation: 'plans.start', input: { planId: `p${time}` }, context }, () =>
          ok({}),
        );
      }
    },
    /** Runs everything that was due later now. */
    anchor: async (): Promise<void> => {
      const before = standing()?.anchored?.sequence;
      for (const work of due.splice(0)) work();
      await expect
        .poll(() => [standing()?.anchored?.sequence !== before, standing()?.why])
        .not.toEqual([false, null]);
    },
    verify: async () => valueOf(await handlers['audit.verify']({}, context)),
  };
}

it(
  'every action is anchored, and neither a cut nor a rewritten audit trail goes unnoticed',
  { timeout: 60_000 },
  async () => {
    const { home, standing, act, anchor, verify } = await anAnchoredLog();
    await act(3);
    await anchor();
    await act(2);
    const { chains, notCompared, writing } = await verify();
    expect(notCompared).toBeNull();
    expect(chains).toMatchObject([
      { state: 'being-written', entries: 11, anchoredAt: standing()?.anchored?.at },
    ]);
    expect(writing).toMatchObject({ why: null, notSince: expect.any(String) });

    const chain = standing()?.chain ?? '';
    const file = join(home, 'audit', chainFile(chain));
    const told = join(home, 'audit', `${chain}.anchored.json`);
    const text = readFileSync(file, 'utf8');
    // A person who removes entries would remove this file too, but the API's own anchors stay.
    rmSync(told);
    writeFileSync(file, `${text.split('\n').slice(0, 5).join('\n')}\n`);
    expect((await verify()).chains).toMatchObject([{ state: 'broken', line: 6 }]);
    rmSync(file);
    expect((await verify()).chains).toMatchObject([{ state: 'broken', line: 1, file: chainFile(chain) }]);
    const rewritten = aChain(Array.from({ length: 10 }, () => ({ kind: 'outcome', code: 'ok' })));
    writeFileSync(file, `${rewritten.join('\n')}\n`);
    expect((await verify()).chains).toMatchObject([{ state: 'broken', line: 7 }]);
    writeFileSync(file, text);
    expect((await verify()).chains).toMatchObject([{ state: 'being-written' }]);
    expect(standing()?.anchored?.sequence).toBe(6);
  },
);
