import { z } from 'zod';
import { parseQueueName } from '../queues.ts';
import type { Difference } from './planned-check.ts';

/**
 * Compares a queue's redrive policy, because its failures must reach the dead-letter queue that the console shows.
 */
export function compareSource(settings: QueueSettings, deadLetterArn: string): readonly Difference[] {
  const { redrive } = settings;
  const expected = `dead letters go to ${parseQueueName(deadLetterArn)}`;
  const difference = (found: string, means: string): readonly Difference[] => [
    { where: 'redrive policy', expected, found, means, matters: true },
  ];
  if (redrive === 'none') {
    return difference(
      'none',
      'A failing message is retried until it expires and never reaches Dead letters.',
    );
  }
  if (redrive === 'unreadable') {
    return difference('not readable', 'Unknown where its dead letters go.');
  }
  if (redrive.targetArn === deadLetterArn) return [];
  return difference(
    `to ${parseQueueName(redrive.targetArn)}`,
    'Its dead letters go to a different queue than this connection names. Dead letters lists that one, too. Name it in the connection, so that the policies of the roles cover it.',
  );
}

/** Compares the settings of a dead-letter queue. `source` is null when it could not be read. */
export function compareDeadLetters(
  settings: QueueSettings,
  source: QueueSettings | null,
  sourceArn: string,
): readonly Difference[] {
  return [
    ...compareRetention(settings.retentionSeconds, source?.retentionSeconds ?? null),
    ...compareAllowed(settings.allows, sourceArn),
    ...ownRedrive(settings.redrive),
  ];
}

function compareRetention(own: number | null, source: number | null): readonly Difference[] {
  if (own === null) return [];
  if (source !== null && own < source) {
    return [
      {
        where: 'retention',
        expected: `at least that of its source, ${inDays(source)}`,
        found: inDays(own),
        means:
          'Expiry counts from when the message was first sent, so some dead letters are gone before anyone can see them.',
        matters: true,
      },
    ];
  }
  if (own >= usualRetention) return [];
  const means = 'Dead letters are kept for less time than SQS allows.';
  return [
    { where: 'retention', expected: inDays(usualRetention), found: inDays(own), means, matters: false },
  ];
}

/** Both dead-letter queues are deployed with this retention, which is also the longest that SQS allows. */
const usualRetention = 14 * 86_400;

function compareAllowed(allows: QueueSettings['allows'], sourceArn: string): readonly Difference[] {
  if (allows === 'all' || allows.permission === 'allowAll') return [];
  if (allows.permission === 'byQueue' && allows.sources.includes(sourceArn)) return [];
  return [
    {
      where: 'redrive allow policy',
      expected: `accepts dead letters from ${parseQueueName(sourceArn)}`,
      found: allows.permission === 'byQueue' ? 'only those from other queues' : allows.permission,
      means: 'SQS does not let the source queue send to it, so no dead letters arrive.',
      matters: true,
    },
  ];
}

function ownRedrive(redrive: QueueSettings['redrive']): readonly Difference[] {
  if (redrive === 'none') return [];
  return [
    {
      where: 'redrive policy',
      expected: 'none',
      found: redrive === 'unreadable' ? 'not readable' : `to ${parseQueueName(redrive.targetArn)}`,
      means:
        'Sampling counts as a receive, so a dead letter moves on to another queue after several samples.',
      matters: true,
    },
  ];
}

export function inDays(seconds: number): string {
  if (seconds % 86_400 === 0) return seconds === 86_400 ? '1 day' : `${seconds / 86_400} days`;
  if (seconds % 3_600 === 0) return seconds === 3_600 ? '1 hour' : `${seconds / 3_600} hours`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** This is the settings of a queue, without anything about its messages. */
export interface QueueSettings {
  /** This is the ARN that the queue reports; it is null when it reports none. */
  readonly arn: string | null;
  readonly waiting: number | null;
  readonly retentionSeconds: number | null;
  readonly visibilitySeconds: number | null;
  /** A policy of any other form is unreadable. */
  readonly redrive:
    | { readonly targetArn: string; readonly mostReceives: number | null }
    | 'none'
    | 'unreadable';
  readonly allows: { readonly permission: string; readonly sources: readonly string[] } | 'all';
  /** This is the encryption in words for people. */
  readonly encryption: string;
}

export function queueSettings(attributes: Readonly<Partial<Record<string, string>>> = {}): QueueSettings {
  const { QueueArn, MessageRetentionPeriod, VisibilityTimeout, RedrivePolicy, RedriveAllowPolicy } =
    attributes;
  const redrive = parsed(redriveSchema, RedrivePolicy);
  const allows = parsed(allowSchema, RedriveAllowPolicy);
  return {
    arn: QueueArn ?? null,
    waiting: parseSeconds(attributes['ApproximateNumberOfMessages']),
    retentionSeconds: parseSeconds(MessageRetentionPeriod),
    visibilitySeconds: parseSeconds(VisibilityTimeout),
    redrive: RedrivePolicy === undefined || RedrivePolicy === '' ? 'none' : (redrive ?? 'unreadable'),
    allows: allows ?? 'all',
    encryption: describeEncryption(attributes),
  };
}

function describeEncryption({
  KmsMasterKeyId,
  SqsManagedSseEnabled,
}: Readonly<Partial<Record<string, string>>>): string {
  if (KmsMasterKeyId !== undefined && KmsMasterKeyId !== '') {
    return `encrypted with the KMS key ${KmsMasterKeyId}, which needs kms:Decrypt`;
  }
  return SqsManagedSseEnabled === 'true' ? 'encrypted by SQS' : 'not encrypted';
}

function parseSeconds(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function parsed<T>(schema: z.ZodType<T>, text: string | undefined): T | undefined {
  try {
    return schema.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

/** Some tools write the number as a text. */
const redriveSchema = z
  .object({
    deadLetterTargetArn: z.string(),
    maxReceiveCount: z.coerce.number().int().min(1).nullable().catch(null),
  })
  .transform(({ deadLetterTargetArn, maxReceiveCount }) => ({
    targetArn: deadLetterTargetArn,
    mostReceives: maxReceiveCount,
  }));
const allowSchema = z
  .object({ redrivePermission: z.string(), sourceQueueArns: z.array(z.string()).default([]) })
  .transform(({ redrivePermission, sourceQueueArns }) => ({
    permission: redrivePermission,
    sources: sourceQueueArns,
  }));
