import type { MessageDetail } from '#shared/contract/dead-letters/messages.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { shownName } from '#shared/domain/dead-letters/shown-cause.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { readsSoFar } from '../../reads/paid-reads.ts';
import { notHeld, queueHere, type DeadLetterParts } from './dead-letter-parts.ts';
import { messageAdvice } from './message-advice.ts';
import { linesOfMessage, newestFirst } from './message-lineage.ts';
import { messageRow } from './message-row.ts';
import { returnsSaid } from './shown-sample.ts';
import { shownAttributes, shownBody, shownSystem } from './shown-message.ts';
import { toldOf } from './told-of-message.ts';

/** One body at a time, masked, with all that anybody has written down of what it is about. */
export function openMessage(parts: DeadLetterParts): Handlers['dead-letters.message'] {
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
    const told = await toldOf(reader, { messageId, subject: known.subject }, reads.paid);
    const state = shelf.find(connectionId, queue);
    const returns = returnsSaid(message, state);
    const fileName = known.subject.fileName ?? (told.fileName === null ? null : shownName(told.fileName));
    const row = messageRow(message, {
      facts: { ...known, subject: { ...known.subject, fileName } },
      retentionSeconds: state?.retentionSeconds ?? null,
      isFifo: queue.endsWith('.fifo'),
      sentBefore: sentBefore.of(connectionId, queue, messageId),
      returns: Math.max(returns, told.redrives),
    });
    return ok(
      {
        row,
        body: shownBody(message.body),
        attributes: shownAttributes(message),
        system: shownSystem(message),
        cause: known.cause && { ...known.cause },
        links: told.links,
        lineage: newestFirst([...linesOfMessage(message, known), ...told.lines]),
        advice: messageAdvice({
          returns,
          redrives: told.redrives,
          sentBefore: row.sentBefore,
        }),
      },
      reads.receipt(),
    );
  };
}
