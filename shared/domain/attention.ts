/**
 * A batch that needs attention has an item outside its tenant's partition, so that a question about all tenants does not
 * grow with their number. These items are spread over eight partitions, because one takes 1,000 writes a second.
 */
export const attentionShards = ['0', '1', '2', '3', '4', '5', '6', '7'] as const;
export type AttentionShard = (typeof attentionShards)[number];

/** Returns the shard of a batch: always the same one, so that a batch has one item. */
export function findAttentionShard(tenantId: string, batchId: string): AttentionShard {
  const text = `${tenantId}#${batchId}`;
  let word = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) word = Math.imul(word ^ text.charCodeAt(at), 0x01000193);
  // The low bits of FNV-1a alone are uneven for ids that differ only in their last characters.
  word = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  return attentionShards[(word >>> 13) % attentionShards.length] ?? '0';
}

/** A batch that has been PROCESSING without any change for this long stands still. */
export const standingStillMs = 30 * 60_000;

/** A batch counts its failures by this many causes; all others are counted together under `otherCauses`. */
export const mostCausesOfBatch = 20;
export const otherCauses = 'other';

/** Why documents of a batch failed. `count` is the number of documents that stand failed for it now. */
export interface CauseOfBatch {
  readonly count: number;
  readonly stage: string;
  readonly code: string;
  /** The code and the message without the parts that differ between documents, at most 160 characters. */
  readonly pattern: string;
}

/** How often documents of a batch became FAILED for one cause in one hour. It only ever grows. */
export interface FailuresInHour {
  readonly count: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

/** The name under which a batch counts failures of a cause in an hour: `2026-11-26T14#a1b2c3`. */
export function failuresKey(at: string, fingerprint: string): string {
  return `${at.slice(0, 13)}#${fingerprint}`;
}

export function parseFailuresKey(key: string): {
  readonly day: string;
  /** From `00` to `23`, by UTC. */
  readonly hour: string;
  readonly fingerprint: string;
} {
  return { day: key.slice(0, 10), hour: key.slice(11, 13), fingerprint: key.slice(14) };
}
