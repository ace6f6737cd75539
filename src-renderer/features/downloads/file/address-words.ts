import type { DownloadFile } from '#shared/contract/downloads/downloads.ts';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';

/** "present, expires in 12 min", "expired 4 min ago", "present, does not say until when", "none": never the address. */
export function addressWords({ isThere, expiresAt }: DownloadFile['address'], now: number): string {
  if (!isThere) return 'none';
  const at = Date.parse(expiresAt ?? '');
  if (Number.isNaN(at)) return 'present, does not say until when';
  return at <= now ? `expired ${spanWords(now - at)} ago` : `present, expires in ${spanWords(at - now)}`;
}

/** For a column: "12 min left", "expired 4 min ago". */
export function addressBriefly(address: DownloadFile['address'], now: number): string {
  const at = Date.parse(address.expiresAt ?? '');
  if (address.isThere && at > now) return `${spanWords(at - now)} left`;
  return address.isThere && Number.isNaN(at) ? 'no end said' : addressWords(address, now);
}

export function hasExpired({ isThere, expiresAt }: DownloadFile['address'], now: number): boolean {
  return isThere && Date.parse(expiresAt ?? '') <= now;
}

/** "present, with its vector", "present, without its vector", "none, its vector is there", "none, and no vector" */
export function keyWords({ isThere, vectorIsThere }: DownloadFile['key']): string {
  if (isThere) return vectorIsThere ? 'present, with its vector' : 'present, without its vector';
  return vectorIsThere ? 'none, its vector is there' : 'none, and no vector';
}
