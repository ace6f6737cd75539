import { createHash } from 'node:crypto';
import { Buffer } from 'node:buffer';
import { buildObjectKey } from '#pipelines/extraction/keys.ts';
import type { MessageProblemCode, MessageSubject } from '#pipelines/extraction/message-problem.ts';
import type { DrawnObject } from '../../aws/s3/s3-records.ts';
import { urlEncodeKey } from '../../aws/s3/object-keys.ts';
import type { PastFacts } from '../../journal/told.ts';
import type { WebhookDelivery } from '#pipelines/extraction/item-shapes.ts';
import { seededRandomness, type Randomness } from '../randomness.ts';
import { recipeText } from '../sheets/recipe-text.ts';
import { computeSheetSize } from '../sheets/sheet.ts';
import type { PlannedBatch, PlannedDocument } from './plan.ts';
import type { StoriedBatch } from './story.ts';
import type { WeeksFacts } from './weeks.ts';
import { makeEtag } from './made-ids.ts';

const hour = 3_600_000;

/** Returns 46 messages of arrived files that could not be ingested, for a handful of reasons. */
export function documentDeadLetters(
  facts: WeeksFacts,
  batches: readonly StoriedBatch[],
  bucket: string,
): DeadLetter[] {
  const dice = seededRandomness(`${facts.seed}/document dead letters`);
  const told = { facts, bucket, dice };
  return [
    ...tellUnknownBatches(told),
    ...tellForeignKeys(told),
    ...tellUnknownDocuments(told, batches),
    ...tellMalformedMessages(told),
    ...listLateFiles(batches, bucket).map((file, index): DeadLetter => ({
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

/** A customer has sent a month again, with its old addresses. */
function tellUnknownBatches(told: Telling): DeadLetter[] {
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

/** These files were put into the bucket by hand, outside the key convention. */
function tellForeignKeys(told: Telling): DeadLetter[] {
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
function tellUnknownDocuments(told: Telling, batches: readonly PlannedBatch[]): DeadLetter[] {
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
function tellMalformedMessages({ dice, facts }: Telling): DeadLetter[] {
  return ['hello', 'test test ß', '{"Records":[', '...'].map((body, index) => ({
    messageId: dice.uuid(),
    body,
    sentAt: subtractHours(facts, hoursAgo(dice, 120 + 40 * index, 1)),
    failure: { code: 'MalformedMessage', message: 'The message is not JSON' },
  }));
}

function uploaded(
  { facts, bucket, dice }: Telling,
  key: string,
  agoHours: number,
  failure: MessageSubject & { readonly code: MessageProblemCode; readonly message: string },
): DeadLetter {
  const sentAt = subtractHours(facts, agoHours);
  const size = 18_000 + dice.integer(90_000);
  const upload = { bucket, key, size, etag: dice.hex(32), at: sentAt - 320 };
  return { messageId: dice.uuid(), body: s3Event(facts, upload, dice), sentAt, failure };
}

function hoursAgo(dice: Randomness, about: number, give: number): number {
  return about + (dice.unit() - 0.5) * 2 * give;
}

function subtractHours({ anchor }: Pick<WeeksFacts, 'anchor'>, agoHours: number): number {
  return Math.floor(anchor - agoHours * hour);
}

/** Files that came while nothing could be written: their batches still wait, and a redrive of the messages starts them. */
function listLateFiles(batches: readonly StoriedBatch[], bucket: string): (Upload & PlannedDocument)[] {
  return batches.flatMap((batch) => {
    const { story, size, batchId, submittedAt } = batch;
    const { tenantId } = batch.workflow;
    return Array.from({ length: story.missing ?? 0 }, (_, place) => {
      const document = batch.document(size - 1 - place);
      return {
        ...document,
        bucket,
        key: buildObjectKey({ tenantId, batchId, ...document }),
        size: computeSheetSize(document.recipe),
        etag: makeEtag(document.documentId),
        at: submittedAt + 53_000 + place * 1_900,
      };
    });
  });
}

/** Their objects in the bucket are like any other. */
export function lateObjects(batches: readonly StoriedBatch[], bucket: string): [string, DrawnObject][] {
  return listLateFiles(batches, bucket).map(({ key, recipe, size, etag, at }) => {
    const text = recipeText(recipe);
    return [
      key,
      {
        drawn: text,
        size,
        etag,
        modified: at,
        headers: [['content-type', 'application/pdf']],
        metadata: [['sheet', text]],
        tags: [],
        content: [],
      },
    ];
  });
}

interface Upload {
  readonly bucket: string;
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly at: number;
}

/** Builds the event that S3 sends when a file arrives. https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
export function s3Event(
  { region, account }: Pick<PastFacts, 'region' | 'account'>,
  { bucket, key, size, etag, at }: Upload,
  dice: Randomness,
): string {
  const principal = { principalId: createHash('sha256').update(account).digest('hex') };
  const requestId = dice.code(16);
  return JSON.stringify({
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: region,
        eventTime: new Date(at).toISOString(),
        eventName: 'ObjectCreated:Put',
        userIdentity: principal,
        requestParameters: { sourceIPAddress: '127.0.0.1' },
        responseElements: {
          'x-amz-request-id': requestId,
          'x-amz-id-2': Buffer.from(requestId).toString('base64'),
        },
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: 'documents',
          bucket: { name: bucket, ownerIdentity: principal, arn: `arn:aws:s3:::${bucket}` },
          object: { key: urlEncodeKey(key), size, eTag: etag, sequencer: dice.hex(16).toUpperCase() },
        },
      },
    ],
  });
}

/** A message that could not be used, with the failure that was recorded for it. */
export interface DeadLetter {
  readonly messageId: string;
  readonly body: string;
  readonly sentAt: number;
  /** Undefined means that the consumer ended before it could record a reason. */
  readonly failure: (MessageSubject & { readonly code: string; readonly message: string }) | undefined;
  /** A webhook has its last attempt here, under the message's id. */
  readonly delivery?: Pick<WebhookDelivery, 'tenantId' | 'batchId' | 'run' | 'url' | 'outcome' | 'status'>;
}

/** The milliseconds between two receives: the visibility timeout of both queues, and a moment. */
const betweenReceives = 60_400;

/** Returns the times of the first and the last receive, and the time at which it became a dead letter. */
export function computeLifetime(
  { sentAt }: Pick<DeadLetter, 'sentAt'>,
  receives: number,
): { readonly firstReceivedAt: number; readonly lastReceivedAt: number; readonly arrivedAt: number } {
  const firstReceivedAt = sentAt + 180;
  const lastReceivedAt = firstReceivedAt + (receives - 1) * betweenReceives;
  return { firstReceivedAt, lastReceivedAt, arrivedAt: lastReceivedAt + betweenReceives };
}
