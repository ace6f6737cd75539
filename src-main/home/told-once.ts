import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../log/open-log.ts';
import { replaceFile } from './home-folder.ts';

interface ToldOnce {
  /** Returns what was not told on this machine before, also before a restart, and remembers that it is told now. */
  take<T>(found: readonly T[], keyOf: (one: T) => string): readonly T[];
}

const mostTold = 500;
const toldSchema = z.strictObject({ told: z.array(z.string().max(2_000)).max(mostTold) });

/** Opens the list of what was told, in a file of the home folder. */
export function openToldOnce(parts: {
  readonly home: string;
  readonly name: string;
  readonly log: Pick<Log, 'warn'>;
}): ToldOnce {
  const file = join(parts.home, parts.name);
  return {
    take(found, keyOf) {
      const told = new Set(readTold());
      const fresh = found.filter((one) => !told.has(keyOf(one)));
      if (fresh.length > 0) keepTold([...told, ...fresh.map(keyOf)]);
      return fresh;
    },
  };

  function readTold(): readonly string[] {
    if (!existsSync(file)) return [];
    try {
      return toldSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).told;
    } catch (error) {
      // Everything is told again once, which is better than nothing.
      parts.log.warn({ err: error, file }, 'what was told could not be read');
      return [];
    }
  }

  function keepTold(told: readonly string[]): void {
    try {
      replaceFile(file, `${JSON.stringify({ told: told.slice(-mostTold) })}\n`);
    } catch (error) {
      parts.log.warn({ err: error, file }, 'what was told was not kept');
    }
  }
}
