import type { z } from 'zod';
import { BatchGetItemCommand, type KeysAndAttributes } from '@aws-sdk/client-dynamodb';
import { NotFound } from '@aws-sdk/client-s3';
import type { RunStatus } from '#shared/domain/statuses.ts';
import type { operations, reprocessOutcomes } from '#shared/pipeline-api/operations.ts';
import { pipelineLifecycle } from '#shared/pricing/infrastructure-cost.ts';
import { toEarlierCause, type EarlierCause } from '#shared/pricing/detailed-spend.ts';
import { changeBatch, nextDocument, type DocumentChange } from '../extraction/change-batch.ts';
import { executionEnded } from '../extraction/execution-ended.ts';
import { isArchived } from '../extraction/filed-files.ts';
import type { BatchItem, DocumentItem, DocumentUsage } from '../extraction/item-shapes.ts';
import { findBatches, getBatch, parseDocument } from '../extraction/read-items.ts';
import { findExecution, startExecution, withRun } from '../extraction/runs.ts';
import type { PipelineParts } from '../parts.ts';
import { buildExecutionArn, buildStateMachineArn } from '../extraction/state-machine.ts';
import { createHistoryEvent } from '../extraction/stored-items.ts';
import { keyOf } from '../extraction/keys.ts';
import { toItem } from '../plain-items.ts';
import {
  ApiProblem,
  commit,
  KeyTaken,
  maySee,
  notFound,
  type ApiAnswer,
  type OwnCall,
  type OwnHandler,
} from './call.ts';

type Body = z.output<(typeof operations)['reprocessDocuments']['body']>;
type Outcome = (typeof reprocessOutcomes)[number];

/**
 * The first documents, the number of the new run and its note under the caller's key change together; the rest follows,
 * and the execution comes last. A caller who stops half-way and sends the key again continues from the note, so that
 * there is one run however often the request is sent.
 */
export function reprocessDocuments(parts: PipelineParts): OwnHandler<Body> {
  return {
    async run(call) {
      const batch = await requireBatch(parts, call);
      const ids = [...new Set(call.body.documentIds)];
      const outcomes = new Map<string, Outcome>();
      const inWork = new Set<number>();
      const lastChanges: LastChanges = {};
      let run = call.note === undefined ? undefined : Number(call.note);
      for (let from = 0; from < ids.length; from += mostInTransaction) {
        run = await takeUp(parts, call, {
          batch,
          run,
          outcomes,
          inWork,
          lastChanges,
          ids: ids.slice(from, from + mostInTransaction),
        });
      }
      const executionArn = await begin(parts, batch, { run, outcomes, inWork, lastChanges });
      const kept = {
        status: 202,
        body: { run: run ?? null, executionArn, marks: markOutcomes(call.body, outcomes) },
      };
      await commit(parts, [], call.remembered(kept));
      return tellOutcomes(call.body, kept);
    },
    tellAgain: (call, kept) => Promise.resolve(tellOutcomes(call.body, kept)),
  };
}

/**
 * The answer to thousands of ids is larger than an item. The request has them in the same order when it is repeated, so
 * only a letter is kept for each, and those of the longest body fit.
 */
const marks = {
  started: 's',
  'not found': 'n',
  'already in work': 'w',
  'waits for review': 'r',
  'its run has begun': 'b',
  'its file is archived': 'a',
} as const satisfies Record<Outcome, string>;

const markedBy = new Map(Object.entries(marks).map(([outcome, mark]) => [mark as string, outcome]));

function markOutcomes({ documentIds }: Body, outcomes: ReadonlyMap<string, Outcome>): string {
  return documentIds.map((id) => marks[outcomes.get(id) ?? 'not found']).join('');
}

function tellOutcomes({ documentIds }: Body, { status, body }: ApiAnswer): ApiAnswer {
  const { marks: kept, ...others } = body as { readonly marks?: string };
  // Earlier versions kept the answer as it was given.
  if (kept === undefined) return { status, body };
  const documents = documentIds.map((documentId, place) => ({
    documentId,
    outcome: markedBy.get(kept[place] ?? ''),
  }));
  return { status, body: { ...others, documents } };
}

/**
 * Each document has a line in its passport and perhaps an entry among the accepted ones; the batch and the note are the
 * other two of 100 actions.
 */
const mostInTransaction = 32;
const mostAttempts = 20;

async function requireBatch(parts: PipelineParts, { caller, params }: OwnCall<Body>): Promise<BatchItem> {
  const batches = await findBatches(parts, params['batchId'] ?? '');
  const [found, another] = batches.filter(({ tenantId }) => maySee(caller, tenantId));
  if (!found) throw notFound('batch');
  if (another) throw new ApiProblem('not-found', severalBatches);
  return found;
}

const severalBatches =
  'The id is of more than one batch that you may see, and does not say which. Nothing was done.';

/** These documents into the run, which begins to be with the first of them that may be reprocessed. */
async function takeUp(
  parts: PipelineParts,
  call: OwnCall<Body>,
  {
    batch: { tenantId, projectId, batchId },
    run,
    ids,
    outcomes,
    inWork,
    lastChanges,
  }: {
    readonly batch: BatchItem;
    readonly run: number | undefined;
    readonly ids: readonly string[];
    readonly outcomes: Map<string, Outcome>;
    /** The runs of documents that are PROCESSING. */
    readonly inWork: Set<number>;
    readonly lastChanges: LastChanges;
  },
): Promise<number | undefined> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const batch = await getBatch(parts, { tenantId, projectId, batchId });
    if (!batch) throw notFound('batch');
    const documents = await getDocuments(parts, batch, ids);
    const into = run ?? ((batch as Partial<BatchItem>).run ?? 0) + 1;
    const changes: DocumentChange[] = [];
    const outcomesNow = await Promise.all(
      ids.map((id) => judgeWithFile(parts, batch, documents.get(id), run)),
    );
    for (const [place, id] of ids.entries()) {
      const document = documents.get(id);
      const outcome = outcomesNow[place] ?? 'not found';
      outcomes.set(id, outcome === 'free' ? 'started' : outcome);
      if (document?.status === 'PROCESSING') inWork.add(document.run);
      if (document && outcome === 'free') changes.push(resetForRun(parts, call, document, into));
    }
    if (changes.length === 0) return run;
    if (run !== undefined && (await findExecution(parts, batchId, run)) !== undefined) {
      for (const { before } of changes) outcomes.set(before.documentId, 'its run has begun');
      return run;
    }
    let replaced = batch;
    const outcome = await changeBatch(parts, batch, {
      documents: changes,
      alter(current) {
        replaced = current;
        return run === undefined ? withRun(parts, current, into) : {};
      },
      ...(run === undefined && { also: [call.begins(String(into))] }),
    });
    if (outcome === 'done') {
      noteChange(lastChanges, replaced);
      return into;
    }
    if (outcome === 'refused') throw new KeyTaken();
    await parts.pause(attempt);
  }
  throw new ApiProblem(
    'try-again',
    'Others keep changing these documents. Send the same request again, with the same Idempotency-Key.',
  );
}

/** The last changes of the batch, since its `updatedAt` is soon that of this request. */
interface LastChanges {
  /** The version that this request has written. */
  own?: number;
  /** When others had changed the batch before that. */
  othersAt?: string;
}

function noteChange(last: LastChanges, replaced: BatchItem): void {
  const { version = 0 } = replaced as Partial<BatchItem>;
  if (version !== last.own) last.othersAt = replaced.updatedAt;
  last.own = version + 1;
}

/**
 * Also begins runs that were recorded but not started, because their requests died on the way, and ends those whose end
 * was not told or not taken in to the last document. A request that is still at work adds documents to its run until
 * then, so it is given the time that it can have at most. The batch as it was found at first may be from before that
 * request.
 */
async function begin(
  parts: PipelineParts,
  batch: BatchItem,
  {
    run,
    outcomes,
    inWork,
    lastChanges: { own, othersAt },
  }: {
    readonly run: number | undefined;
    readonly outcomes: ReadonlyMap<string, Outcome>;
    readonly inWork: ReadonlySet<number>;
    readonly lastChanges: LastChanges;
  },
): Promise<string | null> {
  const hasOwn = run !== undefined;
  const now =
    hasOwn || [...outcomes.values()].includes('already in work') ? await getBatch(parts, batch) : undefined;
  const changedAt = own !== undefined && now?.version === own ? othersAt : now?.updatedAt;
  const isAtRest = parts.now() - Date.parse(changedAt ?? '') > longestRequestMs;
  // Documents are failed one by one, which must not keep the caller's own run waiting.
  const executionArn = hasOwn ? await startExecution(parts, batch.batchId, run) : null;
  for (const [other, status] of Object.entries(now && isAtRest && now.run > 0 ? now.runs : {})) {
    // A request that has begun something is answered before documents are looked for that an ended run has left.
    const isLeft = !hasOwn && inWork.has(Number(other));
    if (Number(other) !== run && (status === 'RUNNING' || isLeft))
      await startOrEnd(parts, batch, Number(other), status);
  }
  return executionArn;
}

async function startOrEnd(
  parts: PipelineParts,
  { batchId }: BatchItem,
  run: number,
  recorded: RunStatus,
): Promise<void> {
  const status = recorded === 'RUNNING' ? (await findExecution(parts, batchId, run))?.status : recorded;
  if (status === undefined) await startExecution(parts, batchId, run);
  else if (status !== 'RUNNING') {
    await executionEnded(parts)({
      executionArn: buildExecutionArn(parts, batchId, run),
      stateMachineArn: buildStateMachineArn(parts),
      status,
    });
  }
}

const longestRequestMs = 60_000;

/** A run begins with discarding what was read, so a file that cannot be read has to be known before. */
async function judgeWithFile(
  parts: PipelineParts,
  batch: BatchItem,
  document: DocumentItem | undefined,
  run: number | undefined,
): Promise<Outcome | 'free'> {
  if (!document) return 'not found';
  const outcome = judgeDocument(batch, document, run);
  if (outcome !== 'free') return outcome;
  // A hand-imported item may have no key, or anything in its place. Only files in this folder are archived.
  const { objectKey }: { readonly objectKey?: unknown } = document;
  const isKept = typeof objectKey === 'string' && objectKey.startsWith('documents/');
  const arrivedAt = Date.parse(document.receivedAt ?? document.createdAt);
  if (!isKept || parts.now() - arrivedAt < pipelineLifecycle[0].days * 86_400_000) return outcome;
  try {
    return (await isArchived(parts, objectKey)) ? 'its file is archived' : outcome;
  } catch (error) {
    // The run tells of a file that is not there any more.
    if (error instanceof NotFound) return outcome;
    throw error;
  }
}

/** `free`: it may be reprocessed. `run`: the one that this request has begun already. */
function judgeDocument(
  { runs = {} }: Partial<BatchItem>,
  { status, run: latest }: DocumentItem,
  run: number | undefined,
): Outcome | 'free' {
  if (run !== undefined && latest === run) return 'started';
  if (run !== undefined && latest > run) return 'already in work';
  if (status === 'REVIEW_REQUIRED') return 'waits for review';
  if (status === 'PROCESSING') return 'already in work';
  if (status !== 'QUEUED') return 'free';
  // Its execution has ended without it; before the first run, its batch still waits for files.
  const ended = runs[latest];
  return ended !== undefined && ended !== 'RUNNING' ? 'free' : 'already in work';
}

/** Resets a document to its state at the beginning of a run; its passport holds the results of earlier runs. */
function resetForRun(
  parts: PipelineParts,
  { caller, body, requestId }: OwnCall<{ readonly reason?: string | undefined }>,
  before: DocumentItem,
  run: number,
): DocumentChange {
  const { status, run: earlier, error } = before;
  return {
    before,
    next: nextDocument(parts, before, {
      ...nothingRead,
      status: 'PROCESSING',
      run,
      earlierUsage: keepUsage(before),
      earlierCauses: keepCauses(before),
    }),
    event: createHistoryEvent(parts, {
      what: 'reprocessed',
      actor: caller.sub,
      batchId: before.batchId,
      run,
      requestId,
      ...(body.reason !== undefined && { reason: body.reason }),
      before: { status, run: earlier, ...(error && { code: error.code }) },
      after: { status: 'PROCESSING', run },
    }),
  };
}

/** The sum of a run needs what its documents consumed, also when a later run has begun before it is summed. */
function keepUsage({ run, usage = {}, earlierUsage }: DocumentItem): DocumentItem['earlierUsage'] {
  const kept = Object.entries<DocumentUsage>({ ...earlierUsage, [run]: usage });
  return Object.fromEntries(kept.toSorted(([a], [b]) => Number(b) - Number(a)).slice(0, mostEarlierRuns));
}

/** A document that had not failed leaves what is kept of earlier runs as it is. */
function keepCauses({ run, status, error, earlierCauses }: DocumentItem): DocumentItem['earlierCauses'] {
  if (status !== 'FAILED') return earlierCauses;
  const kept = Object.entries<EarlierCause>({ ...earlierCauses, [run]: toEarlierCause(error) });
  return Object.fromEntries(kept.toSorted(([a], [b]) => Number(b) - Number(a)).slice(0, mostEarlierRuns));
}

/** A run takes about 300 bytes. It was summed long before it is the eleventh from the end. */
const mostEarlierRuns = 10;

const nothingRead = {
  score: undefined,
  stage: undefined,
  error: undefined,
  fields: undefined,
  lineItems: undefined,
  checks: undefined,
  resultsAt: undefined,
  usage: undefined,
  claimedBy: undefined,
  claimExpiresAt: undefined,
  reviewedBy: undefined,
  reviewedAt: undefined,
  decision: undefined,
  holdUntil: undefined,
  undo: undefined,
  assignedTo: undefined,
  assignedBy: undefined,
  assignedNote: undefined,
  assignedAt: undefined,
  opinions: undefined,
  differs: undefined,
  checkedBy: undefined,
  checkedAt: undefined,
  found: undefined,
  findings: undefined,
  filed: undefined,
} as const;

/** Returns the documents by id; missing ones are left out. At most 100 different ids are read. */
export async function getDocuments(
  parts: PipelineParts,
  { tenantId, batchId }: BatchItem,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DocumentItem>> {
  const table = parts.names.extraction.table;
  const documents = new Map<string, DocumentItem>();
  let left: KeysAndAttributes | undefined = {
    Keys: ids.map((id) => toItem(keyOf.document(tenantId, batchId, id))),
    ConsistentRead: true,
  };
  for (let attempt = 1; left; attempt += 1) {
    const RequestItems: Record<string, KeysAndAttributes> = { [table]: left };
    const { Responses, UnprocessedKeys } = await parts.clients.dynamodb.send(
      new BatchGetItemCommand({ RequestItems }),
    );
    for (const kept of Responses?.[table] ?? []) {
      const document = parseDocument(kept);
      documents.set(document.documentId, document);
    }
    left = UnprocessedKeys?.[table];
    if (left) await parts.pause(attempt);
  }
  return documents;
}
