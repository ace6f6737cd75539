import { z } from 'zod';
import { reviewKeyInput, type ReviewDocument, type ReviewKey } from '#shared/contract/review-document.ts';
import type { Session } from '#shared/contract/session.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { Handlers } from '../../gate/gate.ts';
import { listNotTaken, type NewerCorrection } from '../../reads/api-offers.ts';
import type { SeenItems } from '../../jobs/job-action.ts';
import type { Log } from '../../log/open-log.ts';
import { actionHandlers } from './action-handlers.ts';
import type { BatchFactsStore } from './batch-facts.ts';
import { deskHandlers, deskWork } from './desk-handlers.ts';
import type { DeskStore } from './desk-store.ts';
import { giveNext } from './give-next.ts';
import { findEarlierTyped } from './knowledge.ts';
import { readAccuracy } from './read-accuracy.ts';
import { readDocument, readFile, readWordFile } from './read-document.ts';
import { readAmounts } from './read-amounts.ts';
import { readQueue, type QueueParts } from './read-queue.ts';
import { readReviewers } from './read-reviewers.ts';
import { refuseOthers } from './refuse-others.ts';
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

type QueueNames =
  | 'review.queue'
  | 'review.amounts'
  | 'review.sample'
  | 'review.reviewers'
  | 'review.accuracy';
type Names = Exclude<Extract<keyof Handlers, `review.${string}`>, QueueNames>;

export function reviewDocumentHandlers(parts: DocumentParts): Pick<Handlers, Names> {
  const { doors, session, desk, facts, log } = parts;
  const work = deskWork(desk, log, parts.now);
  const actions = actionHandlers({ ...parts, work });
  return {
    'review.read': async ({ isBlind, ...key }) => {
      const asked = { doors: doors(), session: session(), facts };
      const notTaken = askNotTaken(asked);
      const read = await readDocument(key, asked);
      if (!read.ok) return read;
      const document = { ...read.value.document, ...notTaken() };
      return { ...read, value: isBlind === true ? hideDecision(document) : document };
    },
    'review.findEarlier': findEarlierTyped({ doors, session }),
    'review.file': readFile(doors),
    'review.words': readWordFile(doors),
    'review.next': giveNext({ doors, session, desk }),
    ...actions,
    ...refuseOthers(actions, session),
    ...deskHandlers({ desk, work, session, log }),
  };
}

/** Leaves out who decided an accepted document, so that a check of its quality is not swayed by it. */
function hideDecision(document: ReviewDocument): ReviewDocument {
  if (document.status !== 'SUCCEEDED') return document;
  return { ...document, reviewedBy: null, reviewedAt: null, decision: null, holdUntil: null };
}

/**
 * Asks what the API takes while the document is read. A slow answer does not delay the document: a correction is looked
 * at again before it is sent.
 */
function askNotTaken({ doors, session: { who } }: { doors: ConnectionDoors; session: Session }) {
  let notTaken: readonly NewerCorrection[] = [];
  async function ask(personId: string): Promise<void> {
    // Where it does not answer, nothing is known of it.
    notTaken = await listNotTaken(doors.pipeline, personId).catch(() => []);
  }
  if (who !== null) void ask(who.id);
  return () => (notTaken.length === 0 ? {} : { notTaken: [...notTaken] });
}

/** Serves the lists of documents to review, and what was learnt from reviews. */
export function queueHandlers(parts: QueueParts): Pick<Handlers, QueueNames> {
  return {
    'review.queue': readQueue(parts),
    'review.amounts': readAmounts(parts),
    'review.sample': readSample(parts),
    'review.reviewers': readReviewers(parts),
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
  if (operation === 'review.amounts') return amountIds(input);
  const { data } = changeSchema.safeParse(input);
  if (data === undefined) return {};
  const { version, to, note, until, into, also, intentKey } = data;
  return {
    ...(version !== undefined && { version: String(version) }),
    ...(!mayBeBlind(input, isFourEyes) && decided(data)),
    ...(to !== undefined && { to }),
    ...(note !== undefined && { note: note === null ? 'none' : 'given' }),
    ...(until !== undefined && { until: until ?? 'taken back' }),
    ...(into !== undefined && { into: String(into.length), also: String(also?.length ?? 0) }),
    // The pipeline records the change under this key.
    ...(intentKey !== undefined && { intentKey }),
  };
}

/** Names the documents whose amounts were read, without the amounts. */
function amountIds(input: unknown): Ids {
  const { data } = amountsAsked.safeParse(input);
  if (data === undefined) return {};
  const names = data.documents.map(({ batchId, documentId }) => `${batchId}/${documentId}`);
  return { count: String(names.length), documents: names.join(' ') };
}

const amountsAsked = z.object({ documents: z.array(reviewKeyInput) });

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
    into: z.array(z.unknown()),
    also: z.array(z.unknown()),
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
