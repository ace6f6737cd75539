import { createHash } from 'node:crypto';
import type { OfferedFile } from '../../pipelines/downloads/provider.ts';
import { seededRandomness } from '../randomness.ts';

/** What a custodian has to tell each day. */
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

export function kindOf(seed: string, entity: string, date: string): FileKind {
  const dice = diceOf(seed, entity, date, 'kind');
  const failing = entity === 'fund-prices' ? 0.2 : 0.015;
  const foreign = entity === 'corporate-actions' ? 0.12 : 0.01;
  if (dice < failing) return 'failed';
  return dice < failing + foreign ? 'error' : 'fine';
}

/** What it answers to an address that does not work. */
export function refusalOf(seed: string, entity: string, date: string): number {
  const dice = diceOf(seed, entity, date, 'refusal');
  return [403, 500, 503][Math.floor(dice * 3)] ?? 503;
}

/** Milliseconds. Transactions are many. */
export function fetchTime(seed: string, entity: string, date: string): number {
  const dice = diceOf(seed, entity, date, 'time');
  return Math.round(entity === 'transactions' ? 90_000 + dice * 60_000 : 1_500 + dice * 5_000);
}

export interface Offer {
  readonly entity: string;
  readonly date: string;
  /** When the address was made. */
  readonly issuedAt: number;
  /** It was offered before, and is once more. */
  readonly isAgain: boolean;
}

/** Seconds. */
export const addressLasts = 1_800;

/** An address as S3 signs them, and what the file is locked with. */
export function offeredFile(seed: string, offer: Offer): OfferedFile {
  return {
    entity: offer.entity,
    url: addressOf(seed, offer),
    encryptedAesKey: wrappedKey(seed, offer).toString('base64'),
    encodedAesIv: vectorOf(seed, offer).toString('base64'),
  };
}

/** Undefined where the address is not one of ours. */
export function offerAt(seed: string, url: string): Offer | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const [, date, entity] = /^\/(\d{4}-\d\d-\d\d)\/([a-z-]+)\.csv\.enc$/.exec(address?.pathname ?? '') ?? [];
  const [, ...stamp] =
    /^(....)(..)(..)T(..)(..)(..)Z$/.exec(address?.searchParams.get('X-Amz-Date') ?? '') ?? [];
  if (address === undefined || date === undefined || entity === undefined || stamp.length === 0)
    return undefined;
  const [year, month, day, ...time] = stamp;
  const issuedAt = Date.parse(`${year}-${month}-${day}T${time.join(':')}Z`);
  const offer = { entity, date, issuedAt, isAgain: address.searchParams.get('issue') === '2' };
  return addressOf(seed, offer) === url ? offer : undefined;
}

export function vectorOf(seed: string, { entity, date, isAgain }: Offer): Buffer {
  return derived(seed, `vector of ${entity} ${date} ${isAgain}`, 16);
}

/** As RSA with 2,048 bits wraps one. Its last bytes say whose it is, to whoever holds the other half. */
export function wrappedKey(seed: string, { entity, date, isAgain }: Offer): Buffer {
  const body = derived(seed, `wrapped key of ${entity} ${date} ${isAgain}`, 240);
  const owner = kindOf(seed, entity, date) === 'error' ? 'somebody else' : 'us';
  return Buffer.concat([body, markOf(seed, owner, body)]);
}

/** Undefined where it was wrapped for somebody else. */
export function unwrappedKey(seed: string, wrapped: Buffer): Buffer | undefined {
  const isOurs = markOf(seed, 'us', wrapped.subarray(0, 240)).equals(wrapped.subarray(240));
  return isOurs ? keyIn(seed, wrapped) : undefined;
}

/** As its owner knows it, whomever it was wrapped for. */
export function keyIn(seed: string, wrapped: Buffer): Buffer {
  return derived(seed, `key in ${wrapped.toString('base64')}`, 32);
}

function diceOf(seed: string, entity: string, date: string, what: string): number {
  return seededRandomness(`${seed}/provider/${entity}/${date}/${what}`).unit();
}

export function addressOf(seed: string, { entity, date, issuedAt, isAgain }: Offer): string {
  const stamp = `${new Date(issuedAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const day = stamp.slice(0, 8);
  const account = derived(seed, 'account', 8).toString('hex').toUpperCase();
  const token = derived(seed, `session of ${day}`, 690).toString('base64');
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
  return `${unsigned}&X-Amz-Signature=${derived(seed, unsigned, 32).toString('hex')}`;
}

function markOf(seed: string, owner: string, body: Buffer): Buffer {
  return derived(seed, `for ${owner}: ${body.toString('base64')}`, 16);
}

/** Bytes without end from a few words: a hash of them and a counter. */
function derived(seed: string, what: string, bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 64) }, (_, block) =>
    createHash('sha512').update(`${block}/${seed}/${what}`).digest(),
  );
  return Buffer.concat(blocks, bytes);
}
