import { z } from 'zod';

/** How a queue is set up, and nothing of what is in it. */
export interface QueueSettings {
  /** As it calls itself; null where it does not say. */
  readonly arn: string | null;
  readonly waiting: number | null;
  readonly retentionSeconds: number | null;
  readonly visibilitySeconds: number | null;
  /** What is neither is unreadable. */
  readonly redrive:
    | { readonly targetArn: string; readonly mostReceives: number | null }
    | 'none'
    | 'unreadable';
  readonly allows: { readonly permission: string; readonly sources: readonly string[] } | 'all';
  /** In words for people. */
  readonly encryption: string;
}

export function queueSettings(attributes: Readonly<Partial<Record<string, string>>> = {}): QueueSettings {
  const { QueueArn, MessageRetentionPeriod, VisibilityTimeout, RedrivePolicy, RedriveAllowPolicy } =
    attributes;
  const redrive = parsed(redriveSchema, RedrivePolicy);
  const allows = parsed(allowSchema, RedriveAllowPolicy);
  return {
    arn: QueueArn ?? null,
    waiting: secondsOf(attributes['ApproximateNumberOfMessages']),
    retentionSeconds: secondsOf(MessageRetentionPeriod),
    visibilitySeconds: secondsOf(VisibilityTimeout),
    redrive: RedrivePolicy === undefined || RedrivePolicy === '' ? 'none' : (redrive ?? 'unreadable'),
    allows: allows ?? 'all',
    encryption: encryptionOf(attributes),
  };
}

function encryptionOf({
  KmsMasterKeyId,
  SqsManagedSseEnabled,
}: Readonly<Partial<Record<string, string>>>): string {
  if (KmsMasterKeyId !== undefined && KmsMasterKeyId !== '') {
    return `encrypted under the KMS key ${KmsMasterKeyId}, with which kms:Decrypt must be allowed, too`;
  }
  return SqsManagedSseEnabled === 'true' ? 'encrypted by SQS' : 'not encrypted';
}

function secondsOf(text: string | undefined): number | null {
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
