import { extraction } from '#shared/catalogue/systems/extraction.ts';
import type { Delivery } from '#shared/contract/triage/batches.ts';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import type { Plan } from '#shared/contract/jobs/plans.ts';
import { ok } from '#shared/contract/result.ts';
import { documentReceives } from '#shared/domain/pipeline-limits.ts';
import { redriveOutcome } from '#shared/domain/redrive-outcome.ts';
import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { LedgerStanding } from '../../dead-letters/ledger-standings.ts';
import { queueOf } from '../../dead-letters/open-ledgers.ts';
import type { MessageFailureRow } from '../../features/rows/message-failure-row.ts';
import type { JobAction, Look } from '../job-action.ts';
import { keyOf, readRedriven, type SentItem } from './read-redriven.ts';

type Looked = Awaited<ReturnType<JobAction['look']>>;

/** What became of messages that were sent back: by their new ids, and by what they are about. */
export function messageLook({
  doors,
  now,
}: {
  readonly doors: () => ConnectionDoors;
  readonly now: () => number;
}): (plan: Plan, standings: ReadonlyMap<string, LedgerStanding>, ids: readonly string[]) => Promise<Looked> {
  /** By the queue they go to. */
  const mostReceives = new Map<string, number>();

  async function learnReceives(queue: string): Promise<void> {
    if (mostReceives.size > 0) return;
    const standing = await doors().queues.standing(queue);
    if (!standing.ok) return;
    for (const source of standing.value.sources) {
      if (source.mostReceives !== null) mostReceives.set(source.name, source.mostReceives);
    }
  }

  return async (plan, standings, ids): Promise<Looked> => {
    const items = ids.flatMap((id): SentItem[] => {
      const standing = standings.get(id);
      const isSent = standing?.state === 'sent' || standing?.state === 'done';
      return isSent ? [{ id, ...standing, isDeleted: standing.state === 'done' }] : [];
    });
    await learnReceives(queueOf(plan));
    const read = await readRedriven(doors().reader, items);
    if (!read.ok) return read;
    const { failures, causes, documents, deliveries, documentItems } = read.value;
    const looks = new Map<string, Look>();
    const news: string[] = [];
    for (const item of items) {
      const document = documents.get(keyOf(item.sending.about)) ?? null;
      const look = lookOf(item, {
        now: now(),
        mostReceives: mostReceives.get(item.sending.to) ?? documentReceives,
        failure: item.newId === null ? null : (failures.get(item.newId) ?? null),
        cause: causes.get(item.id) ?? null,
        document,
        delivery: item.newId === null ? null : (deliveries.get(item.newId) ?? null),
      });
      looks.set(item.id, look);
      if (look.state === 'fixed' && document !== null) news.push(keyOf(item.sending.about));
    }
    const isNews = new Set(news);
    doors().reader.changed(
      extraction,
      documentItems.filter(({ key }) => isNews.has(key)).map(({ item }) => item),
    );
    return ok({ looks, seen: { documents: [...documents.values()], batches: [] } });
  };
}

interface Known {
  readonly now: number;
  readonly mostReceives: number;
  readonly failure: MessageFailureRow | null;
  readonly cause: MessageFailureRow | null;
  readonly document: DocumentRow | null;
  readonly delivery: Delivery | null;
}

function lookOf(item: SentItem, { now, mostReceives, failure, cause, document, delivery }: Known): Look {
  const { about } = item.sending;
  const { state, note, endedAt } = redriveOutcome({
    now,
    mostReceives,
    sentAt: Date.parse(item.sentAt),
    failure: failure && { ...failure, at: msOf(failure.updatedAt) },
    causeBefore: cause,
    document: document && { receivedAt: msOf(document.receivedAt) },
    delivery: delivery && { isDelivered: delivery.outcome === 'delivered', at: msOf(delivery.updatedAt) },
    names: about.documentId !== null ? 'document' : about.batchId !== null ? 'delivery' : 'nothing',
  });
  return {
    state,
    status: document?.status ?? null,
    stage: document?.stage ?? null,
    run: document?.run ?? null,
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    usage: null,
    note: [note, ...asides(item)].filter((part) => part !== null).join(' ') || null,
  };
}

function asides({ isDeleted, sending }: SentItem): readonly string[] {
  return [
    ...(isDeleted ? [] : ['It could not be deleted from this queue yet, and is not sent again.']),
    ...(sending.unmarked
      ? [
          'It has ten attributes, or all the bytes that SQS takes: there was no room to say where it comes from.',
        ]
      : []),
  ];
}

function msOf(time: string | null): number | null {
  const ms = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(ms) ? null : ms;
}
