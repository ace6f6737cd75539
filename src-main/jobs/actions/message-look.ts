import { extraction } from '#shared/catalogue/systems/extraction.ts';
import type { Delivery } from '#shared/contract/triage/batches.ts';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import {
  attemptsMs,
  describeWaiting,
  redriveOutcome,
  type DocumentBefore,
} from '#shared/domain/redrive-outcome.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { QueueAttributes } from '../../aws/queues.ts';
import { listSent, type LedgerStanding, type SentItem } from '../../dead-letters/ledger-standings.ts';
import type { MessageFailureRow } from '../../features/rows/message-failure-row.ts';
import type { Look, SeenItems } from '../job-action.ts';
import { keyOf, readRedriven } from './read-redriven.ts';

export interface MessageLooks {
  readonly looks: ReadonlyMap<string, Look>;
  readonly seen: SeenItems;
}

interface Asked {
  readonly standings: ReadonlyMap<string, LedgerStanding>;
  readonly ids: readonly string[];
  /** When a message was seen in its dead-letter queue again. */
  readonly seenBackAt: (item: SentItem) => number | null;
  /** Findings in the dead-letter queue, for the note of messages that end unconfirmed. */
  readonly hints?: (item: SentItem) => readonly string[];
}

/** What became of messages that were sent back: by their new ids, and by what they are about. */
export function messageLook({
  doors,
  now,
}: {
  readonly doors: () => ConnectionDoors;
  readonly now: () => number;
}): (asked: Asked) => Promise<Result<MessageLooks>> {
  /** By the queue that messages go to. */
  const sources = new Map<string, QueueAttributes>();
  /** While the pipeline confirms one after the other, those behind them may still be waiting for their first attempt. */
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
    const keys = new Map(items.map(({ id, sending }) => [id, keyOf(sending.about)]));
    const keyAt = ({ id }: SentItem): string => keys.get(id) ?? '';
    const { failures, causes, documents, deliveries, documentItems } = read.value;
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
        delivery: item.newId === null ? null : (deliveries.get(item.newId) ?? null),
        hints: [waiting.get(to) ?? null, ...(hints?.(item) ?? [])].filter((hint) => hint !== null),
      });
    };
    const looks = new Map(items.map((item) => [item.id, lookAt(item, new Map())]));
    // What is proven is not judged again: neither later times nor hints change it.
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
  readonly delivery: Delivery | null;
  readonly hints: readonly string[];
}

function judgeMessage(item: SentItem, known: Known): Look {
  const { now, attributes, lastProofAt, foundBackAt, failure, cause, document, delivery, hints } = known;
  const { isDocumentShared } = known;
  const { before } = item.sending;
  const sentAt = Date.parse(item.sentAt);
  const waitMs = attemptsMs(attributes);
  const { state, note, endedAt } = redriveOutcome({
    now,
    sentAt,
    waitMs: Math.max(sentAt, lastProofAt) - sentAt + waitMs,
    mostReceives: attributes.mostReceives,
    foundBackAt,
    failure: failure && { ...failure, at: msOf(failure.updatedAt) },
    causeBefore: cause,
    document: document && { ...documentTimes(document), createdAt: msOf(document.createdAt) },
    before,
    isDocumentShared,
    delivery: delivery && { isDelivered: delivery.outcome === 'delivered', at: msOf(delivery.updatedAt) },
    hints: [...hints, ...documentHints(before, document), ...(isDocumentShared ? [sharedDocument] : [])],
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
  return { status, receivedAt: msOf(receivedAt) };
}

/** S3 tells of a file at least once: two dead letters may be about one document. */
function listSharedDocuments(sent: readonly SentItem[]): ReadonlySet<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const { sending } of sent) {
    if (sending.about.documentId === null) continue;
    const key = keyOf(sending.about);
    if (seen.has(key)) shared.add(key);
    seen.add(key);
  }
  return shared;
}

function documentHints(before: DocumentBefore | null, document: DocumentRow | null): readonly string[] {
  if (before === null || before === 'missing' || before.status === null) return [];
  const now = document?.status ?? null;
  if (now === null || now === before.status) return [];
  return [`Its document was ${before.status} before and is ${now} now.`];
}

const sharedDocument =
  'Other messages about the same document were sent too, so its status does not confirm this one.';

const unmarked =
  'It has ten attributes, or all the bytes that SQS takes: there was no room to say where it comes from.';

function msOf(time: string | null): number | null {
  const ms = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(ms) ? null : ms;
}
