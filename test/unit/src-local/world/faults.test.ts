import { describe, expect, it } from 'vitest';
import { createFaults } from '#local/world/faults.ts';
import { seededRandomness } from '#local/world/randomness.ts';

const site = { service: 'sqs', operation: 'SendMessage', request: '{"QueueUrl":"orders"}' };

describe('fault rules', () => {
  it('strike where they say, as often as they say', () => {
    const faults = createFaults(seededRandomness('1'));
    faults.set([{ id: 'a', kind: 'throttle', service: 'sqs', mentions: 'orders', times: 2 }]);
    expect(faults.strike('throttle', { ...site, service: 'dynamodb' })).toBeUndefined();
    expect(faults.strike('throttle', { ...site, request: 'other' })).toBeUndefined();
    expect(faults.strike('server-error', site)).toBeUndefined();
    expect(faults.strike('throttle', site)?.id).toBe('a');
    expect(faults.strike('throttle', site)?.id).toBe('a');
    expect(faults.strike('throttle', site)).toBeUndefined();
    expect(faults.rules()).toEqual([]);
  });

  it('strike a share of the calls, the same ones for the same seed', () => {
    const struck = (): boolean[] => {
      const faults = createFaults(seededRandomness('7'));
      faults.set([{ id: 'a', kind: 'slow', share: 0.25 }]);
      return Array.from({ length: 400 }, () => faults.strike('slow', site) !== undefined);
    };
    const share = struck().filter(Boolean).length / 400;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.35);
    expect(struck()).toEqual(struck());
  });

  it('are each asked: one that does not strike is not in the way of the next', () => {
    const faults = createFaults(seededRandomness('1'));
    faults.set([
      { id: 'never', kind: 'throttle', share: 0 },
      { id: 'always', kind: 'throttle' },
    ]);
    expect(faults.strike('throttle', site)?.id).toBe('always');
  });

  it('say how far an index trails', () => {
    const faults = createFaults(seededRandomness('1'));
    faults.set([{ id: 'lag', kind: 'index-lag', mentions: 'docs/GSI2', ms: 800 }]);
    expect(faults.indexLag('docs', 'GSI2')).toBe(800);
    expect(faults.indexLag('docs', 'GSI1')).toBe(0);
  });
});

describe('seeded randomness', () => {
  it('gives the same ids for the same seed, and others for another', () => {
    const ids = (seed: string): string[] => {
      const random = seededRandomness(seed);
      return [random.uuid(), random.hex(8), random.code(5), String(random.integer(1_000))];
    };
    expect(ids('a')).toEqual(ids('a'));
    expect(ids('a')).not.toEqual(ids('b'));
    expect(ids('a')[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
