import type { DiscardedRow } from '#shared/contract/dead-letters.ts';
import type { Job } from '#shared/contract/jobs.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { shownName } from '#shared/domain/dead-letters/message-cause.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { DiscardedMessage, SavedMessage } from '../../dead-letters/discarded-files.ts';
import type { Handlers } from '../../gate/gate.ts';
import { notHeld, type DeadLetterParts, type QueueHere } from './dead-letter-parts.ts';
import { formatTime } from './message-rows.ts';

const pageSize = 500;

/** Lists what discards have saved on this machine. Nothing is asked of AWS, and no body leaves its file. */
export function listDiscarded(parts: DeadLetterParts): Handlers['dead-letters.discarded'] {
  return async ({ offset }) => {
    const { doors, session, discarded, jobOf, now } = parts;
    const { connection } = session();
    // A person who may see no queues sees nothing that was in one.
    const configured = await doors().queues.configured([]);
    if (!configured.ok) return configured;
    const { messages, problems } = await discarded.list(connection.id);
    const page = messages.slice(offset, offset + pageSize);
    const jobs = new Map<string, Job | null>();
    for (const { jobId } of page) if (!jobs.has(jobId)) jobs.set(jobId, jobOf(connection.id, jobId));
    return ok({
      messages: page.map((one) => toRow(one, jobs.get(one.jobId) ?? null)),
      total: messages.length,
      problems: problems.map((problem) => ({ ...problem })),
      readAt: new Date(now()).toISOString(),
    });
  };
}

function toRow(one: DiscardedMessage, job: Job | null): DiscardedRow {
  const { messageId, queue, jobId, at, isDeleted, sentAgain, saved } = one;
  const chosen = job?.fingerprint ?? null;
  const isOwn = saved !== null && (chosen === null || chosen === saved.print.id);
  return {
    messageId,
    queue,
    source: shown(saved?.source ?? null),
    jobId,
    at: at === '' ? (job?.startedAt ?? null) : at,
    by: job?.by ?? null,
    reason: job?.reason ?? null,
    fingerprint: chosen ?? saved?.print.id ?? null,
    pattern: isOwn ? saved.print.pattern : null,
    subject: {
      tenantId: shown(saved?.subject.tenantId ?? null),
      batchId: shown(saved?.subject.batchId ?? null),
      documentId: shown(saved?.subject.documentId ?? null),
      fileName: shown(saved?.subject.fileName ?? null),
    },
    sentAt: formatTime(saved?.sentAt ?? null),
    bytes: saved?.bytes ?? null,
    returns: saved?.returns ?? 0,
    mayBeInQueue: !isDeleted,
    sentAgain: sentAgain && { ...sentAgain },
    isSaved: saved !== null,
  };
}

/** A body may contain anything. */
function shown(text: string | null): string | null {
  return text === null ? null : shownName(text);
}

interface Which {
  readonly messageId: string;
  readonly isDiscarded?: boolean | undefined;
}

interface FoundMessage {
  readonly message: ReceivedMessage;
  /** It comes from the file of a discard. */
  readonly saved: SavedMessage | null;
}

/** Finds a message that is held, or that was discarded and saved. */
export async function findMessage(
  { held, discarded }: Pick<DeadLetterParts, 'held' | 'discarded'>,
  { connectionId, queue }: Pick<QueueHere, 'connectionId' | 'queue'>,
  { messageId, isDiscarded = false }: Which,
): Promise<FoundMessage | undefined> {
  if (!isDiscarded) {
    const message = held.get(connectionId, queue, messageId)?.message;
    return message && { message, saved: null };
  }
  const saved = (await discarded.read(connectionId, queue, [messageId])).get(messageId);
  return saved && { message: saved.message, saved };
}

/** Says what a person should know before they send a discarded message again; null where there is nothing. */
export function discardedAdvice({ sentAgain, isDeleted }: SavedMessage): string | null {
  if (sentAgain?.state === 'sent') {
    const when = sentAgain.at === null ? '' : ` at ${sentAgain.at.slice(0, 16).replace('T', ' ')} UTC`;
    return `It was sent${when}. It is not sent twice.`;
  }
  if (sentAgain !== null) return 'It may have been sent. Check its document before you send it again.';
  return isDeleted ? null : 'It was saved, but may still be in its queue. Sample the queue to check.';
}

/** Says that a message is neither held nor in a file, whichever was asked for. */
export function notFound({ isDiscarded = false }: Which, consequence: string): Result<never> {
  if (!isDiscarded) return notHeld(consequence);
  const message = `Its file on this computer does not have it as it was written. ${consequence} The Discarded tab lists what is wrong with the files.`;
  return refused({ code: 'not-found', message, what: 'message' });
}
