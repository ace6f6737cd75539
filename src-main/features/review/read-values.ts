import type { Attributes, AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import type { Box } from '#shared/contract/review-document.ts';
import { isPresigned } from '../../rows/shown-text.ts';

/** Notes why a value is not as it should be, with its place. */
export type Note = (place: string, problem: string) => void;

/** Replaces a text that cannot leave the main process. */
export const presigned = '(a presigned address)';

/**
 * Returns a value as it was read. It is shown in full to reviewers, e-mail addresses included. Only a presigned address
 * is withheld, because it gives the file to anyone who has it.
 */
export function valueText(value: AttributeValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if ('S' in value) return isPresigned(value.S) ? presigned : value.S;
  return 'N' in value ? value.N : undefined;
}

/** Returns lists and maps as they are in JSON. A text in them is replaced where it cannot leave the main process. */
export function plainValue(value: AttributeValue): unknown {
  if ('M' in value) {
    return Object.fromEntries(Object.entries(value.M).map(([name, one]) => [name, plainValue(one)]));
  }
  if ('L' in value) return value.L.map(plainValue);
  if ('N' in value) return Number(value.N);
  if ('BOOL' in value) return value.BOOL;
  return valueText(value) ?? null;
}

export function toMap(value: AttributeValue | undefined): Attributes | undefined {
  return value !== undefined && 'M' in value ? value.M : undefined;
}

export function toList(value: AttributeValue | undefined): readonly AttributeValue[] {
  return value !== undefined && 'L' in value ? value.L : [];
}

/** Returns a text of a map; any other type counts as missing. */
export function textIn(map: Attributes | undefined, name: string): string | null {
  const value = findDeclared(map, name);
  return value !== undefined && 'S' in value ? value.S : null;
}

export function numberIn(map: Attributes | undefined, name: string): number | null {
  const value = findDeclared(map, name);
  const found = value !== undefined && 'N' in value ? Number(value.N) : Number.NaN;
  return Number.isFinite(found) ? found : null;
}

/** Ignores a box without a size, because a value that a reviewer wrote has no place on the page. */
export function boxIn(map: Attributes, at: string, note: Note): Box | null {
  const value = findDeclared(map, 'box');
  if (value === undefined || 'NULL' in value) return null;
  const shares = toList(value).map((one) => ('N' in one ? Number(one.N) : Number.NaN));
  const [left, top, width, height] = shares;
  const isBox = shares.length === 4 && shares.every((share) => Number.isFinite(share));
  if (!isBox || left === undefined || top === undefined || width === undefined || height === undefined) {
    note(`${at}.box`, 'expected four numbers');
    return null;
  }
  return width > 0 && height > 0 ? [left, top, width, height] : null;
}

export function pageIn(map: Attributes, at: string, note: Note): number | null {
  const page = numberIn(map, 'page');
  if (page !== null && Number.isInteger(page) && page >= 1) return page;
  if (findDeclared(map, 'page') !== undefined) note(`${at}.page`, 'expected the number of a page');
  return null;
}

/** Accepts a share from 0 to 1. */
export function shareIn(map: Attributes, at: string, note: Note): number | null {
  const share = numberIn(map, 'confidence');
  if (share !== null && share >= 0 && share <= 1) return share;
  note(`${at}.confidence`, 'expected a number from 0 to 1');
  return null;
}
