import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LineFile } from '#main/audit/line-file.ts';
import { sendRequeues } from '#main/jobs/actions/requeue-files.ts';
import type { JobAction } from '#main/jobs/job-action.ts';
import type { PipelineApi } from '#main/pipeline/pipeline-api.ts';
import { ok } from '#shared/contract/result.ts';
import { aFixedLook } from '#test/builders/a-fixed-look.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aJobEngine, aPlan, jobIn } from '#test/builders/a-job-engine.ts';
import { steppedClock } from '#test/builders/a-stepped-clock.ts';

const hour = 3_600_000;
const nothingSeen = { documents: [], batches: [] };

/**
 * With `lost`, it happens and no answer comes. With `unheard`, it does not happen, and the caller cannot
 * know.
 */
type Trouble = 'none' | 'lost' | 'unheard' | 'not-sent';

/** Requeues a file once for each key. Only the key prevents a second requeue. */
function buildPipeline(troubles: readonly Trouble[], deaf: ReadonlySet<string>) {
  const effects = new Map<string, number>();
  const keys = new Set<string>();
  let calls = 0;
  const call: unknown = (
    _name: string,
    { params, idempotencyKey = '' }: Parameters<PipelineApi['call']>[1],
  ) => {
    const id = params?.['fileId'] ?? '';
    const trouble = deaf.has(id) ? 'unheard' : (troubles[calls] ?? 'none');
    calls += 1;
    if (trouble === 'not-sent') return Promise.resolve({ kind: trouble, why: 'no' });
    if (trouble === 'unheard') return Promise.resolve({ kind: 'unclear', why: 'busy' });
    if (!keys.has(idempotencyKey)) effects.set(id, (effects.get(id) ?? 0) + 1);
    keys.add(idempotencyKey);
    return Promise.resolve(
      trouble === 'lost'
        ? { kind: 'unclear', why: 'lost' }
        : { kind: 'answered', value: { file: { BatchID: 'batch-1' } } },
    );
  };
  return { pipeline: { call } as PipelineApi, effects };
}

/**
 * Fails before or just after this line is written. Skips fsync, because these tests simulate no power cut.
 */
function linesUntil(last: number, isWritten: boolean): (file: string) => LineFile {
  let lines = 0;
  return (file) => ({
    append(line) {
      mkdirSync(dirname(file), { recursive: true });
      lines += 1;
      if (lines < last || isWritten) appendFileSync(file, `${line}\n`);
      if (lines >= last) throw new Error('the process is dead');
    },
    close: () => undefined,
  });
}

const story = fc.record({
  files: fc.integer({ min: 1, max: 70 }),
  troubles: fc.array(fc.constantFrom<Trouble>('none', 'none', 'lost', 'unheard', 'not-sent'), {
    maxLength: 80,
  }),
  deaf: fc.uniqueArray(fc.integer({ min: 1, max: 70 }), { maxLength: 5 }),
  deaths: fc.array(fc.record({ line: fc.integer({ min: 1, max: 14 }), isWritten: fc.boolean() }), {
    maxLength: 5,
  }),
});

it(
  'property: no file is requeued twice, and each is reported separately, whatever is lost and whatever ends',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ files, troubles, deaf, deaths }) => {
        const home = aHome();
        const clock = steppedClock();
        const deafIds = new Set(deaf.map((number) => `document-${number}`));
        const { pipeline, effects } = buildPipeline(troubles, deafIds);
        const action: JobAction = {
          kind: 'requeue-files',
          repeatableForMs: 23 * hour,
          firstLookAfter: () => 3_000,
          mostInCall: 50,
          recheck: () => Promise.resolve(ok({ skip: new Map(), seen: nothingSeen })),
          send: (job, sending) => sendRequeues(pipeline, job, { ...sending, stampOf: () => 'stamp' }),
          look: (_job, sent) =>
            Promise.resolve(
              ok({ looks: new Map(sent.map(({ id }) => [id, aFixedLook])), seen: nothingSeen }),
            ),
        };
        const under = aJobEngine({ home, clock, parts: { action: () => action } });
        const made = aPlan(files);
        const fileIds = made.items.map(({ id }) => id);
        const plan = { ...made, kind: 'requeue-files', target: { kind: 'requeue-files', fileIds } } as const;
        under.start(plan);
        await under.engine.close();
        for (const { line, isWritten } of deaths) {
          const dying = under.another({ open: linesUntil(line, isWritten) });
          dying.resumeInterrupted('local', 'support');
          dying.resume('local', plan.planId);
          await clock.advance(hour / 2);
          await dying.close();
        }
        const last = under.another({ open: linesUntil(Number.POSITIVE_INFINITY, true) });
        for (let turn = 0; turn < 150 && jobIn(last, plan).state !== 'done'; turn += 1) {
          last.resumeInterrupted('local', 'support');
          last.resume('local', plan.planId);
          await clock.advance(hour / 2);
        }
        const receipts = last.receipts('local', plan.planId) ?? [];
        await last.close();
        rmSync(home, { recursive: true, force: true });
        expect(jobIn(last, plan).state).toBe('done');
        for (const { id, state } of receipts) {
          const times = effects.get(id) ?? 0;
          if (deafIds.has(id)) expect([id, state, times]).toEqual([id, 'uncertain', 0]);
          else if (state === 'uncertain') expect(times).toBeLessThanOrEqual(1);
          else expect([id, state, times]).toEqual([id, 'fixed', 1]);
        }
      }),
      { numRuns: 40 },
    );
  },
);
