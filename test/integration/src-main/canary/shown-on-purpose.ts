import { canary, marks } from '#test/builders/canary/canaries.ts';
import { buildValueCanary } from '#test/builders/canary/plant-canaries.ts';
import type { PlantedDocument } from '#test/builders/canary/plant-canaries.ts';
import type { Searched } from '#test/builders/canary/search.ts';
import type { Said } from './a-watched-console.ts';

interface Opened {
  readonly documents: readonly PlantedDocument[];
  /** Maps the id of a message to the batch that it names. */
  readonly messages: ReadonlyMap<string, string>;
}

/**
 * Removes from an answer what it shows on purpose: the revealed fields, the opened document, and the
 * opened or exported messages. The search finds anything else.
 */
export function withoutPurpose({ operation, input, text }: Said, { documents, messages }: Opened): string {
  const asked = input as Readonly<Record<string, unknown>>;
  const allowed: string[] = [];
  const document = documents.find(({ documentId }) => documentId === asked['documentId']);
  if (document !== undefined && operation === 'documents.reveal') {
    allowed.push(buildValueCanary(document.documentId, String(asked['field'])).text);
  }
  if (document !== undefined && operation === 'documents.revealFields') {
    const fields = asked['fields'] as readonly string[];
    allowed.push(...fields.map((field) => buildValueCanary(document.documentId, field).text));
  }
  if (document !== undefined && opensDocument.has(operation)) {
    allowed.push(...document.fields.map((field) => buildValueCanary(document.documentId, field).text));
  }
  // Only the main process knows which item a handle stands for. The answer reveals this attribute and nothing
  // else.
  if (operation === 'explorer.reveal' && asked['attribute'] === 'fields') {
    allowed.push(
      ...documents.flatMap((one) => one.fields.map((field) => buildValueCanary(one.documentId, field).text)),
    );
  }
  const ids =
    operation === 'dead-letters.export' ? (asked['messageIds'] as readonly string[]) : [asked['messageId']];
  for (const batchId of ids.flatMap((id) => messages.get(String(id)) ?? [])) {
    const isWhole = asked['isWhole'] === true;
    if (opensMessage.has(operation)) allowed.push(canary('message body', batchId).text);
    if (operation === 'dead-letters.reveal' || isWhole) allowed.push(canary('message secret', batchId).text);
    if (operation === 'dead-letters.export' && isWhole)
      allowed.push(canary('presigned address', batchId).text);
  }
  return allowed.reduce((left, one) => left.replaceAll(one, 'on purpose'), text);
}

/**
 * Removes from a file of discarded messages what it keeps on purpose: those messages, whole, as they were sent. Everything
 * else in it is searched, and every other file is searched as it is.
 */
export function withoutDiscarded({ where, text }: Searched, messages: ReadonlyMap<string, string>): Searched {
  if (!/[/\\]discarded[/\\][^/\\]+\.jsonl$/.test(where)) return { where, text };
  const kept = [...messages].filter(([messageId]) => text.includes(messageId));
  const allowed = kept.flatMap(([, batchId]) =>
    (['message body', 'message secret', 'presigned address'] as const).map(
      (kind) => canary(kind, batchId).text,
    ),
  );
  return { where, text: allowed.reduce((left, one) => left.replaceAll(one, 'on purpose'), text) };
}

/** Each of these is audited. One that loses a race answers with the current document. */
const opensDocument: ReadonlySet<string> = new Set([
  'review.read',
  'review.claim',
  'review.release',
  'review.decide',
  'review.undo',
  'review.handOver',
  'review.refile',
  'review.check',
]);
const opensMessage: ReadonlySet<string> = new Set(['dead-letters.message', 'dead-letters.export']);

export const everyMark = Object.entries(marks).map(([kind, mark]) => ({
  kind,
  of: 'anything',
  mark,
  text: mark,
}));
