import { createCipheriv } from 'node:crypto';
import { buildFileId } from '../../pipelines/downloads/download-items.ts';
import type { Provider } from '../../pipelines/downloads/provider.ts';
import type { Clock } from '../clock.ts';
import { seededRandomness } from '../randomness.ts';
import {
  addressLasts,
  entities,
  fetchTime,
  kindOf,
  keyIn,
  offerAt,
  offeredFile,
  refusalOf,
  unwrappedKey,
  vectorOf,
  wrappedKey,
} from './provider-files.ts';

/**
 * A provider of files without a server. It remembers nothing: what it answers follows from the seed and the address.
 * A file whose first address does not work has a second one that does; one whose key is not ours never has ours.
 */
export function simulatedProvider(
  { clock }: { readonly clock: Pick<Clock, 'now' | 'sleep'> },
  seed: string,
): Provider {
  const offer = (entity: string, date: string, isAgain: boolean) =>
    offeredFile(seed, { entity, date, issuedAt: clock.now(), isAgain });
  const today = (): string => new Date(clock.now()).toISOString().slice(0, 10);

  return {
    async filesOf(date) {
      return date > today() ? [] : entities.map((entity) => offer(entity, date, false));
    },
    async offerAgain(entity, date) {
      const isKnown = entities.some((known) => known === entity);
      return isKnown && date <= today() ? offer(entity, date, true) : undefined;
    },
    async fetch(url) {
      const asked = offerAt(seed, url);
      const isTooLate = !asked || clock.now() >= asked.issuedAt + addressLasts * 1000;
      if (isTooLate) return { status: 403, body: new Uint8Array() };
      const { entity, date, isAgain } = asked;
      await clock.sleep(fetchTime(seed, entity, date));
      if (!isAgain && kindOf(seed, entity, date) === 'failed') {
        return { status: refusalOf(seed, entity, date), body: new Uint8Array() };
      }
      const cipher = createCipheriv(
        'aes-256-cbc',
        keyIn(seed, wrappedKey(seed, asked)),
        vectorOf(seed, asked),
      );
      const lines = linesOf(seed, entity, date);
      return { status: 200, body: Buffer.concat([cipher.update(lines), cipher.final()]) };
    },
    async unwrap(encryptedAesKey) {
      const key = unwrappedKey(seed, Buffer.from(encryptedAesKey, 'base64'));
      if (!key) throw new Error('The key was wrapped for another certificate');
      return key;
    },
  };
}

function linesOf(seed: string, entity: string, date: string): string {
  const dice = seededRandomness(`${seed}/lines/${buildFileId(entity, date)}`);
  const lines = Array.from({ length: 24 + dice.integer(200) }, () => {
    const id = String(dice.integer(1e8)).padStart(8, '0');
    return `${date},${id},${(dice.unit() * 1e6).toFixed(2)}`;
  });
  return ['date,id,value', ...lines, ''].join('\n');
}
