import type { JobAction, Look, Sending, Sent } from '#main/jobs/job-action.ts';
import type { JobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { SteppedClock } from './a-stepped-clock.ts';

/** This is the pipelines' own state, which outlives any console that works on them. */
export interface FakePipeline {
  readonly action: (kind: JobKind) => JobAction;
  /** Counts for each id how often something was really done to it. */
  readonly effects: Map<string, number>;
  /** Lists the calls in the order of their arrival. */
  readonly calls: { readonly ids: readonly string[]; readonly key: string; readonly at: number }[];
  readonly rechecks: string[][];
  readonly looked: string[][];
}

export interface FakePipelineOptions {
  readonly clock: Pick<SteppedClock, 'now'>;
  readonly repeatableForMs?: number | null;
  /** Decides how a document ends. Without it, every document is fixed. */
  readonly ends?: (id: string) => Look['state'];
  readonly documentMs?: number;
  readonly firstLookMs?: number;
  readonly skips?: (id: string) => string | undefined;
  readonly refuses?: (id: string) => string | undefined;
  /** Decides what goes wrong with the nth call, counted from 0. */
  readonly trouble?: (call: number, sending: Sending) => Trouble | Promise<Trouble>;
  readonly unreadable?: () => boolean;
}

/**
 * With `lost`, it happens and no answer comes. With `unheard`, it does not happen, and the caller cannot
 * know.
 */
export type Trouble = 'none' | 'lost' | 'unheard' | 'not-sent' | 'refused' | 'throws';

export function fakePipeline(options: FakePipelineOptions): FakePipeline {
  const { clock, repeatableForMs = 23 * 3_600_000, documentMs = 10_000, firstLookMs = 12_000 } = options;
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
    firstLookAfter: () => firstLookMs,
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
  unconfirmed: 'QUEUED',
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
