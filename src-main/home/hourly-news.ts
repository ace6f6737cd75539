import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from './home-folder.ts';
import { parseWith, readKept, type StoreAccess } from './lost-files.ts';

const mostTold = 500;
const toldSchema = z.strictObject({ told: z.array(z.string().max(2_000)).max(mostTold) });
export const parseToldOnceFile = parseWith(toldSchema);

/** A month changes slowly, and each look at it takes questions of every tenant. */
const looksEveryMs = 60 * 60_000;

interface Parts extends StoreAccess {
  readonly home: string;
  /** Names the file of the home folder that remembers what was told. */
  readonly name: string;
  readonly session: () => {
    readonly connection: { readonly id: string };
    readonly who?: { readonly id: string } | null | undefined;
    readonly sandboxResets?: number | undefined;
  };
}

/** Tells news, or returns false if their reader is not there any more. */
export type TellNews<T> = (news: readonly T[]) => boolean;

/**
 * Looks for news once an hour, and tells what was not told on this machine before, also before a restart. Each counts as
 * told only once it was.
 */
export function openHourlyNews<T extends { readonly id: string }>(
  parts: Parts,
  look: () => Promise<readonly T[]>,
): (tell: TellNews<T>) => Promise<void> {
  const file = join(parts.home, parts.name);
  let last: { readonly of: string; readonly at: number | null } | undefined;

  return async (tell) => {
    const { connection, who, sandboxResets } = parts.session();
    const of = JSON.stringify([connection.id, who?.id, sandboxResets]);
    const now = parts.now();
    if (last?.of !== of) {
      // The first look belongs to the first paint of a page. The news is read with the next one.
      last = { of, at: null };
      return;
    }
    if (last.at !== null && now - last.at < looksEveryMs) return;
    last = { of, at: now };
    const keyOf = ({ id }: T): string => `${connection.id}|${id}`;
    const found = await look();
    if (found.length === 0) return;
    // Without the file everything is told again once, which is better than nothing.
    const before = readKept(file, parseToldOnceFile, parts)?.told ?? [];
    const fresh = found.filter((one) => !before.includes(keyOf(one)));
    if (fresh.length === 0) return;
    if (tell(fresh)) keep([...before, ...fresh.map(keyOf)]);
    else last = { of, at: null };
  };

  function keep(told: readonly string[]): void {
    try {
      replaceFile(file, `${JSON.stringify({ told: told.slice(-mostTold) })}\n`);
    } catch (error) {
      parts.log.warn({ err: error, file }, 'what was told was not kept');
    }
  }
}
