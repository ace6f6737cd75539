import { findDeclared } from '#shared/catalogue/declaration.ts';
import { keyText, type Attributes, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import type { AnsweredFrom } from '#shared/contract/fleet.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { QueueInput } from '#shared/contract/review.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { documentAmount } from '#shared/domain/review/printed-amount.ts';
import {
  takeInOrder,
  withPage,
  type Placed,
  type ReadPage,
  type Stream,
  type Streams,
} from '#shared/domain/review/review-queue.ts';
import type { CatalogueReader, StoredItem } from '../aws/dynamodb/reading.ts';
import { typesIn, type SchemaTypes } from '../rows/judged-document.ts';
import { itemsOfKind } from '../rows/page-of-rows.ts';
import { placeInQueue, waitingDocument, type WaitingDocument } from '../rows/waiting-document.ts';
import { concernsAll, type NotAsked, type PaidReads } from './paid-reads.ts';

interface Advanced {
  readonly rows: readonly Placed<WaitingDocument>[];
  readonly place: QueuePlace;
  readonly throttled: number;
}

const openedAtOnce = 8;
/** One call reads at most this much and then returns what it has found; the caller may continue. */
const most = { documents: 400, pages: 120 };

/** Returns the next rows in the order of all batches. A batch is read only when it may have the next row. */
export async function advanceQueue(
  input: QueueInput,
  place: QueuePlace,
  count: number,
  parts: QueueReads,
): Promise<Result<Advanced>> {
  const latest = latestWanted(input, place.begunAt);
  const nextPage = batchPages(input, parts);
  const open = new Map(place.open);
  const unclear = new Map(place.said.unclear);
  const lost: NotAsked[] = [];
  const rows: Placed<WaitingDocument>[] = [];
  let streams: Map<string, Stream<WaitingDocument>> = new Map(place.streams);
  let { wholeUntil } = place;
  let [read, pages, throttled] = [0, 0, 0];

  for (;;) {
    const taken = takeInOrder(streams, count - rows.length);
    rows.push(...taken.rows);
    streams = new Map(taken.rest);
    const isEnough = rows.length >= count || read >= most.documents || pages >= most.pages;
    if (isEnough || taken.unread.length === 0) break;
    const due = taken.unread.slice(0, openedAtOnce).flatMap((key) => {
      const [stream, of] = [streams.get(key), open.get(key)];
      return stream === undefined || of === undefined ? [] : [{ key, stream, of }];
    });
    const answers = await Promise.all(due.map(async (one) => ({ ...one, answer: await nextPage(one.of) })));
    for (const { key, stream, of, answer } of answers) {
      const { tenantId, batchId } = of.batch;
      pages += 1;
      if (answer.ok) {
        const { page } = answer.value;
        const after = withPage(stream, page, latest);
        streams.set(key, after);
        open.set(key, goneOn(of, answer.value, [stream, after]));
        read += page.rows.length;
        throttled += answer.value.throttled;
        unclear.set(tenantId, (unclear.get(tenantId) ?? 0) + answer.value.unclear);
      } else if (answer.failure.code === 'cursor-refused' && of.cursor !== undefined) {
        // More lists are open than cursors are stored for, but it is known what this one has returned.
        open.set(key, fromItsBeginning(of, stream));
      } else {
        if (concernsAll(answer.failure)) return answer;
        streams.delete(key);
        lost.push({ tenantId, why: notRead(batchId, answer.failure.message) });
        wholeUntil = Math.min(wholeUntil, stream.from);
      }
    }
  }

  const { said, given } = place;
  const next: QueuePlace = {
    ...place,
    streams,
    open: new Map([...open].filter(([key]) => streams.has(key))),
    given: [...given, ...rows.map(({ at }) => at)],
    said: { ...said, read: said.read + read, notAsked: [...said.notAsked, ...lost], unclear },
    wholeUntil,
  };
  return ok({ rows, place: next, throttled });
}

function notRead(batchId: string, why: string): string {
  return `The batch ${batchId} could not be read, so its documents are not in this list. ${why}`;
}

/** This is the place where reading continues in one batch. */
export interface OpenBatch {
  readonly batch: Batch;
  /** It is undefined before the first page of the batch. */
  readonly cursor: string | undefined;
  /** These are the documents already read whose time equals the last time reached. */
  readonly atFrom: readonly string[];
  /**
   * It is set when the batch is read again from its beginning to the place it had reached, because its cursor was
   * evicted.
   */
  readonly again: { readonly until: number; readonly but: readonly string[] } | null;
}

/**
 * This is the place in the queue after a page. It is never changed, so that the same page can be asked for twice.
 */
export interface QueuePlace {
  /** Ages refer to the first page, so that no document joins while the person reads on. */
  readonly begunAt: number;
  readonly keptAt: number;
  readonly streams: Streams<WaitingDocument>;
  readonly open: ReadonlyMap<string, OpenBatch>;
  readonly tenantNames: ReadonlyMap<string, string | null>;
  /** These are the times at which the returned documents began to wait. */
  readonly given: readonly number[];
  readonly said: {
    readonly answeredFrom: AnsweredFrom;
    readonly waiting: number;
    readonly waitingExact: boolean;
    readonly batches: number;
    readonly read: number;
    readonly notAsked: readonly NotAsked[];
    /** This is the number of documents per tenant to which the filters cannot be applied. */
    readonly unclear: ReadonlyMap<string, number>;
  };
  /** Beyond this time a document may be missing, because a batch could not be read. */
  readonly wholeUntil: number;
}

/** No id contains this sign, so it can separate the parts of a key. */
export function streamKey({ tenantId, batchId }: Pick<Batch, 'tenantId' | 'batchId'>): string {
  return `${tenantId}#${batchId}`;
}

/** This is a document of a batch and its place in the index, which is null when it is not a time. */
interface PlacedDocument {
  readonly at: number | null;
  readonly documentId: string;
}

/**
 * Returns the batch's place after a page. `fresh` holds documents not read before; `cursor` is undefined when there
 * are no more.
 */
function goneOn(
  of: OpenBatch,
  { fresh, cursor }: { readonly fresh: readonly PlacedDocument[]; readonly cursor: string | undefined },
  [before, after]: readonly [Stream<unknown>, Stream<unknown>],
): OpenBatch {
  let { from } = before;
  const atFrom = from === after.from ? [...of.atFrom] : [];
  for (const { at, documentId } of fresh) {
    from = Math.max(from, at ?? from);
    if (from === after.from) atFrom.push(documentId);
  }
  return { ...of, cursor, atFrom };
}

/** The cursor was evicted, so the same documents are read again and are not returned a second time. */
function fromItsBeginning(of: OpenBatch, { from }: Stream<unknown>): OpenBatch {
  return { ...of, cursor: undefined, again: { until: from, but: of.atFrom } };
}

function isFresh({ at, documentId }: PlacedDocument, { again }: OpenBatch): boolean {
  if (again === null || (at !== null && at > again.until)) return true;
  return (at === null || at === again.until) && !again.but.includes(documentId);
}

export interface QueueReads {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
}

interface BatchPage {
  readonly page: ReadPage<WaitingDocument>;
  /** These are the documents that were not read before. */
  readonly fresh: readonly PlacedDocument[];
  readonly cursor: string | undefined;
  /** This is the number of documents to which the filters cannot be applied. */
  readonly unclear: number;
  readonly throttled: number;
}

/** A person rarely reviews more of one batch before another's is older; further pages are read when needed. */
const pageOfBatch = 12;

/** Reads the next page of a batch, within one call. */
function batchPages(input: QueueInput, parts: QueueReads): (of: OpenBatch) => Promise<Result<BatchPage>> {
  const typesOf = knownTypes(input, parts);
  return async (of) => {
    const { batch, cursor } = of;
    const { tenantId, batchId } = batch;
    const [read, types] = await Promise.all([
      parts.reader.run(
        'extraction.documentsToReview',
        { tenantId, batchId },
        { cursor, pageSize: pageOfBatch },
      ),
      typesOf(batch),
    ]);
    parts.reads.paid(read);
    if (!read.ok) return read;
    if (!types.ok) return types;
    let unclear = 0;
    const fresh: PlacedDocument[] = [];
    const rows = itemsOfKind(read.value.items, 'Document').own.map((item) => {
      const document = waitingDocument(item, batch);
      const at = placeInQueue(item);
      const place = { at, documentId: document.row.documentId };
      if (!isFresh(place, of)) return { at, row: undefined };
      fresh.push(place);
      const verdict = isWanted(input, item, document, types.value);
      if (verdict === 'unclear') unclear += 1;
      return { at, row: verdict === 'wanted' ? document : undefined };
    });
    const next = read.value.cursor;
    return ok({
      page: { rows, hasMore: next !== null },
      fresh,
      cursor: next ?? undefined,
      unclear,
      throttled: read.value.throttled,
    });
  };
}

/** Each workflow's schema is read once per call, and only when the filters ask for amounts. */
function knownTypes(
  input: QueueInput,
  parts: QueueReads,
): (batch: Batch) => Promise<Result<SchemaTypes | null>> {
  const known = new Map<string, Promise<Result<SchemaTypes | null>>>();
  return ({ tenantId, projectId, workflowId }) => {
    if (!asksForAmounts(input) || workflowId === null) return Promise.resolve(ok(null));
    const key = [tenantId, projectId, workflowId].join('#');
    const types = known.get(key) ?? schemaTypes({ tenantId, projectId, workflowId }, parts);
    known.set(key, types);
    return types;
  };
}

type Verdict = 'wanted' | 'not wanted' | 'unclear';

const minute = 60_000;

/** A document that began to wait later than this is too young. */
export function latestWanted({ olderThanMinutes }: QueueInput, begunAt: number): number {
  return olderThanMinutes === undefined ? Number.POSITIVE_INFINITY : begunAt - olderThanMinutes * minute;
}

function asksForAmounts({ amountFrom, amountTo }: QueueInput): boolean {
  return amountFrom !== undefined || amountTo !== undefined;
}

/** The values are inspected here and go no further. */
function isWanted(
  input: QueueInput,
  item: StoredItem,
  { row, isElsewhere }: WaitingDocument,
  types: SchemaTypes | null,
): Verdict {
  const { reasons, amountFrom = 0, amountTo = Number.POSITIVE_INFINITY } = input;
  const asksForReasons = reasons !== undefined && reasons.length > 0;
  if (isElsewhere && (asksForReasons || asksForAmounts(input))) return 'unclear';
  if (asksForReasons && !row.reasons.some((one) => reasons.includes(one))) return 'not wanted';
  if (!asksForAmounts(input)) return 'wanted';
  const amount = documentAmount(readFieldValues(item), types);
  if (amount === null) return 'unclear';
  return amount >= amountFrom && amount <= amountTo ? 'wanted' : 'not wanted';
}

function readFieldValues({ attributes }: StoredItem): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(toMap(findDeclared(attributes, 'fields'))).map(([name, field]) => [
      name,
      keyText(toMap(field), 'value') ?? null,
    ]),
  );
}

function toMap(value: AttributeValue | undefined): Attributes {
  return value !== undefined && 'M' in value ? value.M : {};
}

interface WorkflowKey {
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
}

/** Returns the types from a workflow's schema; null when there is no such workflow or no schema. */
export async function schemaTypes(
  key: WorkflowKey,
  { reader, reads }: { readonly reader: CatalogueReader; readonly reads: PaidReads },
): Promise<Result<SchemaTypes | null>> {
  const read = reads.paid(await reader.run('extraction.workflowById', { ...key }));
  return read.ok ? ok(typesIn(read.value.items[0])) : read;
}
