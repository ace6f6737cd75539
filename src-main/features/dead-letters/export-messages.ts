import { ok, refused } from '#shared/contract/result.ts';
import { csvFile, fileStamp, jsonFile, mediaTypes } from '#shared/domain/exported-file.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { maskedBody } from '#shared/domain/dead-letters/masked-body.ts';
import { describeMask } from '#shared/domain/dead-letters/why-masked.ts';
import type { MessageRow } from '#shared/contract/dead-letters.ts';
import { maySeeUnmasked } from '#shared/permissions.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { Handlers } from '../../gate/gate.ts';
import { readsSoFar } from '../../reads/paid-reads.ts';
import { queueHere, type DeadLetterParts } from './dead-letter-parts.ts';
import type { MessageFacts } from './message-facts.ts';
import { shownAttributes, shownSystem, wholeMessage } from './shown-message.ts';
import { toMessageRow } from './message-rows.ts';

/** Exports held messages, either all that were asked for or none, because a file with gaps would pass for complete. */
export function exportMessages(parts: DeadLetterParts): Handlers['dead-letters.export'] {
  return async ({ queue, messageIds, format, isWhole }, { role }) => {
    const { held, facts, shelf, now } = parts;
    if (isWhole && !maySeeUnmasked({ role })) {
      const message = `Exporting unmasked messages requires the admin role; yours is ${role ?? 'unknown'}. No file was made. Export them masked, or ask an admin.`;
      return refused({ code: 'role-required', message, role, allowed: ['admin'] });
    }
    const here = await queueHere(parts, queue);
    if (!here.ok) return here;
    const { connectionId, reader } = here.value;
    const found = [...new Set(messageIds)].map((id) => held.get(connectionId, queue, id));
    const missing = found.filter((one) => one === undefined).length;
    if (missing > 0) {
      return refused({
        code: 'not-found',
        message: `${grouped(missing)} of ${grouped(found.length)} messages ${missing === 1 ? 'is' : 'are'} no longer held. Sample again, then export. No file was made, because it would be incomplete.`,
        what: 'messages',
      });
    }
    const all = found.flatMap((one) => one ?? []);
    const reads = readsSoFar();
    await facts.explain(
      reader,
      all.map(({ message }) => message),
      reads.paid,
    );
    const state = shelf.find(connectionId, queue);
    const find = parts.returns.findIn(connectionId, queue);
    const written = all.map((one) =>
      exportedMessage(one.message, toMessageRow({ ...parts, find }, { connectionId, queue }, one, state), {
        facts: facts.of(one.message),
        isWhole,
      }),
    );
    const text =
      format === 'csv'
        ? csvFile(
            columns,
            written.map((one) => columns.map((column) => formatCell(one[column]))),
          )
        : jsonFile(written.map((one) => JSON.stringify(one)));
    const name = `dead-letters-${queue.replace('.', '-')}${isWhole ? '-whole' : ''}`;
    const fileName = `${name}-${fileStamp(now())}.${format}`;
    return ok({ fileName, mediaType: mediaTypes[format], text }, reads.receipt());
  };
}

const columns = [
  'messageId',
  'group',
  'code',
  'cause',
  'tenantId',
  'batchId',
  'documentId',
  'fileName',
  'source',
  'sentAt',
  'firstReceivedAt',
  'expiresAt',
  'receives',
  'returns',
  'groupId',
  'bytes',
  'attributes',
  'system',
  'body',
] as const;
type Exported = Readonly<Record<(typeof columns)[number], unknown>>;

function exportedMessage(
  message: ReceivedMessage,
  row: MessageRow,
  { facts, isWhole }: { readonly facts: MessageFacts; readonly isWhole: boolean },
): Exported {
  const { messageId, fingerprint, subject, source, sentAt, firstReceivedAt, expiresAt } = row;
  const { receives, returns, groupId, bytes } = row;
  return {
    messageId,
    group: fingerprint,
    code: facts.cause?.code ?? null,
    cause: facts.cause?.message ?? null,
    ...subject,
    source,
    sentAt,
    firstReceivedAt,
    expiresAt,
    receives,
    returns,
    groupId,
    bytes,
    ...(isWhole ? wholeMessage(message) : maskedMessage(message)),
  };
}

function maskedMessage(message: ReceivedMessage): Pick<ReceivedMessage, 'attributes' | 'system' | 'body'> {
  const attributes = shownAttributes(message).map(({ name, type, value }) => {
    const text = value.kind === 'text' ? value.text : describeMask(value.why, value.characters);
    return [name, { type, value: text }] as const;
  });
  return {
    attributes: Object.fromEntries(attributes),
    system: Object.fromEntries(shownSystem(message).map(({ name, value }) => [name, value])),
    body: maskedBody(message.body).text,
  };
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
