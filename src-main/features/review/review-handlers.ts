import { z } from 'zod';
import { reviewKeyInput, type ReviewKey } from '#shared/contract/review-document.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { SeenItems } from '../../jobs/job-action.ts';
import type { Log } from '../../log/open-log.ts';
import { actionHandlers } from './action-handlers.ts';
import type { BatchFactsStore } from './batch-facts.ts';
import { deskHandlers, deskWork } from './desk-handlers.ts';
import type { DeskStore } from './desk-store.ts';
import { giveNext } from './give-next.ts';
import { readAccuracy } from './read-accuracy.ts';
import { readDocument, readFile } from './read-document.ts';
import { readQueue, type QueueParts } from './read-queue.ts';
import { readSample } from './review-sample.ts';

export interface DocumentParts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
  readonly desk: DeskStore;
  /** Passes on items that were read on the way, for lists that are on a screen. */
  readonly seen: (connectionId: string, items: SeenItems) => void;
  readonly log: Pick<Log, 'warn'>;
  readonly newKey: () => string;
  readonly facts: BatchFactsStore;
  readonly now: () => number;
}

type Names = Exclude<
  Extract<keyof Handlers, `review.${string}`>,
  'review.queue' | 'review.sample' | 'review.accuracy'
>;

export function reviewDocumentHandlers(parts: DocumentParts): Pick<Handlers, Names> {
  const { doors, session, desk, facts, log } = parts;
  const work = deskWork(desk, log, parts.now);
  return {
    'review.read': async (key) => {
      const read = await readDocument(key, { doors: doors(), session: session(), facts });
      return read.ok ? { ...read, value: read.value.document } : read;
    },
    'review.file': readFile(doors),
    'review.next': giveNext({ doors, session, desk }),
    ...actionHandlers({ ...parts, work }),
    ...deskHandlers({ desk, work, session, log }),
  };
}

type QueueNames = 'review.queue' | 'review.sample' | 'review.accuracy';

/** Serves the lists of documents to review, and what was learnt from reviews. */
export function queueHandlers(parts: QueueParts): Pick<Handlers, QueueNames> {
  return {
    'review.queue': readQueue(parts),
    'review.sample': readSample(parts),
    'review.accuracy': readAccuracy(parts),
  };
}

type Ids = Readonly<Record<string, string>>;

/**
 * Returns what is audited about an action: that something was corrected or said, and never its content. Under four eyes
 * not even the decision is included, because the trail can be read on this machine, where the second person may sit.
 * @param isFourEyes undefined where that is not known
 */
export function reviewIds(
  operation: string,
  input: unknown,
  isFourEyes: (key: ReviewKey) => boolean | undefined,
): Ids {
  if (!operation.startsWith('review.')) return {};
  const { data } = changeSchema.safeParse(input);
  if (data === undefined) return {};
  const { version, to, note, until, intentKey } = data;
  return {
    ...(version !== undefined && { version: String(version) }),
    ...(!mayBeBlind(input, isFourEyes) && decided(data)),
    ...(to !== undefined && { to }),
    ...(note !== undefined && { note: note === null ? 'none' : 'given' }),
    ...(until !== undefined && { until: until ?? 'taken back' }),
    // The pipeline records the change under this key.
    ...(intentKey !== undefined && { intentKey }),
  };
}

/**
 * Leaves out what could be guessed: most reviewers approve unchanged within seconds, so trying those values would find
 * the one with the hash.
 */
export function hashedOfReview(
  operation: string,
  input: unknown,
  isFourEyes: (key: ReviewKey) => boolean | undefined,
): unknown {
  if (operation !== 'review.decide' || !mayBeBlind(input, isFourEyes)) return input;
  return Object.fromEntries(Object.entries({ ...(input as object) }).filter(([name]) => !guessed.has(name)));
}

const guessed: ReadonlySet<string> = new Set(['decision', 'corrections', 'reason', 'seconds']);

function mayBeBlind(input: unknown, isFourEyes: (key: ReviewKey) => boolean | undefined): boolean {
  const key = reviewKeyInput.strip().safeParse(input);
  return !key.success || isFourEyes(key.data) !== false;
}

function decided({ decision, corrections, reason }: z.infer<typeof changeSchema>): Ids {
  return {
    ...(decision !== undefined && { decision }),
    ...(corrections !== undefined && { corrections: String(corrections.length) }),
    ...(reason !== undefined && { reason: reason === null ? 'none' : 'given' }),
  };
}

/** Returns the outcome of an action: a lost race has one as well as a decision. */
export function reviewOutcome(operation: string, value: unknown): Ids | undefined {
  if (!operation.startsWith('review.')) return undefined;
  const { data } = outcomeSchema.safeParse(value);
  if (data === undefined) return givenDocument(operation, value);
  const { kind, problem, step, status } = data.outcome;
  return {
    outcome: kind,
    ...(problem !== undefined && { problem }),
    ...(kind === 'done' && step !== undefined && { step }),
    ...(kind === 'done' && status !== undefined && status !== null && { status }),
  };
}

/** Which document was given stands in the answer only. */
function givenDocument(operation: string, value: unknown): Ids | undefined {
  if (operation !== 'review.next') return undefined;
  const { data } = givenSchema.safeParse(value);
  if (data === undefined) return undefined;
  const { kind, row } = data;
  return { outcome: kind, ...row };
}

const givenSchema = z.object({
  kind: z.string(),
  row: z.object({ tenantId: z.string(), batchId: z.string(), documentId: z.string() }).optional(),
});

const changeSchema = z
  .object({
    version: z.number(),
    decision: z.string(),
    corrections: z.array(z.unknown()),
    reason: z.string().nullable(),
    to: z.string(),
    note: z.string().nullable(),
    until: z.string().nullable(),
    intentKey: z.string(),
  })
  .partial();

const outcomeSchema = z.object({
  outcome: z.object({
    kind: z.string(),
    problem: z.string().optional(),
    step: z.string().optional(),
    status: z.string().nullable().optional(),
  }),
});
