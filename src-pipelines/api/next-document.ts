import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { documentAmount } from '#shared/domain/review/printed-amount.ts';
import type { operations } from '#shared/pipeline-api/operations.ts';
import { changeDocument } from '../extraction/change-batch.ts';
import type { DocumentItem } from '../extraction/item-shapes.ts';
import { getDocument } from '../extraction/read-items.ts';
import type { PipelineParts } from '../parts.ts';
import { commit, KeyTaken, type ApiAnswer, type OwnCall, type OwnHandler } from './call.ts';
import { claimForCaller } from './claims.ts';
import { isHeldByAnother, readOpinions, toAnswerWithoutValues } from './document-changes.ts';
import {
  keepWorkflows,
  openWaitingQueue,
  toDocumentKey,
  type Waiting,
  type Workflows,
} from './waiting-documents.ts';

type Body = z.output<(typeof operations)['nextDocument']['body']>;
type Call = OwnCall<Body>;

/**
 * Claims exactly one free document for the caller (decision 039). Whoever is alone gets the first one. The more people
 * hold documents, the more of the first free ones are shared out, each person in an order of their own, so that many
 * who ask at once do not fight for one.
 */
export function giveNextDocument(parts: PipelineParts): OwnHandler<Body> {
  const workflows = keepWorkflows(parts);
  return { run: (call) => giveOne(parts, call, workflows) };
}

/** No more of the first free documents are shared out than this. */
const mostSpread = 20;
/** Documents that an index calls held are looked at before the caller is told that none is free. */
const mostLookedAt = 40;

async function giveOne(parts: PipelineParts, call: Call, workflows: Workflows): Promise<ApiAnswer> {
  const { body, caller } = call;
  const latest =
    body.olderThanMinutes === undefined ? Infinity : parts.now() - body.olderThanMinutes * minuteMs;
  const { tenantIds, workflowId, dueHours } = body;
  const queue = openWaitingQueue(parts, { caller, tenantIds, workflowId, dueHours, latest }, workflows);
  const seen = countSkipped(parts, call);
  const held: Waiting[] = [];
  let free: Waiting[] = [];
  let lost = 0;

  for await (const waiting of queue.documents()) {
    if (waiting.since > latest || seen.isLeftOut(waiting)) continue;
    const why = seen.whySkipped(waiting);
    if (why === 'held') held.push(waiting);
    if (why !== undefined) continue;
    free.push(waiting);
    if (!waiting.isHanded && free.length <= seen.countWanted(lost)) continue;
    const answer = await claimFirst(free);
    if (answer !== undefined) return answer;
    lost += free.length;
    free = [];
  }
  // Ahead of time, nothing is given of the last documents, which the others need.
  const isScarce = body.ahead && free.length <= seen.holders();
  const last = isScarce
    ? undefined
    : ((await claimFirst(free)) ?? (await claimFirst(held.slice(0, mostLookedAt))));
  return last ?? giveNone();

  async function claimFirst(some: readonly Waiting[]): Promise<ApiAnswer | undefined> {
    const isAlone = seen.holders() === 0 && lost === 0;
    for (const waiting of isAlone ? some : orderForCaller(some, call)) {
      const answer = await claimOne(parts, call, waiting, seen);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  async function giveNone(): Promise<ApiAnswer> {
    const none = { status: 200, body: { document: null, skipped: seen.skipped(), isAll: queue.isAll() } };
    if ((await commit(parts, [], call.remembered(none))) === 'lost') throw new KeyTaken();
    return none;
  }
}

const minuteMs = 60_000;

/** Each caller has another order, and another one at each request, so that no document is last for everyone. */
function orderForCaller(some: readonly Waiting[], { caller, idempotencyKey }: Call): readonly Waiting[] {
  const rank = ({ document }: Waiting): string =>
    createHash('sha256')
      .update(JSON.stringify([caller.sub, idempotencyKey, toDocumentKey(document)]))
      .digest('hex');
  return some
    .map((waiting) => ({ waiting, rank: rank(waiting) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ waiting }) => waiting);
}

/** Looks at the document itself, and claims it if it is still free. Undefined means that it certainly was not. */
async function claimOne(
  parts: PipelineParts,
  call: Call,
  { document: { tenantId, batchId, documentId }, projectId, workflowId }: Waiting,
  seen: Skipping,
): Promise<ApiAnswer | undefined> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const before = await getDocument(parts, { tenantId, batchId, documentId });
    if (before === undefined || seen.isGone(before)) return undefined;
    const decision = claimForCaller(parts, call, before);
    const place = { projectId, ...(workflowId !== undefined && { workflowId }) };
    const document = { ...toAnswerWithoutValues(decision.next), ...place };
    const answer = { status: 200, body: { document, skipped: seen.skipped(), isAll: true } };
    const outcome = await changeDocument(parts, { before, ...decision, also: [call.remembered(answer)] });
    if (outcome === 'done') return answer;
    if (outcome === 'refused') throw new KeyTaken();
  }
  return undefined;
}

const mostAttempts = 5;

type Why = 'held' | 'decided' | 'fourEyes' | 'handedOver';

interface Skipping {
  /** It was left out by the caller, or by a filter. */
  readonly isLeftOut: (waiting: Waiting) => boolean;
  readonly whySkipped: (waiting: Waiting) => Why | undefined;
  /** Notes why a document that was free a moment ago is not. False if it still is. */
  readonly isGone: (now: DocumentItem) => boolean;
  readonly holders: () => number;
  /** How many free documents are collected before one is chosen, less one. */
  readonly countWanted: (lost: number) => number;
  readonly skipped: () => Readonly<Record<Why, number>>;
}

function countSkipped(parts: PipelineParts, call: Call): Skipping {
  const { body, caller } = call;
  const not = new Set(body.not.map(toDocumentKey));
  const reasons = new Map<string, Why>();
  const holders = new Set<string>();

  function judge(document: DocumentItem, isHanded = document.assignedTo === caller.sub): Why | undefined {
    const { status } = document as Partial<DocumentItem>;
    if (status !== 'REVIEW_REQUIRED') return 'decided';
    if (readOpinions(document).some(({ by }) => by === caller.sub)) return 'fourEyes';
    if (isHeldByAnother(parts, call, document)) {
      holders.add(document.claimedBy ?? '');
      return 'held';
    }
    return document.assignedTo === undefined || isHanded ? undefined : 'handedOver';
  }

  function note(document: DocumentItem, why: Why | undefined): Why | undefined {
    if (why === undefined) reasons.delete(toDocumentKey(document));
    else reasons.set(toDocumentKey(document), why);
    return why;
  }

  return {
    isLeftOut: (waiting) => not.has(toDocumentKey(waiting.document)) || !isWanted(body, waiting),
    whySkipped: ({ document }) => note(document, judge(document)),
    isGone: (now) => note(now, judge(now)) !== undefined,
    holders: () => holders.size,
    countWanted: (lost) =>
      Math.max(body.ahead ? holders.size : 0, Math.min(mostSpread, holders.size + lost * 4)),
    skipped() {
      const counts = { held: 0, decided: 0, fourEyes: 0, handedOver: 0 };
      for (const why of reasons.values()) counts[why] += 1;
      return counts;
    },
  };
}

/** The values are looked at here and go no further. What cannot be judged is not wanted. */
function isWanted({ flags, amountFrom, amountTo }: Body, { document, workflow }: Waiting): boolean {
  const fields = Object.entries(document.fields ?? {}) as [string, Partial<Field> | string][];
  if (flags !== undefined && flags.length > 0) {
    const has = fields.some(
      ([, field]) => isField(field) && flags.some((flag) => field.flags?.includes(flag)),
    );
    if (!has) return false;
  }
  if (amountFrom === undefined && amountTo === undefined) return true;
  const values = fields.map(([name, field]) => [name, isField(field) ? (field.value ?? null) : null]);
  const amount = documentAmount(
    Object.fromEntries(values) as Readonly<Record<string, string | null>>,
    workflow?.schema ?? null,
  );
  return amount !== null && amount >= (amountFrom ?? 0) && amount <= (amountTo ?? Infinity);
}

type Field = NonNullable<DocumentItem['fields']>[string];

/** A field of an item that was written by hand may be a bare value. */
function isField(field: Partial<Field> | string | null): field is Partial<Field> {
  return typeof field === 'object' && field !== null;
}
