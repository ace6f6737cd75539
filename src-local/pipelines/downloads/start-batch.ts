import { createHash } from 'node:crypto';
import type { PipelineParts } from '../parts.ts';
import { batchExpiry } from './download-limits.ts';
import type { BatchItem } from './items/item-shapes.ts';

/** As it begins: nobody knows yet which files there are. */
export function newBatch(
  parts: Pick<PipelineParts, 'now'>,
  batch: Pick<BatchItem, 'BatchID' | 'PollingDate' | 'TriggeredBy' | 'TriggerReason'>,
): BatchItem {
  const now = parts.now();
  const at = new Date(now).toISOString();
  return {
    ...batch,
    Status: 'initiated',
    StartTime: at,
    CreatedAt: at,
    UpdatedAt: at,
    TTL: batchExpiry(now),
  };
}

/**
 * The daily one of a date has the same id whoever begins it, and however often: so there is only one. A uuid by
 * name, https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-5
 */
export function dailyBatchId(
  { account, region }: Pick<PipelineParts, 'account' | 'region'>,
  date: string,
): string {
  const hash = createHash('sha1').update(`downloads/${account}/${region}/${date}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) % 4] ?? '8';
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}`;
  return batchIdOf(date, `${uuid}-${hash.slice(20, 32)}`);
}

export function batchIdOf(date: string, uuid: string): string {
  return `batch-${date}-${uuid}`;
}

export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
