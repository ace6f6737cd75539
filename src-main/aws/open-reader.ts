import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { catalogue, type PatternName } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Params } from '#shared/catalogue/keys/key-template.ts';
import { changedItems } from './changed-items.ts';
import { readAgain } from './read-again.ts';
import type { CatalogueReader } from './reading.ts';
import { openReadings } from './readings.ts';
import { openReads } from './reads.ts';
import { runAccessPattern } from './run-access-pattern.ts';
import type { TableNames } from './table-names.ts';

export interface ReaderParts {
  /** Guarded to the three reads, one attempt a call: see dynamodb-client.ts. */
  readonly client: DynamoDBClient;
  readonly connectionId: string;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
  /** Random and as old as the process: cursors of an earlier one are refused. */
  readonly cursorKey: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed: () => number;
  /** 0 ≤ n < 1 */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** In milliseconds, how long one attempt may take. */
  readonly longestRead?: number;
}

/** Reads by the catalogue's patterns over the SDK's client of one connection. */
export function openReader(parts: ReaderParts): CatalogueReader {
  const changed = changedItems(parts.now);
  const room = {
    ...parts,
    changed,
    reads: openReads(parts),
    readings: openReadings(parts.cursorKey),
  };
  const ask: CatalogueReader['ask'] = (asked, options = {}) => runAccessPattern(asked, options, room);
  return {
    ask,
    run(name, params, options) {
      const { system, pattern } = builtIn(name);
      const sets = Array.isArray(params) ? (params as readonly Params[]) : [params as Params];
      return ask({ system, pattern, params: sets }, options);
    },
    readAgain: (item, attributes) => readAgain(item, attributes, room),
    changed: (system, items) => changed.add(system, items),
  };
}

function builtIn(name: PatternName): { readonly system: SystemDeclaration; readonly pattern: string } {
  const dot = name.indexOf('.');
  return {
    system: catalogue[name.slice(0, dot) as keyof typeof catalogue],
    pattern: name.slice(dot + 1),
  };
}
