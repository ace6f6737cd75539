import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { postponedSchema } from '#shared/contract/review/decisions.ts';
import type { ReviewKey } from '#shared/contract/review/document.ts';
import { nameOf } from './desk-place.ts';
import type { Postponed } from './desk-store.ts';

const most = 500;
const linesSchema = z.array(z.unknown());

/** Those whose time has not come. One line that is broken costs itself. */
export function readPostponed(file: string, now: number): readonly Postponed[] {
  const lines = linesSchema.safeParse(contentOf(file));
  return (lines.success ? lines.data : []).flatMap((line) => {
    const one = postponedSchema.safeParse(line);
    return one.success && Date.parse(one.data.until) > now ? [one.data] : [];
  });
}

/** Read again before it is written, because two consoles may share a home folder. Null: it is not set aside any more. */
export function writePostponed(
  file: string,
  { key, fileName, until }: Omit<Postponed, 'until'> & { readonly until: string | null },
  { now, replace }: { readonly now: number; readonly replace: (file: string, content: string) => void },
): void {
  const before = readPostponed(file, now);
  const others = before.filter((one) => nameOfKey(one.key) !== nameOfKey(key));
  if (until === null && others.length === before.length) return;
  const next = until === null ? others : [...others, { key, fileName, until }].slice(-most);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  replace(file, `${JSON.stringify(next)}\n`);
}

function nameOfKey({ tenantId, projectId, batchId, documentId }: ReviewKey): string {
  return nameOf(tenantId, projectId, batchId, documentId);
}

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Not there before the first; a broken one is worth an hour's order of a list, and no more.
    return undefined;
  }
}
