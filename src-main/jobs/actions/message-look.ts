import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Delivery } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import type { MessageSubject } from '#shared/domain/dead-letters/message-subject.ts';
import {
  attemptsMs,
  describeWaiting,
  isFileBefore,
  proofInFile,
  redriveOutcome,
  type FileBefore,
  type FileNow,
  type SubjectBefore,
} from '#shared/domain/redrive-outcome.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { QueueAttributes } from '../../aws/queues.ts';
import type { CatalogueReader, StoredItem } from '../../aws/dynamodb/reading.ts';
import { inLanes } from '../../reads/in-lanes.ts';
import { listSent, type LedgerStanding, type SentItem } from '../../dead-letters/ledger-standings.ts';
import { deliveryRow } from '../../rows/batch-rows.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { messageFailureRow, type MessageFailureRow } from '../../rows/passport-rows.ts';
import type { Look, SeenItems } from '../job-action.ts';
import { filesNow } from './read-downloads.ts';

interface MessageLooks {
  readonly looks: ReadonlyMap<string, Look>;
  readonly seen: SeenItems;
}

interface Asked {
  readonly standings: ReadonlyMap<string, LedgerStanding>;
  readonly ids: readonly string[];
  /** Returns when a message was seen in its dead-letter queue again. */
  readonly seenBackAt: (item: SentItem) => number | null;
  /** Returns findings in the dead-letter queue for the notes of unconfirmed messages. */
  readonly hints?: (item: SentItem) => readonly string[];
}

/** Finds out what became of messages that were sent back, by their new ids and by the documents they are about. */
export function messageLook({
  doors,
  now,
}: {
  readonly doors: () => ConnectionDoors;
  readonly now: () => number;
}): (asked: Asked) => Promise<Result<MessageLooks>> {
  /** Caches attributes by the queue that messages are sent to. */
  const sources = new Map<string, QueueAttributes>();
  /**
   * While the pipeline still confirms messages one after the other, later ones may be waiting for their first attempt.
   */
  let lastProofAt = 0;

  async function readSource(queue: string, how: 'known' | 'now'): Promise<QueueAttributes> {
    const known = sources.get(queue);
    if (known !== undefined && how === 'known') return known;
    const read = await doors().queues.attributes(queue);
    if (read.ok) sources.set(queue, read.value);
    return read.ok ? read.value : unknownQueue;
  }

  return async ({ standings, ids, seenBackAt, hints }): Promise<Result<MessageLooks>> => {
    const items = listSent(standings, ids);
    const shared = listSharedDocuments(listSent(standings));
    const read = await readRedriven(doors().reader, items);
    if (!read.ok) return read;
    const keys = new Map(items.map(({ id, sending }) => [id, buildMessageKey(sending.about)]));
    const keyAt = ({ id }: SentItem): string => keys.get(id) ?? '';
    const { failures, causes, documents, deliveries, documentItems, files } = read.value;
    const sharedFiles = listSharedFiles(listSent(standings));
    const names = [...new Set(items.map(({ sending }) => sending.to))];
    const attributes = new Map<string, QueueAttributes>();
    for (const name of names) attributes.set(name, await readSource(name, 'known'));
    const lookAt = (item: SentItem, waiting: ReadonlyMap<string, string | null>): Look => {
      const { to } = item.sending;
      const key = keyAt(item);
      return judgeMessage(item, {
        now: now(),
        attributes: attributes.get(to) ?? unknownQueue,
        lastProofAt,
        foundBackAt: seenBackAt(item),
        failure: item.newId === null ? null : (failures.get(item.newId) ?? null),
        cause: causes.get(item.id) ?? null,
        document: documents.get(key) ?? null,
        isDocumentShared: shared.has(key),
        file: proveByFile(item, sharedFiles, files),
        delivery: item.newId === null ? null : (deliveries.get(item.newId) ?? null),
        hints: [waiting.get(to) ?? null, ...(hints?.(item) ?? [])].filter((hint) => hint !== null),
      });
    };
    const looks = new Map(items.map((item) => [item.id, lookAt(item, new Map())]));
    // A proven message is not judged again, because neither later times nor hints change the proof.
    const unproven = items.filter(({ id }) => !isProven(looks.get(id)));
    if (unproven.length < items.length) {
      lastProofAt = now();
      for (const item of unproven) looks.set(item.id, lookAt(item, new Map()));
    }
    if (unproven.some(({ id }) => looks.get(id)?.state === 'unconfirmed')) {
      const waiting = new Map<string, string | null>();
      for (const name of names) waiting.set(name, waitingIn(name, await readSource(name, 'now')));
      for (const item of unproven) looks.set(item.id, lookAt(item, waiting));
    }
    const isNews = new Set(
      items.flatMap((item) => (looks.get(item.id)?.state === 'fixed' ? [keyAt(item)] : [])),
    );
    doors().reader.changed(
      extraction,
      documentItems.filter(({ key }) => isNews.has(key)).map(({ item }) => item),
    );
    return ok({ looks, seen: { documents: [...documents.values()], batches: [] } });
  };
}

const unknownQueue: QueueAttributes = {
  waiting: null,
  inFlight: null,
  delayed: null,
  mostReceives: null,
  visibilitySeconds: null,
  delaySeconds: null,
  largestMessage: null,
};

function isProven(look: Look | undefined): boolean {
  return look?.state === 'fixed' || look?.state === 'failed-again';
}

function waitingIn(queue: string, { waiting, delayed }: QueueAttributes): string | null {
  return describeWaiting(queue, waiting === null ? null : waiting + (delayed ?? 0));
}

interface Known {
  readonly now: number;
  readonly attributes: QueueAttributes;
  readonly lastProofAt: number;
  readonly foundBackAt: number | null;
  readonly failure: MessageFailureRow | null;
  readonly cause: MessageFailureRow | null;
  readonly document: DocumentRow | null;
  readonly isDocumentShared: boolean;
  /** Null if the message asks for no download. */
  readonly file: ReturnType<typeof proofInFile> | null;
  readonly delivery: Delivery | null;
  readonly hints: readonly string[];
}

function judgeMessage(item: SentItem, known: Known): Look {
  const { now, attributes, lastProofAt, foundBackAt, failure, cause, document, delivery, hints } = known;
  const { isDocumentShared, file } = known;
  const before = isFileBefore(item.sending.before) ? null : item.sending.before;
  const sentAt = Date.parse(item.sentAt);
  const waitMs = attemptsMs(attributes);
  const { state, note, endedAt } = redriveOutcome({
    now,
    sentAt,
    waitMs: Math.max(sentAt, lastProofAt) - sentAt + waitMs,
    mostReceives: attributes.mostReceives,
    foundBackAt,
    failure: failure && { ...failure, at: parseMs(failure.updatedAt) },
    causeBefore: cause,
    document: document && { ...documentTimes(document), createdAt: parseMs(document.createdAt) },
    before,
    isDocumentShared,
    delivery:
      file?.delivery ??
      (delivery && { isDelivered: delivery.outcome === 'delivered', at: parseMs(delivery.updatedAt) }),
    failedFile: file?.failedFile ?? null,
    hints: [
      ...hints,
      ...(file?.hints ?? []),
      ...documentHints(before, document),
      ...(isDocumentShared ? [sharedDocument] : []),
    ],
  });
  return {
    state,
    status: document?.status ?? null,
    stage: document?.stage ?? null,
    run: document?.run ?? null,
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    usage: null,
    note: [note, item.sending.unmarked ? unmarked : null].filter((part) => part !== null).join(' ') || null,
  };
}

/** Selects the attributes of a document that are compared before and after its message is sent. */
export function documentTimes({ status, receivedAt }: DocumentRow) {
  return { status, receivedAt: parseMs(receivedAt) };
}

/** S3 reports a file at least once, so two dead letters may be about one document. */
function listSharedDocuments(sent: readonly SentItem[]): ReadonlySet<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const { sending } of sent) {
    if (sending.about.documentId === null) continue;
    const key = buildMessageKey(sending.about);
    if (seen.has(key)) shared.add(key);
    seen.add(key);
  }
  return shared;
}

function listSharedFiles(sent: readonly SentItem[]): ReadonlySet<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const { sending } of sent) {
    if (!isFileBefore(sending.before)) continue;
    const { file } = sending.before;
    if (seen.has(file)) shared.add(file);
    seen.add(file);
  }
  return shared;
}

function proveByFile(
  { sending: { before } }: SentItem,
  shared: ReadonlySet<string>,
  files: ReadonlyMap<string, FileNow>,
): Known['file'] {
  if (!isFileBefore(before)) return null;
  const proof = proofInFile(before, files.get(before.file) ?? null);
  const isClaimed = proof.delivery !== null || proof.failedFile !== null;
  if (!shared.has(before.file) || !isClaimed) return proof;
  return { delivery: null, failedFile: null, hints: [sharedFile] };
}

const sharedFile =
  'Other messages about the same file were sent too, so its status does not confirm this one.';

function documentHints(
  before: Exclude<SubjectBefore, FileBefore> | null,
  document: DocumentRow | null,
): readonly string[] {
  if (before === null || before === 'missing' || before.status === null) return [];
  const now = document?.status ?? null;
  if (now === null || now === before.status) return [];
  return [`Its document was ${before.status} before and is ${now} now.`];
}

const sharedDocument =
  'Other messages about the same document were sent too, so its status does not confirm this one.';

const unmarked = 'It has ten attributes or the maximum size, so its source could not be recorded.';

function parseMs(time: string | null): number | null {
  const ms = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(ms) ? null : ms;
}

interface Redriven {
  /** This is keyed by the id that each message was sent with. */
  readonly failures: ReadonlyMap<string, MessageFailureRow>;
  /** Explains, for messages that failed again, why they were dead letters before; keyed by their earlier ids. */
  readonly causes: ReadonlyMap<string, MessageFailureRow>;
  /** This is keyed by `keyOf` of their ids. */
  readonly documents: ReadonlyMap<string, DocumentRow>;
  readonly deliveries: ReadonlyMap<string, Delivery>;
  readonly documentItems: readonly { readonly key: string; readonly item: StoredItem }[];
  /** This is keyed by the files' ids. */
  readonly files: ReadonlyMap<string, FileNow>;
}

const consistent = { consistent: true } as const;

/** Reads only by keys, and each item once. */
async function readRedriven(reader: CatalogueReader, items: readonly SentItem[]): Promise<Result<Redriven>> {
  const [failures, documents, deliveries, files] = await Promise.all([
    readFailures(
      reader,
      items.flatMap(({ newId }) => newId ?? []),
    ),
    readDocuments(
      reader,
      items.map(({ sending }) => sending.about),
    ),
    readDeliveries(reader, items),
    readFiles(
      reader,
      items.flatMap(({ sending: { before } }) => (isFileBefore(before) ? [before.file] : [])),
    ),
  ]);
  if (!failures.ok) return failures;
  if (!documents.ok) return documents;
  if (!deliveries.ok) return deliveries;
  if (!files.ok) return files;
  const failed = items.filter(({ newId }) => newId !== null && failures.value.has(newId));
  const causes = await readFailures(
    reader,
    failed.map(({ id }) => id),
  );
  if (!causes.ok) return causes;
  const rows = documents.value.map((item) => ({ item, row: documentRow(item) }));
  return ok({
    failures: failures.value,
    causes: causes.value,
    documents: new Map(rows.map(({ row }) => [buildMessageKey(row), row])),
    deliveries: deliveries.value,
    files: files.value,
    documentItems: rows.map(({ row, item }) => ({ key: buildMessageKey(row), item })),
  });
}

export function buildMessageKey(ids: {
  readonly tenantId: string | null;
  readonly batchId: string | null;
  readonly documentId: string | null;
}): string {
  return JSON.stringify([ids.tenantId, ids.batchId, ids.documentId]);
}

async function readFailures(
  reader: CatalogueReader,
  ids: readonly string[],
): Promise<Result<ReadonlyMap<string, MessageFailureRow>>> {
  if (ids.length === 0) return ok(new Map());
  const keys = [...new Set(ids)].map((messageId) => ({ messageId }));
  const read = await reader.run('extraction.failuresOfMessages', keys, consistent);
  if (!read.ok) return read;
  return ok(new Map(read.value.items.map(messageFailureRow).map((row) => [row.messageId, row])));
}

/** Reads the files of downloads by their keys; a file that is not in the result does not exist. */
export async function readFiles(
  reader: CatalogueReader,
  ids: readonly string[],
): Promise<Result<ReadonlyMap<string, FileNow>>> {
  // Only errors and times are shown, and no time to live is judged.
  const read = await filesNow([...new Set(ids)], { reader, now: 0 });
  if (!read.ok) return read;
  return ok(
    new Map(
      [...read.value].map(([file, { status, statusSince, error }]) => [
        file,
        { status, movedAt: parseMs(statusSince), error },
      ]),
    ),
  );
}

/** Reads the documents whose ids are complete; a document that is not in the result does not exist. */
export async function readDocuments(
  reader: CatalogueReader,
  subjects: readonly MessageSubject[],
): Promise<Result<readonly StoredItem[]>> {
  const keys = new Map<string, { tenantId: string; batchId: string; documentId: string }>();
  for (const about of subjects) {
    const { tenantId, batchId, documentId } = about;
    if (isId(tenantId) && isId(batchId) && isId(documentId)) {
      keys.set(buildMessageKey(about), { tenantId, batchId, documentId });
    }
  }
  if (keys.size === 0) return ok([]);
  const read = await reader.run('extraction.documentsByKeys', [...keys.values()], consistent);
  return read.ok ? ok(read.value.items) : read;
}

/** Reads what became of webhook messages: each delivery is stored beside the batch under the message's id. */
async function readDeliveries(
  reader: CatalogueReader,
  items: readonly SentItem[],
): Promise<Result<ReadonlyMap<string, Delivery>>> {
  const batches = new Map<string, { tenantId: string; batchId: string }>();
  for (const { sending } of items) {
    const { tenantId, batchId, documentId } = sending.about;
    if (documentId === null && isId(tenantId) && isId(batchId)) {
      batches.set(buildMessageKey(sending.about), { tenantId, batchId });
    }
  }
  const found = new Map<string, Delivery>();
  const trouble: Extract<Result<never>, { ok: false }>[] = [];
  await inLanes([...batches.values()], lanes, async (batch) => {
    const read = await reader.run('extraction.deliveriesOfBatch', batch, consistent);
    if (!read.ok) trouble.push(read);
    else for (const item of read.value.items.map(deliveryRow)) found.set(item.messageId, item);
  });
  return trouble[0] ?? ok(found);
}

const lanes = 4;

/** A body may contain anything, and no key template takes a longer id. */
function isId(value: string | null): value is string {
  return value !== null && /^[^#]{1,256}$/.test(value);
}
