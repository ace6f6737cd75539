import type { MessageDetail } from '#shared/contract/dead-letters/messages.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { returnsOf } from '#shared/domain/dead-letters/provenance.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { deliveryRow } from '../rows/delivery-row.ts';
import { documentRow } from '../rows/document-row.ts';
import { passportRow } from '../rows/passport-row.ts';
import { readsSoFar } from '../plans/reads-so-far.ts';
import { notHeld, queueHere, type DeadLetterParts, type QueueHere } from './dead-letter-parts.ts';
import { messageAdvice } from './message-advice.ts';
import type { MessageFacts } from './message-facts.ts';
import {
  line,
  linesOfMessage,
  linesOfPassport,
  newestFirst,
  redrivesIn,
  type Line,
} from './message-lineage.ts';
import { messageRow } from './message-row.ts';
import { shownAttributes, shownBody, shownSystem } from './shown-message.ts';

/** One body at a time, masked, with all that anybody has written down of what it is about. */
export function openMessage(parts: DeadLetterParts): Handlers['deadLetters.message'] {
  return async ({ queue, messageId }): Promise<Result<MessageDetail>> => {
    const { held, facts, shelf, sentBefore } = parts;
    const here = await queueHere(parts, queue);
    if (!here.ok) return here;
    const { connectionId, reader } = here.value;
    const found = held.get(connectionId, queue, messageId);
    if (found === undefined) return notHeld('Nothing was opened.');
    const { message } = found;
    const reads = readsSoFar();
    await facts.explain(reader, [message], reads.paid);
    const known = facts.of(message);
    const told = await toldOf(here.value, messageId, known, reads.paid);
    const row = messageRow(message, {
      facts: { ...known, subject: { ...known.subject, fileName: known.subject.fileName ?? told.fileName } },
      retentionSeconds: shelf.find(connectionId, queue)?.retentionSeconds ?? null,
      isFifo: queue.endsWith('.fifo'),
      sentBefore: sentBefore.of(connectionId, queue, messageId),
      returns: told.redrives,
    });
    return ok(
      {
        row,
        body: shownBody(message.body),
        attributes: shownAttributes(message),
        system: shownSystem(message),
        cause: known.cause && { ...known.cause },
        lineage: newestFirst([...linesOfMessage(message, known), ...told.lines]),
        advice: messageAdvice({
          returns: returnsOf(message.attributes),
          redrives: told.redrives,
          sentBefore: row.sentBefore,
        }),
      },
      reads.receipt(),
    );
  };
}

interface Told {
  readonly fileName: string | null;
  readonly redrives: number;
  readonly lines: readonly Line[];
}

/** A passport of more lines is read where the document is. */
const mostLines = 50;

async function toldOf(
  { reader }: Pick<QueueHere, 'reader'>,
  messageId: string,
  { subject }: MessageFacts,
  paid: <T>(result: Result<T>) => Result<T>,
): Promise<Told> {
  const { tenantId, batchId, documentId } = subject;
  if (tenantId === null || batchId === null) return { fileName: null, redrives: 0, lines: [] };
  if (documentId === null) return toldOfDelivery();
  const [document, passport] = await Promise.all([
    reader.run('extraction.documentById', { tenantId, batchId, documentId }),
    reader.run('extraction.documentHistory', { tenantId, documentId }, { pageSize: mostLines }),
  ]);
  paid(document);
  paid(passport);
  const [item] = document.ok ? document.value.items : [];
  const row = item === undefined ? null : documentRow(item);
  const events = passport.ok ? passport.value.items.map(passportRow) : [];
  return {
    fileName: row?.fileName ?? null,
    redrives: redrivesIn(events),
    lines: [
      ...(row === null
        ? []
        : [line(row.statusSince, `Document is ${row.status ?? 'in no known status'} since then`)]),
      ...(document.ok && row === null ? [line(null, `The batch has no document ${documentId}`)] : []),
      ...linesOfPassport(events),
      ...[document, passport].flatMap((read) => (read.ok ? [] : [unread(read.failure.message)])),
    ],
  };

  async function toldOfDelivery(): Promise<Told> {
    if (tenantId === null || batchId === null) return { fileName: null, redrives: 0, lines: [] };
    const read = paid(await reader.run('extraction.deliveriesOfBatch', { tenantId, batchId }));
    if (!read.ok) return { fileName: null, redrives: 0, lines: [unread(read.failure.message)] };
    const mine = read.value.items.map(deliveryRow).filter((delivery) => delivery.messageId === messageId);
    return {
      fileName: null,
      redrives: 0,
      lines: mine.map(({ updatedAt, run, outcome, status, attempts }) => {
        const of = run === null ? '' : ` of run ${run}`;
        const answer = status === null ? '' : ` with ${status}`;
        return line(
          updatedAt,
          `Delivery${of} ${outcome ?? 'of unknown outcome'}${answer}, attempt ${attempts ?? '?'}`,
        );
      }),
    };
  }
}

function unread(why: string): Line {
  return line(null, `More may be written down, and could not be read: ${why}`);
}
