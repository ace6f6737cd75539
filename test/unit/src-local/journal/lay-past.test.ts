import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pocketAws, type PocketAws, type PocketAwsOptions } from '#local/aws/pocket-aws.ts';
import type { Past, PastFacts } from '#local/journal/told.ts';
import { drivenClock } from '#local/world/clock.ts';

const morning = Date.UTC(2026, 0, 5, 9, 40);
const hour = 3_600_000;

describe('a past', () => {
  it('is created from the seed and the hour at which the store was begun, at each opening', () => {
    const folder = aFolder();
    const heard: PastFacts[] = [];
    const first = open(folder, { past: aPast({ heard }), seed: '7', endpoint: 'http://one' });
    expect(first.world.store.collection('cats').get('born')).toBe(morning - 40 * 60_000);
    first.world.store.collection('cats').set('new', 1);
    first.close();
    const later = open(folder, {
      past: aPast({ heard }),
      seed: '7',
      endpoint: 'http://two',
      now: morning + 5 * hour,
    });
    expect([...later.world.store.collection('cats').keys()]).toEqual(['born', 'new']);
    later.close();
    const place = { seed: '7', anchor: morning - 40 * 60_000, account: '000000000000', region: 'local' };
    expect(heard).toEqual([
      { ...place, endpoint: 'http://one' },
      { ...place, endpoint: 'http://two' },
    ]);
  });

  it('continues with its original seed when none is given', () => {
    const folder = aFolder();
    changed(folder, { past: aPast(), seed: '7' });
    expect(catsIn(folder, { past: aPast() })).toContain('new');
    expect(catsIn(folder, { past: aPast(), seed: '7' })).toContain('new');
  });

  it.each([
    ['another version', { past: aPast({ version: '2' }) }],
    ['another seed', { past: aPast(), seed: '8' }],
    ['another region', { past: aPast(), region: 'eu-west-1' }],
    ['no past any more', {}],
  ] as const)(
    'is discarded for %s: the store is reset, and time does not run backwards',
    async (_, options) => {
      const folder = aFolder();
      // The world runs on the machine's own clock, so the store keeps how far it was moved.
      const aws = pocketAws({ folder, past: aPast(), seed: '7' });
      await aws.advance(30 * hour);
      aws.world.store.collection('cats').set('new', 1);
      aws.close();
      const again = pocketAws({ folder, seed: '7', ...options });
      onTestFinished(() => again.close());
      expect([...again.world.store.collection('cats').keys()]).toEqual('past' in options ? ['born'] : []);
      expect(again.world.clock.now() - Date.now()).toBeGreaterThan(29 * hour);
    },
  );

  it('is put under a store without a past only when that is reset', () => {
    const folder = aFolder();
    changed(folder, {});
    expect(catsIn(folder, { past: aPast() })).toEqual(['born']);
    expect(catsIn(folder, { past: aPast() })).toEqual(['born']);
  });

  it('is created again by a reset, up to then', async () => {
    const folder = aFolder();
    const aws = open(folder, { past: aPast() });
    await aws.advance(3 * hour);
    aws.world.store.collection('cats').set('new', 1);
    aws.reset('9');
    const cats = aws.world.store.collection('cats');
    expect([...cats.entries()]).toEqual([['born', morning - 40 * 60_000 + 3 * hour]]);
    aws.close();
    expect(catsIn(folder, { past: aPast() })).toEqual(['born']);
  });

  it('is reset if the process was killed before it recorded its past', () => {
    const folder = aFolder();
    open(folder, { past: aPast() }).close();
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.journal')) truncateSync(join(folder, name), 20);
      else if (name === 'closed') rmSync(join(folder, name));
    }
    expect(catsIn(folder, { past: aPast(), now: morning + 9 * hour })).toEqual(['born']);
  });

  it('that cannot be created leaves nothing locked', () => {
    const folder = aFolder();
    const past: Past = {
      version: '1',
      tell() {
        throw new Error('no voice');
      },
    };
    expect(() => open(folder, { past })).toThrow('no voice');
    open(folder, {}).close();
  });
});

function aPast({ version = '1', heard = [] as PastFacts[] } = {}): Past {
  return {
    version,
    tell(facts) {
      heard.push(facts);
      return new Map([['cats', () => [['born', facts.anchor] as const]]]);
    },
  };
}

function open(folder: string, { now = morning, ...options }: PocketAwsOptions & { now?: number }): PocketAws {
  const aws = pocketAws({ ...options, folder, clock: drivenClock(now) });
  onTestFinished(() => aws.close());
  return aws;
}

function changed(folder: string, options: PocketAwsOptions): void {
  const aws = open(folder, options);
  aws.world.store.collection('cats').set('new', 1);
  aws.close();
}

function catsIn(folder: string, options: PocketAwsOptions & { now?: number }): string[] {
  const aws = open(folder, options);
  const keys = [...aws.world.store.collection('cats').keys()];
  aws.close();
  return keys;
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'past-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
