import { createDecipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { OfferedFile, Provider } from '#pipelines/downloads/provider.ts';
import {
  entities,
  fetchTime,
  pickKind,
  simulatedProvider,
  type FileKind,
} from '#local/world/living/simulated-provider.ts';

const start = Date.UTC(2026, 0, 5, 9);
const date = '2026-01-05';

describe('the simulated provider', () => {
  it('offers the same at the same time, and something else for another seed', async () => {
    expect(await aProvider('7').listFiles(date)).toEqual(await aProvider('7').listFiles(date));
    expect(await aProvider('7').listFiles(date)).not.toEqual(await aProvider('8').listFiles(date));
    expect((await aProvider('7').listFiles(date)).map(({ entity }) => entity)).toEqual(entities);
    expect(await aProvider('7').listFiles('2026-01-06')).toEqual([]);
  });

  it('gives a file that its key opens, also when offered again or after a restart', async () => {
    const fine = aFileThatIs('fine');
    const first = await findOffer(aProvider(fine.seed), fine.entity);
    const again = await aProvider(fine.seed).offerAgain(fine.entity, date);
    const texts = [await opened(aProvider(fine.seed), first), await opened(aProvider(fine.seed), again)];
    expect(texts[0]).toMatch(/^date,id,value\n/);
    expect(texts[1]).toBe(texts[0]);
    expect(again?.url).not.toBe(first.url);
    expect(again?.encryptedAesKey).not.toBe(first.encryptedAesKey);
  });

  it('refuses the first address of a failing file, and not its second', async () => {
    const failing = aFileThatIs('failed');
    const provider = aProvider(failing.seed);
    const { status } = await provider.fetch((await findOffer(provider, failing.entity)).url);
    expect([403, 500, 503]).toContain(status);
    expect(await opened(provider, await provider.offerAgain(failing.entity, date))).toMatch(/^date/);
  });

  it('locks a foreign file with a foreign key, however often it is requested', async () => {
    const foreign = aFileThatIs('error');
    const provider = aProvider(foreign.seed);
    const offers = [
      await findOffer(provider, foreign.entity),
      await provider.offerAgain(foreign.entity, date),
    ];
    for (const offer of offers) {
      expect((await provider.fetch(offer?.url ?? '')).status).toBe(200);
      await expect(provider.unwrap(offer?.encryptedAesKey ?? '')).rejects.toThrow('another certificate');
    }
  });

  it('knows no address that it has not signed, nor an expired one', async () => {
    const provider = aProvider('1');
    const { url } = await findOffer(provider, 'rates');
    const late = aProvider('1', start + 1_800_000);
    for (const [asked, of] of [
      [url.replace('rates', 'accounts'), provider],
      [url.replace('X-Amz-Expires=1800', 'X-Amz-Expires=9999'), provider],
      ['no address', provider],
      [url, late],
    ] as const) {
      expect(await of.fetch(asked)).toMatchObject({ status: 403 });
    }
    expect(await provider.offerAgain('weather', date)).toBeUndefined();
  });

  it('has one entity that is slow, and all others in seconds', () => {
    for (const entity of entities) {
      const seconds = fetchTime('1', entity, date) / 1000;
      if (entity === 'transactions') expect(seconds).toBeGreaterThanOrEqual(90);
      else expect(seconds).toBeLessThan(7);
    }
  });

  it('has something that fails in any month', () => {
    for (const seed of ['1', '2', '3', '4', '5']) {
      const kinds = Array.from({ length: 30 }, (_, day) =>
        entities.map((entity) =>
          pickKind(seed, entity, new Date(start - day * 86_400_000).toISOString().slice(0, 10)),
        ),
      ).flat();
      expect(kinds.filter((kind) => kind !== 'fine').length).toBeGreaterThan(5);
      expect(kinds.filter((kind) => kind === 'fine').length).toBeGreaterThan(240);
    }
  });
});

function aProvider(seed: string, now = start): Provider {
  return simulatedProvider({ clock: { now: () => now, sleep: () => Promise.resolve() } }, seed);
}

async function findOffer(provider: Provider, entity: string): Promise<OfferedFile> {
  const offer = (await provider.listFiles(date)).find((file) => file.entity === entity);
  if (!offer) throw new Error(`No ${entity} is offered`);
  return offer;
}

/** Finds such a file of that day, with the first seed that has one. */
function aFileThatIs(kind: FileKind): { readonly seed: string; readonly entity: string } {
  for (let seed = 1; seed < 200; seed += 1) {
    const entity = entities.find((one) => pickKind(String(seed), one, date) === kind);
    if (entity !== undefined) return { seed: String(seed), entity };
  }
  throw new Error(`No file is ${kind}`);
}

async function opened(provider: Provider, offer: OfferedFile | undefined): Promise<string> {
  const { body } = await provider.fetch(offer?.url ?? '');
  const key = await provider.unwrap(offer?.encryptedAesKey ?? '');
  const decipher = createDecipheriv('aes-256-cbc', key, Buffer.from(offer?.encodedAesIv ?? '', 'base64'));
  return Buffer.concat([decipher.update(body), decipher.final()]).toString();
}
