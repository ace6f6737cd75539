import { describe, expect, it } from 'vitest';
import { jobsHandlers } from '#main/features/plans/jobs-handlers.ts';
import type { JobEngine } from '#main/jobs/engine.ts';
import type { PaceNow } from '#main/jobs/pace-view.ts';
import type { ItemReceipt, Job, JobDetail } from '#shared/contract/jobs.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { usualPace } from '#shared/domain/pace-rules.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';
import { context } from './a-plan-desk.ts';

const ofNorthwind = { id: 'j', name: 'J', role: 'support' as const, tenants: ['northwind'] };

function aJob(jobId: string, tenantId = 'northwind'): Job {
  return { jobId, kind: 'reprocess', tenantId, by: 'support', state: 'braked' } as Job;
}

function aReceipt(number: number, note: string | null = null): ItemReceipt {
  return { number, id: `doc-${number}`, name: 'a.pdf', state: 'fixed', note } as ItemReceipt;
}

function theJobs(jobs: readonly Job[], receipts: readonly ItemReceipt[] = []) {
  let session = aSession();
  const changed = new Set<(connectionId: string, jobId: string) => void>();
  const sessions = new Set<(session: Session) => void>();
  const asked: string[] = [];
  const find = (connectionId: string, jobId: string) =>
    connectionId === 'local' ? jobs.find((job) => job.jobId === jobId) : undefined;
  const answer =
    (what: string) =>
    (connectionId: string, jobId: string): Result<Job> => {
      asked.push(`${what} ${jobId}`);
      return ok(find(connectionId, jobId) ?? aJob('none'));
    };
  const engine: JobEngine = {
    open: () => [],
    start: () => ok(aJob('none')),
    jobs: (connectionId) => (connectionId === 'local' ? jobs : []),
    lost: () => [aLostJournal],
    detail(connectionId, jobId) {
      const job = find(connectionId, jobId);
      return job === undefined ? null : ({ job } as JobDetail);
    },
    job: (connectionId, jobId) => find(connectionId, jobId) ?? null,
    receipts: (connectionId, jobId) => (find(connectionId, jobId) ? receipts : null),
    receiptsPage: (connectionId, jobId, { offset, pageSize }) =>
      find(connectionId, jobId)
        ? { receipts: receipts.slice(offset, offset + pageSize), total: receipts.length }
        : null,
    batches: (connectionId, jobId) => (find(connectionId, jobId) ? [] : null),
    brake: answer('brake'),
    resume: answer('resume'),
    end: answer('end'),
    setPace: answer('setPace'),
    paceOf: (connectionId, jobId) => (find(connectionId, jobId) ? aPaceNow : null),
    resumeInterrupted() {},
    brakeWithoutRight() {},
    voidAll() {},
    onChange(listener) {
      changed.add(listener);
      return () => void changed.delete(listener);
    },
    close: () => Promise.resolve(),
  };
  const handlers = jobsHandlers({
    engine,
    session: () => session,
    onSession(listener) {
      sessions.add(listener);
      return () => void sessions.delete(listener);
    },
    now: () => Date.UTC(2026, 10, 20),
  });
  return {
    handlers,
    asked,
    changes: (connectionId: string, jobId: string) =>
      changed.forEach((listener) => listener(connectionId, jobId)),
    be: (change: Partial<Session>): void => {
      session = { ...session, ...change };
      for (const listener of sessions) listener(session);
    },
  };
}

const aLostJournal = {
  jobId: 'lost',
  file: '/home/jobs/lost.jsonl',
  why: 'It is empty.',
  at: null,
  ids: ['document-1'],
  idsTotal: 1,
};

describe('jobs', () => {
  it('are watched as they change, for the person’s tenants', () => {
    const { handlers, changes, be } = theJobs([aJob('one'), aJob('two', 'kestrel')]);
    const heard: string[][] = [];
    const stop = handlers['jobs.watch'](
      {},
      ({ jobs }) => heard.push(jobs.map(({ jobId }) => jobId)),
      context,
    );
    changes('local', 'one');
    changes('prod', 'one');
    be({ who: ofNorthwind });
    be({ connection: aConnectionSummary({ id: 'prod' }) });
    stop();
    changes('prod', 'one');
    expect(heard).toEqual([['one', 'two'], ['one', 'two'], ['one'], []]);
  });

  it('name a journal that cannot be read, and its items only to people who may see all tenants', () => {
    const { handlers, be } = theJobs([]);
    const heard: unknown[] = [];
    const stop = handlers['jobs.watch']({}, ({ lost }) => heard.push(lost), context);
    be({ who: ofNorthwind });
    stop();
    expect(heard).toEqual([[aLostJournal], [{ ...aLostJournal, ids: [], idsTotal: 0 }]]);
  });

  it('are watched one by one, and a missing or forbidden one is null', () => {
    const { handlers, changes, be } = theJobs([aJob('one', 'kestrel')]);
    const heard: unknown[] = [];
    handlers['jobs.watchOne']({ jobId: 'one' }, ({ detail }) => heard.push(detail?.job.jobId), context);
    changes('local', 'another');
    changes('local', 'one');
    be({ who: ofNorthwind });
    expect(heard).toEqual(['one', 'one', undefined]);
  });

  it('return their receipts in pages of 200, in the order of the plan', async () => {
    const receipts = Array.from({ length: 450 }, (_, at) => aReceipt(at + 1));
    const { handlers } = theJobs([aJob('one')], receipts);
    const page = async (offset: number) => handlers['jobs.receipts']({ jobId: 'one', offset }, context);
    expect(await page(0)).toMatchObject({ value: { total: 450, receipts: { length: 200 } } });
    expect(await page(400)).toMatchObject({ value: { receipts: { length: 50, 0: { number: 401 } } } });
    expect(await page(900)).toMatchObject({ value: { total: 450, receipts: { length: 0 } } });
  });

  it('are exported in full, and a spreadsheet treats formulas as text', async () => {
    const { handlers } = theJobs([aJob('one')], [aReceipt(1, '=HYPERLINK("x")'), aReceipt(2)]);
    const csv = await handlers['jobs.export']({ jobId: 'one', format: 'csv' }, context);
    expect(csv).toMatchObject({ value: { fileName: 'receipts-one-20261120T000000Z.csv' } });
    const lines = csv.ok ? csv.value.text.split('\r\n') : [];
    expect(lines[0]).toBe(
      '\uFEFFnumber,id,name,step,state,status,stage,run,sentAt,endedAt,ms,usd,note,downloadBatchId',
    );
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`);
    const json = await handlers['jobs.export']({ jobId: 'one', format: 'json' }, context);
    expect(json.ok && JSON.parse(json.value.text)).toMatchObject([{ number: 1 }, { number: 2 }]);
  });

  it('can be braked by anyone who may see them, and resumed only by the person who started them', async () => {
    const { handlers, asked, be } = theJobs([aJob('one'), aJob('two', 'kestrel')]);
    be({ who: ofNorthwind });
    expect(await handlers['jobs.brake']({ jobId: 'one' }, context)).toMatchObject({ ok: true });
    expect(await handlers['jobs.brake']({ jobId: 'two' }, context)).toMatchObject({
      failure: { code: 'not-found' },
    });
    expect(await handlers['jobs.resume']({ jobId: 'one' }, context)).toMatchObject({
      failure: { code: 'job-refused', message: expect.stringMatching(/acts as Mira Okafor/) },
    });
    be({ who: { ...ofNorthwind, id: 'support' } });
    expect(await handlers['jobs.resume']({ jobId: 'one' }, context)).toMatchObject({ ok: true });
    expect(await handlers['jobs.end']({ jobId: 'one' }, context)).toMatchObject({ ok: true });
    expect(await handlers['jobs.end']({ jobId: 'two' }, context)).toMatchObject({
      failure: { code: 'not-found' },
    });
    expect(asked).toEqual(['brake one', 'resume one', 'end one']);
  });

  it('about messages are resumed by an admin alone, and braked by support too', async () => {
    const { handlers, be, asked } = theJobs([{ ...aJob('one'), kind: 'redrive-messages', tenantId: null }]);
    const mira = { id: 'support', name: 'Mira', role: 'support', tenants: '*' } as const;
    be({ who: mira });
    expect(await handlers['jobs.resume']({ jobId: 'one' }, context)).toMatchObject({
      failure: { code: 'role-required', allowed: ['admin'] },
    });
    await handlers['jobs.brake']({ jobId: 'one' }, context);
    be({ who: { ...mira, role: 'admin' } });
    await handlers['jobs.resume']({ jobId: 'one' }, context);
    expect(asked).toEqual(['brake one', 'resume one']);
  });

  it('about messages are slowed down by support too, and loosened by an admin alone', async () => {
    const { handlers, be, asked } = theJobs([{ ...aJob('one'), kind: 'redrive-messages', tenantId: null }]);
    const mira = { id: 'support', name: 'Mira', role: 'support', tenants: '*' } as const;
    const change = async (perSecond: number) =>
      handlers['jobs.setPace']({ jobId: 'one', pace: { ...usualPace, perSecond } }, context);
    be({ who: mira });
    expect(await change(20)).toMatchObject({ failure: { code: 'role-required', allowed: ['admin'] } });
    expect(await change(1)).toMatchObject({ ok: true });
    be({ who: { ...mira, role: 'admin' } });
    expect(await change(20)).toMatchObject({ ok: true });
    expect(asked).toEqual(['setPace one', 'setPace one']);
  });

  it('can be slowed down by anyone who may see them, and loosened only by the person who started them', async () => {
    const { handlers, asked, be } = theJobs([aJob('one'), aJob('two', 'kestrel')]);
    be({ who: ofNorthwind });
    const change = async (jobId: string, perSecond: number) =>
      handlers['jobs.setPace']({ jobId, pace: { ...usualPace, perSecond } }, context);
    expect(await change('two', 1)).toMatchObject({ failure: { code: 'not-found' } });
    expect(await change('one', 1)).toMatchObject({ ok: true });
    expect(await change('one', 20)).toMatchObject({
      failure: { code: 'plan-refused', message: expect.stringMatching(/^Only the person who started/) },
    });
    be({ who: { ...ofNorthwind, id: 'support' } });
    expect(await change('one', 20)).toMatchObject({ ok: true });
    expect(asked).toEqual(['setPace one', 'setPace one']);
  });
});

const limited = { ...usualPace, perSecond: 5 };
const aPaceNow: PaceNow = {
  pace: limited,
  confirmed: limited,
  waiting: 20,
  total: 28,
  typing: null,
  many: undefined,
  pacedAs: undefined,
};
