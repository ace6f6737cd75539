import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Later } from '#local/journal/told.ts';
import { tellPast, worldVersion } from '#local/world/past/tell.ts';

const facts = {
  seed: '1',
  anchor: Date.UTC(2026, 10, 20, 18),
  account: '000000000000',
  region: 'local',
  endpoint: 'http://127.0.0.1:4566',
};

/** This is the digest of seed 1 on the evening of 20 November 2026, by version. */
const golden = { version: '16', digest: '0b43fe7c1f61a8aadcf111945816f339e22b33208c98dcaff0dd352c721d686b' };

// The whole past is computed, which is slow on a busy machine.
describe('the seeded past', { timeout: 30_000 }, () => {
  it('matches its version', () => {
    expect(
      { version: worldVersion, digest: computeDigest('1') },
      'The past has changed. Existing home folders use the old one, so raise `worldVersion` in src-local/world/past/tell.ts, and put the new version and digest here.',
    ).toEqual(golden);
  });

  it('is different for another seed', () => {
    expect(computeDigest('2', 'sqs/')).not.toBe(computeDigest('1', 'sqs/'));
    expect(computeDigest('2', 'dynamodb/items/data-')).not.toBe(computeDigest('1', 'dynamodb/items/data-'));
  });
});

/** Covers every key of the past, and the values as far as that is cheap. */
function computeDigest(seed: string, under = ''): string {
  const hash = createHash('sha256');
  for (const [name, tell] of tellPast({ ...facts, seed })) {
    if (!name.startsWith(under)) continue;
    hash.update(name);
    if (isLong(name)) continue;
    let place = 0;
    const keys = new Set<string>();
    for (const [key, value] of tell()) {
      hash.update(key);
      if (place % 40 === 0 || isOfBatches(key)) hash.update(JSON.stringify(made(value)));
      keys.add(key);
      place += 1;
    }
    expect(keys.size, `keys of ${name}`).toBe(place);
  }
  return hash.digest('hex');
}

function made(value: unknown): unknown {
  return value instanceof Later ? value.make() : value;
}

/** Matches batches, which hold counts, workflows, which hold thresholds, and what is kept about all tenants. */
function isOfBatches(key: string): boolean {
  return /^\d+:(?:TENANT#[^#]+#PROJECT#|ATTENTION|CAUSES?#)/.test(key);
}

/**
 * Skips long collections. The histories of second and later runs, and every tenth series of points, stand for
 * the rest.
 */
function isLong(name: string): boolean {
  if (name.startsWith('sfn/')) return /history|frames/.test(name) && !/-r[23]$/.test(name);
  return name.startsWith('cloudwatch/told/') && !name.endsWith('0');
}
