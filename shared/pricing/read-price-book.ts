import type { z } from 'zod';
import { priceBookSchema } from './price-book.ts';
import type { PriceBook } from './price-book.ts';

interface PriceBookProblem {
  readonly path: string;
  readonly value: string;
  readonly problem: string;
}

/** A team's own prices from a file; what is wrong with it names the field. */
export function readPriceBook(
  json: unknown,
): { ok: true; book: PriceBook } | { ok: false; problems: readonly PriceBookProblem[] } {
  const read = priceBookSchema.safeParse(json);
  if (read.success) return { ok: true, book: read.data };
  return { ok: false, problems: read.error.issues.flatMap((issue) => problemsOf(json, issue)) };
}

function problemsOf(json: unknown, issue: z.core.$ZodIssue): readonly PriceBookProblem[] {
  if (issue.code !== 'unrecognized_keys') return [problemAt(json, issue.path, issue.message)];
  const what = issue.path.at(-1) === 'prices' ? 'price' : 'field';
  return issue.keys.map((key) => problemAt(json, [...issue.path, key], `no ${what} is called this`));
}

function problemAt(json: unknown, path: readonly PropertyKey[], problem: string): PriceBookProblem {
  const written = path.map((part) => bracketed(String(part))).join('');
  return { path: written.replace(/^\./, '') || 'the file', value: valueAt(json, path), problem };
}

/** `prices["dynamodb.read"].usd`, because names of prices have points in them. */
function bracketed(part: string): string {
  if (/^\d+$/.test(part)) return `[${part}]`;
  return /^[A-Za-z]\w*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
}

function valueAt(json: unknown, path: readonly PropertyKey[]): string {
  let value = json;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return 'nothing';
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
