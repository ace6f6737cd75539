import { buildObjectKey } from '../../../pipelines/extraction/keys.ts';
import type { MessageProblemCode, MessageSubject } from '../../../pipelines/extraction/message-problem.ts';
import { seededRandomness, type Randomness } from '../../randomness.ts';
import type { PlannedBatch } from '../plan.ts';
import type { StoriedBatch } from '../plan-of.ts';
import type { WeeksFacts } from '../weeks.ts';
import type { DeadLetter } from './dead-letter.ts';
import { lateFiles } from './late-files.ts';
import { s3Event } from './s3-event.ts';

const hour = 3_600_000;

/** Files that have arrived and that nobody could take in: 46 messages for a handful of reasons. */
export function documentDeadLetters(
  facts: WeeksFacts,
  batches: readonly StoriedBatch[],
  bucket: string,
): DeadLetter[] {
  const dice = seededRandomness(`${facts.seed}/document dead letters`);
  const told = { facts, bucket, dice };
  return [
    ...unknownBatches(told),
    ...outsideConvention(told),
    ...unknownDocuments(told, batches),
    ...notJson(told),
    ...lateFiles(batches, bucket).map((file, index): DeadLetter => ({
      messageId: dice.uuid(),
      body: s3Event(facts, file, dice),
      sentAt: file.at + 320,
      // The table that it would have been written to was the one that was throttled.
      failure: index === 0 ? undefined : throttled,
    })),
  ];
}

interface Telling {
  readonly facts: WeeksFacts;
  readonly bucket: string;
  readonly dice: Randomness;
}

const throttled = {
  code: 'ThrottlingException',
  message:
    'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.',
} as const;

/** Somebody has sent a month again, with the addresses of then. */
function unknownBatches(told: Telling): DeadLetter[] {
  const { dice } = told;
  return Array.from({ length: 16 }, (_, index) => {
    const batchId = `batch-01M3${dice.code(8).replaceAll(/[ILOU]/g, '0')}`;
    const tenantId = index < 12 ? 'northwind' : 'kestrel';
    const ids = { tenantId, batchId, documentId: `doc-${batchId.slice(6)}A${1 + (index % 9)}` };
    const fileName = `resent-2026-09-${String(100 + index)}.pdf`;
    const message = `The tenant ${tenantId} has no batch ${batchId}`;
    return uploaded(told, buildObjectKey({ ...ids, fileName }), hoursAgo(dice, index < 12 ? 285 : 52, 3), {
      code: 'UnknownBatch',
      message,
      ...ids,
    });
  });
}

/** Put into the bucket by hand, where nobody asked for it. */
function outsideConvention(told: Telling): DeadLetter[] {
  const { dice } = told;
  return Array.from({ length: 14 }, (_, index) => {
    const key =
      index < 9
        ? `documents/alder-finch/scan ${String(index + 1).padStart(4, '0')}.pdf`
        : `documents/quill/Übersetzungen & Briefe/${index}/ü.pdf`;
    return uploaded(told, key, hoursAgo(dice, index < 9 ? 196 : 293, 2), {
      code: 'KeyOutsideConvention',
      message: `No document's file is kept under ${key}`,
    });
  });
}

/** The batch is there, and expects another name. */
function unknownDocuments(told: Telling, batches: readonly PlannedBatch[]): DeadLetter[] {
  const { dice, facts } = told;
  const recent = batches.filter(
    ({ submittedAt, size }) => size > 20 && size < 1_000 && facts.anchor - submittedAt < 12 * 24 * hour,
  );
  return recent.slice(0, 9).map((batch) => {
    const { documentId, fileName } = batch.document(dice.integer(batch.size));
    const { tenantId } = batch.workflow;
    const ids = { tenantId, batchId: batch.batchId, documentId };
    const key = buildObjectKey({ ...ids, fileName: fileName.replace('.pdf', ' (1).pdf') });
    const agoHours = (facts.anchor - batch.submittedAt) / hour - 0.2;
    return uploaded(told, key, agoHours, {
      code: 'UnknownDocument',
      message: `The batch ${batch.batchId} expects no file ${key}`,
      ...ids,
    });
  });
}

/** Sent by hand, to see whether the queue works. */
function notJson({ dice, facts }: Telling): DeadLetter[] {
  return ['hello', 'test test ß', '{"Records":[', '...'].map((body, index) => ({
    messageId: dice.uuid(),
    body,
    sentAt: sentAtOf(facts, hoursAgo(dice, 120 + 40 * index, 1)),
    failure: { code: 'MalformedMessage', message: 'The message is not JSON' },
  }));
}

function uploaded(
  { facts, bucket, dice }: Telling,
  key: string,
  agoHours: number,
  failure: MessageSubject & { readonly code: MessageProblemCode; readonly message: string },
): DeadLetter {
  const sentAt = sentAtOf(facts, agoHours);
  const size = 18_000 + dice.integer(90_000);
  const upload = { bucket, key, size, etag: dice.hex(32), at: sentAt - 320 };
  return { messageId: dice.uuid(), body: s3Event(facts, upload, dice), sentAt, failure };
}

function hoursAgo(dice: Randomness, about: number, give: number): number {
  return about + (dice.unit() - 0.5) * 2 * give;
}

function sentAtOf({ anchor }: Pick<WeeksFacts, 'anchor'>, agoHours: number): number {
  return Math.floor(anchor - agoHours * hour);
}
