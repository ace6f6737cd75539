import type { DeadLetterQueue } from '#shared/contract/dead-letters.ts';
import type { Alarm, Monitor } from '#shared/contract/monitor.ts';
import type { Failure } from '#shared/contract/result.ts';
import type { Counted, TodayBatches, TodayReview } from '#shared/contract/today.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { deriveMe, type Part, type Seen } from '#renderer/features/today/seen.ts';
import { aCount } from '#test/builders/document-counts.ts';

export const now = Date.parse('2026-11-22T19:58:00Z');
const readAt = '2026-11-22T19:57:56.000Z';

/**
 * Returns the day of a support person with all tenants, where everything was read and nothing needs
 * attention.
 */
export function aSeen(change: Partial<Seen> = {}): Seen {
  return {
    me: deriveMe({ role: 'support', tenants: '*' }),
    as: 'support',
    tenant: null,
    now,
    batches: read(batches()),
    monitor: aMonitor([]),
    monitorFailure: undefined,
    groups: read({
      answeredFrom: oneByOne,
      groups: [],
      batchesRead: 0,
      batchesLeft: exactly(0),
      documentsRead: exactly(0),
      problems: [],
      calls: 0,
      readAt,
    }),
    corrections: read({
      asked: 'attention',
      whyNotAttention: null,
      workflows: [],
      isCounted: true,
      isAll: true,
      problems: [],
      calls: 8,
      readAt,
    }),
    review: read(review()),
    throughput: read({
      from: 'metrics',
      hours: [{ at: readAt, succeeded: 1_200, review: 4, failed: 0 }],
      isAtLeast: false,
      problems: [],
      calls: 1,
      readAt,
    }),
    queues: read({ queues: [], calls: 0, readAt }),
    day: read({ date: '2026-11-22', batches: [], isAll: true, asOf: readAt }),
    stuck: read({ rows: [], cursor: null }),
    neverPickedUp: read({ rows: [], cursor: null }),
    desk: read({
      drafts: [],
      postponed: [],
      decisions: [],
      today: {
        approved: 0,
        rejected: 0,
        corrected: 0,
        checked: 0,
        handedOver: 0,
        undone: 0,
        medianSeconds: null,
        of: 0,
      },
    }),
    jobs: [],
    jobsFailure: undefined,
    ...change,
  };
}

export function read<T>(value: T): Part<T> {
  return { ...reading<T>(), value, isReading: false, hasAnswered: true, gotAt: now };
}

export function reading<T>(): Part<T> {
  return {
    value: undefined,
    failure: undefined,
    isReading: true,
    readAgain: () => undefined,
    gotAt: 0,
    hasAnswered: false,
  };
}

export function failed<T>(failure: Failure = unreachable): Part<T> {
  return { ...reading<T>(), failure, isReading: false, hasAnswered: true };
}

/** The data was read once and could not be read again. */
export function old<T>(part: Part<T>): Part<T> {
  return { ...part, failure: unreachable };
}

export const unreachable: Failure = {
  code: 'aws-unreachable',
  message: 'DynamoDB did not answer. Nothing was read.',
  reference: 'ref-1',
  service: 'DynamoDB',
};

/** A deployment without attention, whose only tenant was asked. */
const oneByOne = { from: 'tenants', asked: 1, areAll: true, whyNotAttention: null } as const;

export function batches(change: Partial<TodayBatches> = {}): TodayBatches {
  return {
    answeredFrom: oneByOne,
    tenants: [{ tenantId: 'northwind', name: 'Northwind Logistics' }],
    isAllTenants: true,
    failed: { batches: exactly(0), documents: exactly(0), lastHour: exactly(0), newest: [] },
    leftQueued: { batches: exactly(0), documents: exactly(0), most: [] },
    running: { batches: exactly(0), newest: [] },
    review: { batches: exactly(0), documents: exactly(0) },
    byTenant: [],
    problems: [],
    calls: 3,
    readAt,
    ...change,
  };
}

export function review(change: Partial<TodayReview> = {}): TodayReview {
  return {
    answeredFrom: oneByOne,
    buckets: {
      'under-1h': exactly(0),
      'under-4h': exactly(0),
      'under-24h': exactly(0),
      'over-24h': exactly(0),
    },
    overdue: exactly(0),
    dueHours: 24,
    oldestAt: null,
    documentsRead: 0,
    waiting: exactly(0),
    problems: [],
    calls: 3,
    readAt,
    ...change,
  };
}

export function aMonitor(alarms: readonly Alarm[], change: Partial<Monitor> = {}): Monitor {
  return {
    poller: {
      state: 'waiting',
      why: null,
      seconds: 60,
      lastAt: readAt,
      nextAt: null,
      looks: 1,
      calls: 2,
      budget: { metrics: 6, calls: 2, months: [], priceBook: { id: 'book', name: 'Book' } },
    },
    alarms: [...alarms],
    isAll: true,
    readAt,
    deadLetters: [],
    notices: [],
    failure: null,
    aheadMs: 0,
    ...change,
  };
}

export function anAlarm(change: Partial<Alarm> = {}): Alarm {
  return {
    name: 'autowired-documents-dlq-sandbox-not-empty',
    description: null,
    state: 'OK',
    reason: null,
    since: readAt,
    metric: null,
    rule: null,
    hasActions: false,
    place: { desk: 'monitor', group: null, alarm: 'autowired-documents-dlq-sandbox-not-empty' },
    ...change,
  };
}

export function aBatch(change: Partial<Batch> = {}): Batch {
  return {
    tenantId: 'northwind',
    projectId: 'freight-invoices',
    batchId: 'batch-1',
    status: 'FAILED',
    otherStatus: null,
    statusSince: '2026-11-22T12:00:00.000Z',
    counts: aCount({ SUCCEEDED: 8, FAILED: 2 }),
    otherCounts: [],
    documentCount: 10,
    received: 10,
    workflowId: 'carrier-invoices',
    run: 1,
    runs: { 1: 'SUCCEEDED' },
    execution: null,
    confidenceThreshold: 0.5,
    reviewThreshold: 0.8,
    submittedBy: null,
    version: 4,
    createdAt: '2026-11-22T11:00:00.000Z',
    updatedAt: '2026-11-22T12:00:00.000Z',
    catchingUp: false,
    expired: false,
    problems: [],
    ...change,
  };
}

export const none = { waiting: 0, inFlight: 0, delayed: 0 };

export function aQueue(change: Partial<DeadLetterQueue> = {}): DeadLetterQueue {
  return {
    name: 'queue',
    fifo: false,
    sources: [],
    depth: { waiting: 4, inFlight: 1, delayed: 0 },
    retentionSeconds: 1_209_600,
    oldest: { sentAt: '2026-11-20T19:58:00.000Z', from: 'metric', isExact: false },
    nextExpiry: null,
    alarm: null,
    moves: [],
    cameBack: null,
    lacks: [],
    ...change,
  };
}

export function exactly(count: number): Counted {
  return { count, isAtLeast: false };
}

export function atLeast(count: number): Counted {
  return { count, isAtLeast: true };
}
