import { invalidNextToken } from './cloud-watch-errors.ts';

/** Encodes where an answer continues. The token is opaque to clients, and the same for the same place. */
export function encodePageToken(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

export function decodePageToken(token: string): readonly (string | number)[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    if (Array.isArray(place) && place.every((part) => ['string', 'number'].includes(typeof part)))
      return place;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw invalidNextToken();
}

/** Returns a page of a list in the order of its keys, from the key after the one in the token. */
export function takePage<T>(
  all: readonly T[],
  keyOf: (item: T) => string,
  size: number,
  token: string | undefined,
): { readonly page: readonly T[]; readonly NextToken?: string } {
  const after = token === undefined ? '' : String(decodePageToken(token)[0]);
  const start = token === undefined ? 0 : all.findIndex((item) => keyOf(item) > after);
  const page = start === -1 ? [] : all.slice(start, start + size);
  const last = page.at(-1);
  const isEnd = start === -1 || start + size >= all.length || last === undefined;
  return isEnd ? { page } : { page, NextToken: encodePageToken([keyOf(last)]) };
}
