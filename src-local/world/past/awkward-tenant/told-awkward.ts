import { namesByConvention } from '#shared/domain/naming-convention.ts';
import { itemsOf, keyOfItem } from '../../../aws/dynamodb/told-items.ts';
import type { Item } from '../../../aws/dynamodb/values/attribute-value.ts';
import { objectsOf, type ToldObject } from '../../../aws/s3/told-objects.ts';
import type { PastFacts, Told } from '../../../journal/told.ts';
import { hashOf } from '../../sheets/throws.ts';
import { batchIds } from '../batch-ids.ts';
import { etagOf } from '../etag-of.ts';
import { hugeResultsBytes, hugeResultsRecipe } from './huge-results.ts';
import { importedItems } from './imported-batches.ts';
import { ledger } from './ledger.ts';
import { longNamed } from './long-named.ts';

const hour = 3_600_000;
const importedBefore = 6.3 * 24 * hour;
const ledgerBefore = 104 * 24 * hour;

/** What no pipeline of today would write, and is there all the same. */
export function toldAwkward({ seed, anchor }: Pick<PastFacts, 'seed' | 'anchor'>): Told {
  const { table, documentsBucket: bucket } = namesByConvention('sandbox').extraction;
  const idAt = (time: number, name: string): string =>
    batchIds(time, hashOf(`${seed}/quill/${name}`)).batchId;
  const importedAt = anchor - importedBefore;
  const ledgerAt = anchor - ledgerBefore;
  const book = () => ledger(bucket, idAt(ledgerAt, 'ledger'), ledgerAt);
  return new Map<string, () => Iterable<readonly [string, unknown]>>([
    [
      itemsOf(table),
      () =>
        keyed([
          ...longNamed(anchor),
          ...importedItems(new Date(importedAt).toISOString(), (name) => idAt(importedAt, name)),
          ...book().items,
        ]),
    ],
    [objectsOf(bucket), () => [[book().results.key, resultsObject(seed, book().results.writtenAt)]]],
  ]);
}

function* keyed(items: readonly Item[]): Generator<readonly [string, Item]> {
  for (const item of items) {
    const { PK, SK } = item;
    if (PK && 'S' in PK && SK && 'S' in SK) yield [keyOfItem(PK.S, SK.S), item];
  }
}

function resultsObject(seed: string, modified: number): ToldObject {
  return {
    drawn: hugeResultsRecipe,
    size: hugeResultsBytes,
    etag: etagOf(`${seed}/${hugeResultsRecipe}`),
    modified,
    headers: [['content-type', 'application/json']],
    metadata: [],
    tags: [],
    content: [],
  };
}
