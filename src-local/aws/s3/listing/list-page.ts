import type { SortedKeys } from './sorted-keys.ts';

export interface PageRequest {
  readonly prefix: string;
  /** Empty: nothing is rolled up. */
  readonly delimiter: string;
  /** Only keys after this one. */
  readonly after: string;
  /** A common prefix that an earlier page has shown. */
  readonly shownGroup: string | undefined;
  readonly max: number;
}

export interface Page {
  readonly keys: readonly string[];
  readonly commonPrefixes: readonly string[];
  /** The last of either kind, when more follows. */
  readonly last: PageEnd | undefined;
}

export type PageEnd = { readonly key: string } | { readonly group: string };

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-prefixes.html: keys that share what lies between
 * the prefix and the first delimiter after it are shown, and counted, as one common prefix.
 */
export function listPage(sorted: SortedKeys, request: PageRequest): Page {
  const { prefix, max } = request;
  const keys: string[] = [];
  const commonPrefixes: string[] = [];
  let last: PageEnd | undefined;
  if (max === 0) return { keys, commonPrefixes, last };

  let at = Math.max(sorted.firstFrom(prefix), request.after === '' ? 0 : sorted.firstAfter(request.after));
  for (let key = sorted.at(at); key !== undefined; key = sorted.at(at)) {
    if (!key.startsWith(prefix)) break;
    const group = groupOf(key, request);
    if (group === undefined || group !== request.shownGroup) {
      if (keys.length + commonPrefixes.length === max) return { keys, commonPrefixes, last };
      if (group === undefined) keys.push(key);
      else commonPrefixes.push(group);
      last = group === undefined ? { key } : { group };
    }
    at = group === undefined ? at + 1 : sorted.firstPast(group, at);
  }
  return { keys, commonPrefixes, last: undefined };
}

/** The common prefix that a key is rolled up into. */
export function groupOf(
  key: string,
  { prefix, delimiter }: { prefix: string; delimiter: string },
): string | undefined {
  if (delimiter === '' || !key.startsWith(prefix)) return undefined;
  const end = key.indexOf(delimiter, prefix.length);
  return end === -1 ? undefined : key.slice(0, end + delimiter.length);
}
