import { expect, it } from 'vitest';
import { openAttempts } from '#main/jobs/attempts.ts';
import type { PipelineApi } from '#main/pipeline/pipeline-api.ts';
import type { Job, JobDetail } from '#shared/contract/jobs.ts';
import { itemStates } from '#shared/domain/job-words.ts';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import { aSession } from '#test/builders/a-session.ts';

const ended = '2026-01-05T08:00:00.000Z';
const none = Object.fromEntries(itemStates.map((state) => [state, 0])) as Job['counts'];

interface Change extends Partial<Omit<Job, 'counts'>> {
  readonly counts?: Partial<Job['counts']>;
}

function aJob({ counts = { fixed: 40 }, ...change }: Change = {}): Job {
  const { connection } = aSession();
  return {
    jobId: 'job-1',
    kind: 'redrive-messages',
    connection: { id: connection.id, name: connection.name, environment: connection.environment },
    fingerprint: '177481',
    by: 'admin',
    total: 40,
    counts: { ...none, ...counts },
    state: 'done',
    endedAt: ended,
    ...change,
  } as Job;
}

function aTeller(
  jobs: readonly Job[],
  {
    as = 'admin',
    later,
    offers = true,
  }: { as?: string; later?: JobDetail['cameBackLater']; offers?: boolean } = {},
) {
  const told: unknown[] = [];
  const persona = sandboxPersonas.find(({ id }) => id === as);
  const session = aSession({ who: persona as never });
  const pipeline = {
    call(name: string, sent: unknown) {
      if (name === 'describeApi') {
        const paths = offers ? { '/causes/{fingerprint}/outcomes': { post: {} } } : {};
        return Promise.resolve({ kind: 'answered', value: { paths } });
      }
      told.push(sent);
      return Promise.resolve({ kind: 'answered', value: {} });
    },
  } as unknown as PipelineApi;
  const attempts = openAttempts({
    jobs: () => jobs,
    detailOf: () => ({ cameBackLater: later }) as JobDetail,
    hasLaterReturns: () => later !== undefined,
    session: () => session,
    pipelineOf: () => pipeline,
    now: () => Date.parse(ended) + 60_000,
    log: { warn: () => undefined },
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
  return { attempts, told, settled };
}

it('counts what went through of what was sent, and what came back also after the job had ended', () => {
  const job = aJob({
    total: 50,
    counts: { fixed: 38, 'failed-again': 1, unconfirmed: 1, skipped: 4, waiting: 6 },
  });
  expect(aTeller([job]).attempts.of('177481')).toEqual([
    { jobId: 'job-1', kind: 'redrive', at: ended, by: 'admin', total: 40, fixed: 38, back: 1 },
  ]);
  const later = { messages: 3, processed: 2, lastAt: ended };
  expect(aTeller([job], { later }).attempts.of('177481')).toMatchObject([{ fixed: 36, back: 4 }]);
});

it('remembers nothing of jobs that run, sent nothing, were about another cause or only discarded', () => {
  const jobs = [
    aJob({ state: 'running', endedAt: null }),
    aJob({ counts: { skipped: 40 } }),
    aJob({ fingerprint: 'c2d9f0' }),
    aJob({ kind: 'discard-messages' }),
    aJob({ counts: { fixed: 39, running: 1 } }),
  ];
  expect(aTeller(jobs).attempts.of('177481')).toEqual([]);
});

it('tells the pipeline API of an outcome once, and again when it has changed', async () => {
  const { attempts, told, settled } = aTeller([]);
  attempts.changed(aJob());
  attempts.changed(aJob());
  await settled();
  attempts.changed(aJob({ counts: { fixed: 39, 'failed-again': 1 } }));
  await settled();
  expect(told).toMatchObject([
    {
      personId: 'admin',
      params: { fingerprint: '177481' },
      body: { jobId: 'job-1', kind: 'redrive', at: ended, total: 40, fixed: 40, back: 0 },
      idempotencyKey: 'outcome-job-1-40-0-40',
    },
    { body: { fixed: 39, back: 1 } },
  ]);
});

it.each([
  ['redrive-messages', 'redrive'],
  ['resend-messages', 'redrive'],
  ['reprocess', 'reprocess'],
  ['reprocess-many', 'reprocess'],
] as const)('tells how a job of the kind %s went', async (kind, as) => {
  const job = aJob({ kind });
  const { attempts, told, settled } = aTeller([job]);
  expect(attempts.of('177481')).toMatchObject([{ kind: as, fixed: 40 }]);
  attempts.changed(job);
  await settled();
  expect(told).toMatchObject([{ body: { kind: as, total: 40, fixed: 40, back: 0 } }]);
});

it('tells nothing of a colleague’s job, for people held to some tenants, or where the API has no such call', async () => {
  for (const how of [{ as: 'support' }, { as: 'support-northwind' }, { offers: false }]) {
    const { attempts, told, settled } = aTeller([], how);
    attempts.changed(aJob({ by: how.as === 'support-northwind' ? 'support-northwind' : 'admin' }));
    await settled();
    expect(told).toEqual([]);
  }
});

it('tells what the API lacks or knows otherwise, and nothing that is older than all it keeps', async () => {
  const { attempts, told, settled } = aTeller([aJob()]);
  const kept = attempts.of('177481');
  attempts.tellMissing('177481', kept);
  const newer = Array.from({ length: 10 }, (_, at) => ({
    ...(kept[0] ?? { kind: 'redrive', by: 'x', total: 1, fixed: 1, back: 0 }),
    jobId: `newer-${at}`,
    at: '2026-01-06T00:00:00.000Z',
  })) as typeof kept;
  attempts.tellMissing('177481', newer);
  await settled();
  expect(told).toEqual([]);
  attempts.tellMissing('177481', []);
  await settled();
  expect(told).toHaveLength(1);
});
