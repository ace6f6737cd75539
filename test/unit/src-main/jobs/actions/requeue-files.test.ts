import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendRequeues } from '#main/jobs/actions/requeue-files.ts';
import type { RunningJob, Sending, Sent } from '#main/jobs/job-action.ts';
import type { PipelineApi } from '#main/pipeline/pipeline-api.ts';
import { problemStatus, type ProblemCode } from '#shared/pipeline-api/problem.ts';
import { aPlan } from '#test/builders/a-job.ts';

type Answer = 'done' | 'unclear' | 'not-sent' | 'unfit' | ProblemCode;

interface Asked {
  readonly key: string | undefined;
  readonly ifMatch: number | string | undefined;
  readonly file: string | undefined;
}

/** Returns a pipeline with prepared answers, which it gives in order. */
function pipelineThat(answers: readonly Answer[]) {
  const asked: Asked[] = [];
  const call: unknown = (
    _name: string,
    { params, idempotencyKey, ifMatch }: Parameters<PipelineApi['call']>[1],
  ) => {
    const answer = answers[asked.length] ?? 'done';
    asked.push({ key: idempotencyKey, ifMatch, file: params?.['fileId'] });
    if (answer === 'done')
      return Promise.resolve({ kind: 'answered', value: { file: { BatchID: 'batch-1' } } });
    if (answer === 'unfit') return Promise.resolve({ kind: 'not-sent', why: answer, unfit: 'fileId' });
    if (answer === 'unclear' || answer === 'not-sent') return Promise.resolve({ kind: answer, why: answer });
    const problem = { code: answer, status: problemStatus[answer], title: 'Title', detail: answer };
    return Promise.resolve({ kind: 'problem', problem });
  };
  return { asked, pipeline: { call } as PipelineApi };
}

const ids = ['a-2026-11-20', 'b-2026-11-20', 'c-2026-11-20'];
const job: RunningJob = { plan: aPlan(), by: 'support', reason: undefined, isOver: () => false };
const send = (
  pipeline: PipelineApi,
  more: Partial<Pick<Sending, 'ids' | 'open' | 'isAgain'>> & { isOver?: () => boolean } = {},
): Promise<Sent> =>
  sendRequeues(
    pipeline,
    { ...job, isOver: more.isOver ?? job.isOver },
    { ids, idempotencyKey: 'key', stampOf: (id) => `stamp of ${id}`, ...more },
  );

describe('the files of a step', () => {
  it('are each sent under their own key and version, the same when the step is repeated', async () => {
    const { asked, pipeline } = pipelineThat([]);
    const sent = await send(pipeline);
    await send(pipeline, { isAgain: true });
    const once = ids.map((file, at) => ({ file, key: `key.${at}`, ifMatch: `stamp of ${file}` }));
    expect(asked).toEqual([...once, ...once]);
    expect(sent).toEqual({
      kind: 'accepted',
      run: null,
      refused: new Map(),
      skipped: new Map(),
      unclear: new Map(),
      downloadBatches: new Map(ids.map((id) => [id, 'batch-1'])),
    });
  });

  it('end at once if they cannot be sent, and keep none of the others waiting', async () => {
    const { asked, pipeline } = pipelineThat(['unfit']);
    expect(await send(pipeline)).toMatchObject({
      kind: 'accepted',
      refused: new Map([['a-2026-11-20', 'unfit']]),
      unclear: new Map(),
    });
    expect(asked).toHaveLength(3);
  });

  it('are left alone if they have changed, and refused if the pipeline does not accept them', async () => {
    const { pipeline } = pipelineThat(['stale-version', 'file-not-requeueable', 'not-found']);
    expect(await send(pipeline)).toMatchObject({
      kind: 'accepted',
      skipped: new Map([
        ['a-2026-11-20', 'stale-version'],
        ['c-2026-11-20', 'not-found'],
      ]),
      refused: new Map([['b-2026-11-20', 'Title: file-not-requeueable']]),
    });
  });

  it('wait again if the sign-in or the network ends on the way, or a person stops it', async () => {
    for (const answer of ['sign-in-expired', 'not-sent'] as const) {
      expect(await send(pipelineThat(['done', answer]).pipeline)).toMatchObject({
        kind: 'accepted',
        left: new Set(ids.slice(1)),
      });
      expect(await send(pipelineThat([answer]).pipeline)).toMatchObject({ kind: 'not-sent' });
    }
    const { asked, pipeline } = pipelineThat([]);
    expect(await send(pipeline, { isOver: () => asked.length > 0 })).toMatchObject({
      left: new Set(ids.slice(1)),
    });
  });

  it('are never reported as not sent if an earlier attempt may have sent them', async () => {
    const answer = fc.constantFrom<Answer>('done', 'unclear', 'not-sent', 'sign-in-expired', 'stale-version');
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 3, maxLength: 3 }),
        fc.nat(4),
        async (answers, stopsAt) => {
          const { asked, pipeline } = pipelineThat(answers);
          const sent = await send(pipeline, { isAgain: true, isOver: () => asked.length >= stopsAt });
          expect(['accepted', 'unclear']).toContain(sent.kind);
          expect('left' in sent).toBe(false);
          if (sent.kind !== 'accepted') return;
          const answered = new Set(
            asked.flatMap(({ file = '' }, at) =>
              ['done', 'stale-version'].includes(answers[at] ?? 'done') ? [file] : [],
            ),
          );
          expect(new Set(sent.unclear?.keys())).toEqual(new Set(ids.filter((id) => !answered.has(id))));
        },
      ),
    );
  });

  it('each have their own answer, and only one without a clear answer is requested again', async () => {
    const { asked, pipeline } = pipelineThat(['stale-version', 'unclear', 'done']);
    const [first = '', second = '', third = ''] = ids;
    expect(await send(pipeline)).toMatchObject({
      kind: 'accepted',
      skipped: new Map([[first, 'stale-version']]),
      unclear: new Map([[second, 'unclear']]),
      downloadBatches: new Map([[third, 'batch-1']]),
    });
    expect(asked).toHaveLength(3);
    const again = await send(pipeline, { isAgain: true, open: [second] });
    expect(asked.slice(3)).toEqual([{ file: second, key: 'key.1', ifMatch: `stamp of ${second}` }]);
    expect(again).toMatchObject({ unclear: new Map(), downloadBatches: new Map([[second, 'batch-1']]) });
  });

  it('wait again after three in a row without a clear answer, unless they may have been sent before', async () => {
    const five = [...ids, 'd-2026-11-20', 'e-2026-11-20'];
    const answers: Answer[] = ['done', 'unclear', 'unclear', 'unclear', 'done'];
    const once = pipelineThat(answers);
    expect(await send(once.pipeline, { ids: five })).toMatchObject({ left: new Set(five.slice(4)) });
    expect(once.asked).toHaveLength(4);
    const again = pipelineThat(answers);
    const sent = await send(again.pipeline, { ids: five, isAgain: true });
    expect(again.asked).toHaveLength(5);
    expect(sent.kind === 'accepted' && [...(sent.unclear?.keys() ?? [])]).toEqual(five.slice(1, 4));
  });

  it('keep clear answers if a further attempt is interrupted', async () => {
    const [first = '', ...others] = ids;
    expect(await send(pipelineThat(['done', 'not-sent']).pipeline, { isAgain: true })).toMatchObject({
      downloadBatches: new Map([[first, 'batch-1']]),
      unclear: new Map(others.map((id) => [id, 'not-sent'])),
    });
    expect(await send(pipelineThat(['unclear', 'not-sent']).pipeline, { isAgain: true })).toEqual({
      kind: 'unclear',
      why: 'not-sent',
    });
  });
});
