import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { keepFolder } from '../home/keep-folder.ts';
import { replaceFile } from '../home/replace-file.ts';
import type { AuditHead } from './audit-log.ts';

const toldSchema = z.array(
  z.strictObject({
    connection: z.string(),
    person: z.string(),
    sequence: z.int().min(0),
    hash: z.string(),
    anchoredAt: z.string(),
  }),
);
export type ToldAnchor = z.infer<typeof toldSchema>[number];

export const toldSuffix = '.anchored.json';

/**
 * Beside each chain, the newest anchor that each API has confirmed. It is a convenience for who verifies without a
 * network, and proves nothing against somebody who may write in this folder: the APIs' own answers do.
 */
export function toldAnchors(home: string): {
  of(chain: string): readonly ToldAnchor[];
  add(head: AuditHead & { readonly person: string }, anchoredAt: string): void;
} {
  const fileOf = (chain: string): string => join(home, 'audit', `${chain}${toldSuffix}`);

  function of(chain: string): readonly ToldAnchor[] {
    try {
      const { success, data } = toldSchema.safeParse(JSON.parse(readFileSync(fileOf(chain), 'utf8')));
      return success ? data : [];
    } catch {
      // Not there, or not readable: it is a convenience.
      return [];
    }
  }

  return {
    of,
    add({ chain, connection, person, sequence, hash }, anchoredAt) {
      const others = of(chain).filter((one) => one.connection !== connection || one.person !== person);
      const file = fileOf(chain);
      keepFolder(join(home, 'audit'));
      const told = [...others, { connection, person, sequence, hash, anchoredAt }];
      replaceFile(file, `${JSON.stringify(told, null, 2)}\n`);
    },
  };
}
