import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { refusingDoors, type ConnectionDoors } from '#main/aws/doors.ts';
import { openJobs } from '#main/compose/compose-jobs.ts';
import { nothingBefore } from '#main/features/dead-letters/dead-letter-parts.ts';
import { heldMessages } from '#main/dead-letters/held-messages.ts';
import type { Changes, Job } from '#shared/contract/jobs.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { Session } from '#shared/contract/session.ts';
import { aJobEngine, aPlan } from '#test/builders/a-job-engine.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aReader, aStoredItem } from '#test/builders/a-reader.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';
import { startOfJobs, type SteppedClock } from '#test/builders/a-stepped-clock.ts';

const context = { reference: 'r', role: 'support', host: 'browser' } as const;
const log = { info() {}, warn() {}, error() {}, fatal() {} };

/** Creates a home with a job that was killed between its call and the answer. */
async function anInterruptedJob(
  change: Partial<Plan> = {},
  beginsAt?: string,
): Promise<{ home: string; clock: SteppedClock }> {
  const before = aJobEngine({ trouble: () => new Promise(() => undefined) });
  const plan = aPlan(1, change);
  before.engine.start(plan, { by: 'support', reason: undefined, beginsAt });
  await before.clock.advance(1_000);
  const home = aHome();
  mkdirSync(join(home, 'jobs'));
  const file = `${plan.planId}.jsonl`;
  copyFileSync(join(before.home, 'jobs', file), join(home, 'jobs', file));
  return { home, clock: before.clock };
}

function theConsole(
  home: string,
  clock: SteppedClock,
  doors: ConnectionDoors,
  change: Partial<Session> = {},
) {
  let session = aSession(change);
  const listeners = new Set<(session: Session) => void>();
  const jobs = openJobs({
    home,
    doorsOf: () => doors,
    scopedDoors: () => doors,
    session: () => session,
    onSession(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    redrive: {
      action: () => {
        throw new Error('There are no messages here');
      },
      discarded: nothingBefore.discarded,
      forget: () => Promise.resolve(),
      sentBefore: { of: () => null },
    },
    held: heldMessages(),
    log,
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
  });
  onTestFinished(async () => {
    const closed = jobs.close();
    await clock.advance(10_000);
    await closed;
  });
  const listed: (readonly Job[])[] = [];
  jobs.handlers['jobs.watch']({}, (list) => listed.push(list.jobs), context);
  return {
    jobs,
    now: () => listed.at(-1)?.[0],
    be: (next: Partial<Session>): void => {
      session = { ...session, ...next };
      for (const listener of listeners) listener(session);
    },
  };
}

describe('an interrupted job', () => {
  it.each([
    [true, 'interrupted'],
    [false, 'running'],
  ])('with its connection read-only: %s, is %s when the console starts again', async (readOnly, state) => {
    const { home, clock } = await anInterruptedJob();
    const { now } = theConsole(home, clock, refusingDoors('none'), {
      connection: aConnectionSummary({ readOnly }),
    });
    await clock.advance(1_000);
    expect(now()?.state).toBe(state);
  });

  it('does not resume when production is unlocked, and may then be resumed by hand', async () => {
    const { home, clock } = await anInterruptedJob();
    const locked = aConnectionSummary({ environment: 'production', unlockable: true, readOnly: true });
    const { jobs, now, be } = theConsole(home, clock, refusingDoors('none'), { connection: locked });
    be({ connection: { ...locked, readOnly: false } });
    await clock.advance(1_000);
    expect(now()?.state).toBe('interrupted');
    const jobId = now()?.jobId ?? '';
    expect(await jobs.handlers['jobs.resume']({ jobId }, context)).toMatchObject({ ok: true });
    await clock.advance(1_000);
    expect(now()?.state).toBe('running');
  });
});

describe('an interrupted job whose person has lost rights since', () => {
  const mira = { id: 'support', name: 'Mira Okafor', role: 'support', tenants: '*' } as const;
  const next = 'Nothing more was sent. Resume it when they have it again, or make a new plan for the rest.';

  it.each([
    [{}, { tenants: ['kestrel'] }, `Mira Okafor no longer has access to all tenants of this job. ${next}`],
    [
      { tenantId: null },
      { tenants: ['northwind'] },
      `Mira Okafor no longer has access to all tenants of this job. ${next}`,
    ],
    [
      {},
      { role: 'reviewer' },
      `Mira Okafor no longer has the support or admin role that this job requires. ${next}`,
    ],
  ] as const)('(%j, now with %j) is braked, and says so to who may see it', async (plan, lost, because) => {
    const { home, clock } = await anInterruptedJob(plan);
    const { now, be } = theConsole(home, clock, refusingDoors('none'), { who: null });
    expect(now()).toMatchObject({ state: 'interrupted' });
    be({ who: { ...mira, ...lost, tenants: 'tenants' in lost ? [...lost.tenants] : '*' } });
    await clock.advance(1_000);
    be({ who: { ...mira, id: 'admin', name: 'Ines Halvorsen', role: 'admin' } });
    expect(now()).toMatchObject({ state: 'braked', because });
    // It does not go on when the rights are back, because a person has to look at it first.
    be({ who: mira });
    await clock.advance(1_000);
    expect(now()).toMatchObject({ state: 'braked' });
  });

  it('resumes for who still sees its tenant', async () => {
    const { home, clock } = await anInterruptedJob();
    const { now, be } = theConsole(home, clock, refusingDoors('none'), { who: null });
    be({ who: { ...mira, tenants: ['northwind'] } });
    await clock.advance(1_000);
    expect(now()?.state).toBe('running');
  });

  it('is left alone while another person is signed in', async () => {
    const { home, clock } = await anInterruptedJob();
    const { now } = theConsole(home, clock, refusingDoors('none'), {
      who: { id: 'teo', name: 'Teo', role: 'reviewer', tenants: '*' },
    });
    await clock.advance(1_000);
    expect(now()?.state).toBe('interrupted');
  });
});

describe('a job at work whose person loses rights', () => {
  const mira = { id: 'support', name: 'Mira Okafor', role: 'support', tenants: '*' } as const;
  const role = { ...mira, role: 'reviewer' } as const;
  const tenants = { ...mira, tenants: ['kestrel'] };
  const inAnHour = new Date(startOfJobs + 3_600_000).toISOString();

  it.each([
    ['a role', 'running', undefined, role, 'the support or admin role that this job requires'],
    ['tenants', 'running', undefined, tenants, 'access to all tenants of this job'],
    ['a role', 'scheduled', inAnHour, role, 'the support or admin role that this job requires'],
    ['tenants', 'scheduled', inAnHour, tenants, 'access to all tenants of this job'],
  ] as const)('(%s, while it is %s) is braked, and says why', async (_lost, state, beginsAt, who, lost) => {
    const { home, clock } = await anInterruptedJob({}, beginsAt);
    const { jobs, now, be } = theConsole(home, clock, refusingDoors('none'), { who: mira });
    await clock.advance(1_000);
    expect(now()?.state).toBe(state);
    be({ who });
    await clock.advance(1_000);
    be({ who: { ...mira, id: 'admin', name: 'Ines Halvorsen', role: 'admin' } });
    expect(now()).toMatchObject({
      state: 'braked',
      because: expect.stringContaining(`Mira Okafor no longer has ${lost}. Nothing more was sent.`),
    });
    // It does not go on when the rights are back, because a person has to look at it first.
    be({ who: mira });
    await clock.advance(1_000);
    expect(now()?.state).toBe('braked');
    expect(await jobs.handlers['jobs.resume']({ jobId: now()?.jobId ?? '' }, context)).toMatchObject({
      ok: true,
    });
    await clock.advance(1_000);
    expect(now()?.state).toBe(state);
  });

  it.each([
    ['a role', role],
    ['tenants', tenants],
  ])('(%s) is braked on unlocked production, too', async (_lost, who) => {
    const { home, clock } = await anInterruptedJob();
    const unlocked = aConnectionSummary({ environment: 'production', unlockable: true });
    const { jobs, now, be } = theConsole(home, clock, refusingDoors('none'), {
      connection: unlocked,
      who: mira,
    });
    await jobs.handlers['jobs.resume']({ jobId: now()?.jobId ?? '' }, context);
    await clock.advance(1_000);
    expect(now()?.state).toBe('running');
    be({ who });
    await clock.advance(1_000);
    be({ who: mira });
    expect(now()?.state).toBe('braked');
  });

  it.each([
    ['the person is signed out', null],
    ['another person is signed in', { ...role, id: 'teo', name: 'Teo' }],
  ])('goes on while %s', async (_change, who) => {
    const { home, clock } = await anInterruptedJob();
    const { now, be } = theConsole(home, clock, refusingDoors('none'), { who: mira });
    be({ who });
    await clock.advance(1_000);
    be({ who: mira });
    expect(now()?.state).toBe('running');
  });

  it('is followed to its end if nothing is left to send', async () => {
    const { home, clock } = await anInterruptedJob();
    const { now, be } = theConsole(
      home,
      clock,
      {
        ...refusingDoors('none'),
        pipeline: {
          call: () => Promise.resolve({ kind: 'answered', value: { run: 2, documents: [] } as never }),
        },
      },
      { who: mira },
    );
    await clock.advance(1_000);
    expect(now()?.counts).toMatchObject({ running: 1, waiting: 0, sending: 0 });
    be({ who: role });
    await clock.advance(1_000);
    be({ who: mira });
    expect(now()?.state).toBe('running');
  });
});

describe('a job that was started while production was unlocked', () => {
  it('continues when that time is over, and can be stopped then', async () => {
    const { home, clock } = await anInterruptedJob();
    const unlocked = aConnectionSummary({ environment: 'production', unlockable: true });
    const { jobs, now, be } = theConsole(home, clock, refusingDoors('none'), { connection: unlocked });
    const jobId = now()?.jobId ?? '';
    await jobs.handlers['jobs.resume']({ jobId }, context);
    be({ connection: { ...unlocked, readOnly: true } });
    await clock.advance(60_000);
    expect(now()?.state).toBe('running');
    expect(await jobs.handlers['jobs.brake']({ jobId }, context)).toMatchObject({ ok: true });
    await clock.advance(1_000);
    expect(now()?.state).toBe('stopped');
  });
});

describe('a sandbox that is reset', () => {
  it.each([
    [0, ['document-1']],
    [1, []],
  ])('%i times during a read has %j read', async (sandboxResets, seen) => {
    const { home, clock } = await anInterruptedJob();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const text = (S: string) => ({ S });
    const attributes = {
      tenantId: text('northwind'),
      batchId: text('batch-1'),
      documentId: text('document-1'),
    };
    const { reader } = aReader([[aStoredItem({ attributes: { ...attributes, version: { N: '2' } } })]]);
    const doors = refusingDoors('none');
    const opened = theConsole(home, clock, {
      ...doors,
      reader: { ...reader, run: async (...asked) => held.then(() => reader.run(...asked)) },
      pipeline: {
        call: () => Promise.resolve({ kind: 'answered', value: { run: 2, documents: [] } as never }),
      },
    });
    await clock.advance(1_000);
    opened.be({ sandboxResets });
    answer();
    await clock.advance(1_000);
    let changes: Changes | undefined;
    opened.jobs.handlers['changes.watch']({}, (recent) => void (changes = recent), context);
    expect(changes?.documents.map(({ documentId }) => documentId)).toEqual(seen);
  });
});
