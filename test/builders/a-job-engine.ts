import { aHome } from '#test/builders/a-home.ts';
import { openJobEngine, type JobEngine } from '#main/jobs/engine.ts';
import type { EngineParts } from '#main/jobs/engine-parts.ts';
import type { JobAction, Look, Sending, Sent } from '#main/jobs/job-action.ts';
import { rampOf } from '#shared/domain/ramp.ts';
import type { Job } from '#shared/contract/jobs/jobs.ts';
import type { JobKind, Plan, PlanItem } from '#shared/contract/jobs/plans.ts';
import type { Result } from '#shared/contract/result.ts';
import { ok, refused } from '#shared/contract/result.ts';

export const startOfJobs = Date.parse('2026-11-20T14:25:00.000Z');

/** A clock that stands still until a test moves it; what falls due has run its course before the next does. */
export interface SteppedClock {
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  advance(ms: number): Promise<void>;
}

export function steppedClock(start = startOfJobs): SteppedClock {
  let time = start;
  let timers: { at: number; go: () => void }[] = [];
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          timers = timers.filter((one) => one !== timer);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = { at: time + ms, go: end };
        timers.push(timer);
        signal.addEventListener('abort', end);
      }),
    async advance(ms) {
      const target = time + ms;
      await settle();
      for (;;) {
        const next = timers.toSorted((a, b) => a.at - b.at)[0];
        if (!next || next.at > target) break;
        time = Math.max(time, next.at);
        next.go();
        await settle();
      }
      time = target;
    },
  };
}

/** What the pipelines keep, whoever asks, and however often the console ends. */
export interface FakePipeline {
  readonly action: (kind: JobKind) => JobAction;
  /** Of each id, how often something was really done to it. */
  readonly effects: Map<string, number>;
  /** Each call as it arrived. */
  readonly calls: { readonly ids: readonly string[]; readonly key: string; readonly at: number }[];
  readonly rechecks: string[][];
  readonly looked: string[][];
}

export interface FakePipelineOptions {
  readonly clock: Pick<SteppedClock, 'now'>;
  readonly repeatableForMs?: number | null;
  /** What becomes of a document; fixed where nothing is said. */
  readonly ends?: (id: string) => Look['state'];
  readonly documentMs?: number;
  readonly skips?: (id: string) => string | undefined;
  readonly refuses?: (id: string) => string | undefined;
  /** What goes wrong with the nth call, from 0. */
  readonly trouble?: (call: number, sending: Sending) => Trouble | Promise<Trouble>;
  readonly unreadable?: () => boolean;
}

/** `lost`: it happens, and no answer comes. `unheard`: it does not happen, and nobody can know that. */
export type Trouble = 'none' | 'lost' | 'unheard' | 'not-sent' | 'refused' | 'throws';

export function fakePipeline(options: FakePipelineOptions): FakePipeline {
  const { clock, repeatableForMs = 23 * 3_600_000, documentMs = 10_000 } = options;
  const effects: FakePipeline['effects'] = new Map();
  const calls: FakePipeline['calls'] = [];
  const rechecks: string[][] = [];
  const looked: string[][] = [];
  const answers = new Map<string, Sent>();
  const endsAt = new Map<string, number>();
  let run = 1;

  function happen({ ids, idempotencyKey }: Sending): Sent {
    const before = repeatableForMs === null ? undefined : answers.get(idempotencyKey);
    if (before) return before;
    const refusals = new Map<string, string>();
    run += 1;
    for (const id of ids) {
      const why = options.refuses?.(id);
      if (why !== undefined) refusals.set(id, why);
      else {
        effects.set(id, (effects.get(id) ?? 0) + 1);
        endsAt.set(id, clock.now() + documentMs);
      }
    }
    const answer: Sent = { kind: 'accepted', run, refused: refusals };
    answers.set(idempotencyKey, answer);
    return answer;
  }

  const action: JobAction = {
    kind: 'reprocess',
    repeatableForMs,
    mostInCall: 50,
    recheck(_plan, ids) {
      rechecks.push([...ids]);
      if (options.unreadable?.() === true) return Promise.resolve(throttled);
      const skip = new Map(
        ids.flatMap((id) => ((why) => (why === undefined ? [] : [[id, why] as const]))(options.skips?.(id))),
      );
      return Promise.resolve(ok({ skip, seen: nothingSeen }));
    },
    async send(_job, sending) {
      const trouble = (await options.trouble?.(calls.length, sending)) ?? 'none';
      calls.push({ ids: sending.ids, key: sending.idempotencyKey, at: clock.now() });
      if (trouble === 'not-sent' || trouble === 'refused') return { kind: trouble, why: 'no' };
      if (trouble === 'unheard') return { kind: 'unclear', why: 'the connection broke' };
      const answer = happen(sending);
      if (trouble === 'throws') throw new Error('a bug');
      return trouble === 'lost' ? { kind: 'unclear', why: 'the connection broke' } : answer;
    },
    look(_job, sent) {
      looked.push(sent.map(({ id }) => id));
      if (options.unreadable?.() === true) return Promise.resolve(throttled);
      return Promise.resolve(
        ok({ looks: new Map(sent.map(({ id, run: of }) => [id, lookAt(id, of)])), seen: nothingSeen }),
      );
    },
  };

  function lookAt(id: string, of: number | null): Look {
    const at = endsAt.get(id) ?? Number.POSITIVE_INFINITY;
    const hasEnded = clock.now() >= at;
    const state = hasEnded ? (options.ends?.(id) ?? 'fixed') : 'running';
    const endedAt = state === 'running' ? null : new Date(at).toISOString();
    return { state, status: statuses[state], stage: null, run: of, endedAt, usage: null, note: null };
  }

  return { action: () => action, effects, calls, rechecks, looked };
}

const statuses = {
  running: 'PROCESSING',
  fixed: 'SUCCEEDED',
  'failed-again': 'FAILED',
  overtaken: 'PROCESSING',
} as const;
const nothingSeen = { documents: [], batches: [] };
const throttled: Result<never> = refused({
  code: 'throttled',
  message: 'DynamoDB asks to go slower',
  attempts: 4,
});

let plans = 0;

/** Of so many documents that go, `document-1` and so on. */
export function aPlan(
  go: number,
  { skip = 0, ...change }: Partial<Plan> & { readonly skip?: number } = {},
): Plan {
  const item = (number: number, verdict: PlanItem['verdict']): PlanItem => ({
    id: `document-${number}`,
    name: `invoice-${number}.pdf`,
    version: 1,
    verdict,
    why: verdict === 'go' ? 'FAILED' : 'Already SUCCEEDED at 14:21:40',
    usd: '0.0165',
    needsReason: false,
  });
  const items = Array.from({ length: go + skip }, (_, index) => item(index + 1, index < go ? 'go' : 'skip'));
  return {
    planId: `plan-${(plans += 1)}`,
    kind: 'reprocess',
    target: {
      kind: 'reprocess',
      tenantId: 'northwind',
      projectId: 'freight-invoices',
      batchId: 'batch-1',
      documentIds: items.map(({ id }) => id),
    },
    tenantId: 'northwind',
    connection: { id: 'local', name: 'Local sandbox', environment: 'sandbox' },
    by: 'support',
    madeAt: new Date(startOfJobs - 60_000).toISOString(),
    expiresAt: new Date(startOfJobs + 540_000).toISOString(),
    hash: 'a'.repeat(64),
    items,
    counts: { go, skip, blocked: 0 },
    ramp: rampOf(go),
    estimate: {
      usd: '0.5',
      priceBook: { id: 'us-east-1-since-2024-11', name: 'us-east-1 list' },
      lines: [],
      seconds: 60,
      basis: 'nothing',
    },
    checks: [],
    typing: null,
    cannotStart: null,
    reads: { calls: 1, rru: 1 },
    ...change,
  };
}

export interface EngineUnderTest {
  readonly engine: JobEngine;
  readonly home: string;
  readonly clock: SteppedClock;
  readonly pipeline: FakePipeline;
  /** Another console on the same home folder. */
  readonly another: (more?: Partial<EngineParts>) => JobEngine;
  readonly start: (plan: Plan, reason?: string) => Job;
  readonly job: (plan: Plan) => Job;
}

export function aJobEngine({
  home = aHome(),
  clock = steppedClock(),
  pipeline,
  parts = {},
  ...options
}: Omit<FakePipelineOptions, 'clock'> & {
  readonly home?: string;
  readonly clock?: SteppedClock;
  readonly pipeline?: FakePipeline;
  readonly parts?: Partial<EngineParts>;
} = {}): EngineUnderTest {
  const fake = pipeline ?? fakePipeline({ ...options, clock });
  let keys = 0;
  const another: EngineUnderTest['another'] = (more = {}) =>
    openJobEngine({
      home,
      action: fake.action,
      seen: () => undefined,
      log: silentLog,
      now: () => clock.now(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
      newKey: () => `key-${(keys += 1)}-${clock.now()}`,
      ...parts,
      ...more,
    });
  const engine = another();
  return {
    engine,
    home,
    clock,
    pipeline: fake,
    another,
    start(plan, reason) {
      const started = engine.start(plan, { by: 'support', reason });
      if (!started.ok) throw new Error(started.failure.message);
      return started.value;
    },
    job: (plan) => jobIn(engine, plan),
  };
}

export function jobIn(engine: JobEngine, { planId, connection }: Plan): Job {
  const job = engine.jobs(connection.id).find(({ jobId }) => jobId === planId);
  if (!job) throw new Error(`There is no job ${planId}`);
  return job;
}

const silentLog = { info() {}, warn() {}, error() {}, fatal() {} };
