import { openJobEngine, type JobEngine } from '#main/jobs/engine.ts';
import type { EngineParts } from '#main/jobs/working-jobs.ts';
import type { Job } from '#shared/contract/jobs.ts';
import type { Plan, PlanItem } from '#shared/contract/plans.ts';
import { chooseFirstTenant, groupByTenant, toItemId } from '#shared/domain/many-batches.ts';
import { planRamp } from '#shared/domain/pipeline-limits.ts';
import { fakePipeline, type FakePipeline, type FakePipelineOptions } from './a-fake-pipeline.ts';
import { aHome } from './a-home.ts';
import { startOfJobs, steppedClock, type SteppedClock } from './a-stepped-clock.ts';

let plans = 0;

/** Returns a plan of this many documents, called `document-1` and so on. */
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
    ramp: planRamp(go),
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

interface BatchToPlan {
  readonly tenantId: string;
  readonly go: number;
}

/** Returns a plan over these batches, whose documents are called `1/document-1` and so on. */
export function aPlanOfMany(batches: readonly BatchToPlan[], change: Partial<Plan> = {}): Plan {
  const items = batches.flatMap(({ go }, at) =>
    aPlan(go).items.map((item) => ({ ...item, id: toItemId(at + 1, item.id) })),
  );
  const planned = batches.map(({ tenantId, go }, at) => ({
    tenantId,
    projectId: 'invoices',
    batchId: `batch-${at + 1}`,
    workflowId: null,
    go,
    skip: 0,
    blocked: 0,
    needsReason: 0,
  }));
  const firstTenant = chooseFirstTenant(groupByTenant(planned)) ?? null;
  return {
    ...aPlan(0),
    kind: 'reprocess-many',
    target: { kind: 'reprocess-many', fingerprint: 'b8cf51', of: { is: 'matching' } },
    tenantId: null,
    items,
    counts: { go: items.length, skip: 0, blocked: 0 },
    many: { batches: planned, firstTenant, usdWithReason: '0', items: items.length, limit: null },
    ...change,
  };
}

export interface EngineUnderTest {
  readonly engine: JobEngine;
  readonly home: string;
  readonly clock: SteppedClock;
  readonly pipeline: FakePipeline;
  /** Opens another console on the same home folder. */
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
