import { createCipheriv, createHash } from 'node:crypto';
import { buildFileId } from '#pipelines/downloads/download-items.ts';
import type { Provider, OfferedFile } from '#pipelines/downloads/provider.ts';
import type { Clock } from '../clock.ts';
import { seededRandomness } from '../randomness.ts';

/**
 * A provider of files without a server. It stores nothing: its answers follow from the seed and the address. A file whose
 * first address does not work has a second one that does; a file locked with a foreign key is never readable.
 */
export function simulatedProvider(
  { clock }: { readonly clock: Pick<Clock, 'now' | 'sleep'> },
  seed: string,
): Provider {
  const offer = (entity: string, date: string, isAgain: boolean) =>
    offerFile(seed, { entity, date, issuedAt: clock.now(), isAgain });
  const today = (): string => new Date(clock.now()).toISOString().slice(0, 10);

  return {
    async listFiles(date) {
      return date > today() ? [] : entities.map((entity) => offer(entity, date, false));
    },
    async offerAgain(entity, date) {
      const isKnown = entities.some((known) => known === entity);
      return isKnown && date <= today() ? offer(entity, date, true) : undefined;
    },
    async fetch(url) {
      const asked = findOffer(seed, url);
      const isTooLate = !asked || clock.now() >= asked.issuedAt + addressLasts * 1000;
      if (isTooLate) return { status: 403, body: new Uint8Array() };
      const { entity, date, isAgain } = asked;
      await clock.sleep(fetchTime(seed, entity, date));
      if (!isAgain && pickKind(seed, entity, date) === 'failed') {
        return { status: pickRefusal(seed, entity, date), body: new Uint8Array() };
      }
      const cipher = createCipheriv(
        'aes-256-cbc',
        deriveKey(seed, wrapKey(seed, asked)),
        deriveVector(seed, asked),
      );
      const lines = writeLines(seed, entity, date);
      return { status: 200, body: Buffer.concat([cipher.update(lines), cipher.final()]) };
    },
    async unwrap(encryptedAesKey) {
      const key = unwrapKey(seed, Buffer.from(encryptedAesKey, 'base64'));
      if (!key) throw new Error('The key was wrapped for another certificate');
      return key;
    },
  };
}

function writeLines(seed: string, entity: string, date: string): string {
  const dice = seededRandomness(`${seed}/lines/${buildFileId(entity, date)}`);
  const lines = Array.from({ length: 24 + dice.integer(200) }, () => {
    const id = String(dice.integer(1e8)).padStart(8, '0');
    return `${date},${id},${(dice.unit() * 1e6).toFixed(2)}`;
  });
  return ['date,id,value', ...lines, ''].join('\n');
}

/** A custodian offers a file for each of these every day. */
export const entities = [
  'accounts',
  'transactions',
  'positions',
  'holdings',
  'fund-prices',
  'rates',
  'balances',
  'instruments',
  'cash-flows',
  'corporate-actions',
] as const;

/** `failed`: its first address does not work. `error`: it is always locked with a key that is not ours. */
export type FileKind = 'fine' | 'failed' | 'error';

export function pickKind(seed: string, entity: string, date: string): FileKind {
  const dice = throwFor(seed, entity, date, 'kind');
  const failing = entity === 'fund-prices' ? 0.2 : 0.015;
  const foreign = entity === 'corporate-actions' ? 0.12 : 0.01;
  if (dice < failing) return 'failed';
  return dice < failing + foreign ? 'error' : 'fine';
}

/** Picks the status that a broken address answers with. */
export function pickRefusal(seed: string, entity: string, date: string): number {
  const dice = throwFor(seed, entity, date, 'refusal');
  return [403, 500, 503][Math.floor(dice * 3)] ?? 503;
}

/** Milliseconds. Transactions are many. */
export function fetchTime(seed: string, entity: string, date: string): number {
  const dice = throwFor(seed, entity, date, 'time');
  return Math.round(entity === 'transactions' ? 90_000 + dice * 60_000 : 1_500 + dice * 5_000);
}

interface Offer {
  readonly entity: string;
  readonly date: string;
  /** The time at which the address was made. */
  readonly issuedAt: number;
  /** It was offered before, and is once more. */
  readonly isAgain: boolean;
}

/** Seconds. */
const addressLasts = 1_800;

/** An address as S3 signs them, and what the file is locked with. */
function offerFile(seed: string, offer: Offer): OfferedFile {
  return {
    entity: offer.entity,
    url: signAddress(seed, offer),
    encryptedAesKey: wrapKey(seed, offer).toString('base64'),
    encodedAesIv: deriveVector(seed, offer).toString('base64'),
  };
}

/** Undefined where the address is not one of ours. */
function findOffer(seed: string, url: string): Offer | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const [, date, entity] = /^\/(\d{4}-\d\d-\d\d)\/([a-z-]+)\.csv\.enc$/.exec(address?.pathname ?? '') ?? [];
  const [, ...stamp] =
    /^(....)(..)(..)T(..)(..)(..)Z$/.exec(address?.searchParams.get('X-Amz-Date') ?? '') ?? [];
  if (address === undefined || date === undefined || entity === undefined || stamp.length === 0)
    return undefined;
  const [year, month, day, ...time] = stamp;
  const issuedAt = Date.parse(`${year}-${month}-${day}T${time.join(':')}Z`);
  const offer = { entity, date, issuedAt, isAgain: address.searchParams.get('issue') === '2' };
  return signAddress(seed, offer) === url ? offer : undefined;
}

export function deriveVector(seed: string, { entity, date, isAgain }: Offer): Buffer {
  return deriveBytes(seed, `vector of ${entity} ${date} ${isAgain}`, 16);
}

/** Wraps a key as RSA with 2,048 bits does. Its last bytes name the owner to the holder of the other half. */
export function wrapKey(seed: string, { entity, date, isAgain }: Offer): Buffer {
  const body = deriveBytes(seed, `wrapped key of ${entity} ${date} ${isAgain}`, 240);
  const owner = pickKind(seed, entity, date) === 'error' ? 'another owner' : 'us';
  return Buffer.concat([body, deriveMark(seed, owner, body)]);
}

/** Returns undefined where the key was wrapped for another owner. */
export function unwrapKey(seed: string, wrapped: Buffer): Buffer | undefined {
  const isOurs = deriveMark(seed, 'us', wrapped.subarray(0, 240)).equals(wrapped.subarray(240));
  return isOurs ? deriveKey(seed, wrapped) : undefined;
}

/** Derives the owner's key, no matter for whom it was wrapped. */
function deriveKey(seed: string, wrapped: Buffer): Buffer {
  return deriveBytes(seed, `key in ${wrapped.toString('base64')}`, 32);
}

function throwFor(seed: string, entity: string, date: string, what: string): number {
  return seededRandomness(`${seed}/provider/${entity}/${date}/${what}`).unit();
}

export function signAddress(seed: string, { entity, date, issuedAt, isAgain }: Offer): string {
  const stamp = `${new Date(issuedAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const day = stamp.slice(0, 8);
  const account = deriveBytes(seed, 'account', 8).toString('hex').toUpperCase();
  const token = deriveBytes(seed, `session of ${day}`, 690).toString('base64');
  const query = [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Content-Sha256', 'UNSIGNED-PAYLOAD'],
    ['X-Amz-Credential', `ASIA${account}/${day}/eu-central-1/s3/aws4_request`],
    ['X-Amz-Date', stamp],
    ['X-Amz-Expires', String(addressLasts)],
    ['X-Amz-Security-Token', token],
    ['X-Amz-SignedHeaders', 'host'],
    ...(isAgain ? [['issue', '2']] : []),
    ['x-id', 'GetObject'],
  ].map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`);
  const unsigned = `https://exports.provider.example/${date}/${entity}.csv.enc?${query.join('&')}`;
  return `${unsigned}&X-Amz-Signature=${deriveBytes(seed, unsigned, 32).toString('hex')}`;
}

function deriveMark(seed: string, owner: string, body: Buffer): Buffer {
  return deriveBytes(seed, `for ${owner}: ${body.toString('base64')}`, 16);
}

/** Bytes without end from a few words: a hash of them and a counter. */
function deriveBytes(seed: string, what: string, bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 64) }, (_, block) =>
    createHash('sha512').update(`${block}/${seed}/${what}`).digest(),
  );
  return Buffer.concat(blocks, bytes);
}
