import { createHmac } from 'node:crypto';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { keyIdentity } from '../../aws/dynamodb/reading.ts';

/** A row as a page has it, and what only main knows of it. */
export interface HeldRow {
  readonly system: string;
  readonly table: string;
  /** The base table's key, unmasked. */
  readonly key: Attributes;
  readonly entity: string | null;
  readonly masked: Attributes;
  readonly bytes: number;
}

export interface HeldReading {
  readonly id: string;
  readonly connection: string;
  readonly system: string;
  readonly pattern: string;
  /** By handle, in the order in which they were read. */
  readonly rows: ReadonlyMap<string, HeldRow>;
}

interface PageToKeep {
  readonly connection: string;
  readonly system: string;
  readonly pattern: string;
  /** The cursor that the page was asked with, and the one it gave. */
  readonly askedWith: string | undefined;
  readonly cursor: string | null;
  readonly rows: readonly HeldRow[];
}

export interface ReadingsShelf {
  /** Adds a page to the reading that gave its cursor, else begins one. Handles are in the rows' order. */
  keep(page: PageToKeep): { readonly reading: string; readonly handles: readonly string[] };
  reading(connection: string, id: string): HeldReading | undefined;
  row(connection: string, handle: string): HeldRow | undefined;
}

export interface ShelfLimits {
  readonly readings: number;
  readonly rows: number;
  readonly bytes: number;
}

const usualLimits: ShelfLimits = { readings: 20, rows: 20_000, bytes: 128 * 1_048_576 };

interface OpenReading extends HeldReading {
  readonly rows: Map<string, HeldRow>;
  readonly cursors: Set<string>;
}

/**
 * What was read and may still be on a page, so that a page names rows by handles and can neither make
 * one up nor name what it has not seen. It is bounded; what was read longest ago goes first.
 */
export function openShelf(
  random: (bytes: number) => Uint8Array,
  limits: ShelfLimits = usualLimits,
): ReadingsShelf {
  const secret = random(32);
  const readings = new Map<string, OpenReading>();
  let held = { rows: 0, bytes: 0 };

  return {
    keep(page) {
      const reading = continued(page) ?? begun(page);
      // Last in the map is last to go.
      readings.delete(reading.id);
      readings.set(reading.id, reading);
      if (page.cursor !== null) reading.cursors.add(digest('cursor', page.cursor));
      const handles = page.rows.map((row) => {
        const handle = digest('row', page.connection, row.system, row.table, keyIdentity(row.key));
        drop(reading, handle);
        reading.rows.set(handle, row);
        held = { rows: held.rows + 1, bytes: held.bytes + row.bytes };
        return handle;
      });
      dropOldest();
      return { reading: reading.id, handles };
    },

    reading(connection, id) {
      const found = readings.get(id);
      return found?.connection === connection ? found : undefined;
    },

    row(connection, handle) {
      return newestFirst()
        .filter((reading) => reading.connection === connection)
        .map(({ rows }) => rows.get(handle))
        .find((row) => row !== undefined);
    },
  };

  function continued({ askedWith, connection, system, pattern }: PageToKeep): OpenReading | undefined {
    if (askedWith === undefined) return undefined;
    const cursor = digest('cursor', askedWith);
    return newestFirst().find(
      (reading) =>
        reading.connection === connection &&
        reading.system === system &&
        reading.pattern === pattern &&
        reading.cursors.has(cursor),
    );
  }

  function begun({ connection, system, pattern }: PageToKeep): OpenReading {
    const id = Buffer.from(random(12)).toString('base64url');
    return { id, connection, system, pattern, rows: new Map(), cursors: new Set() };
  }

  function newestFirst(): readonly OpenReading[] {
    return [...readings.values()].toReversed();
  }

  function dropOldest(): void {
    for (const reading of readings.values()) {
      if (fits()) return;
      for (const handle of reading.rows.keys()) {
        if (fits()) return;
        drop(reading, handle);
      }
      readings.delete(reading.id);
    }
  }

  function fits(): boolean {
    return readings.size <= limits.readings && held.rows <= limits.rows && held.bytes <= limits.bytes;
  }

  function drop(reading: OpenReading, handle: string): void {
    const row = reading.rows.get(handle);
    if (row === undefined) return;
    reading.rows.delete(handle);
    held = { rows: held.rows - 1, bytes: held.bytes - row.bytes };
  }

  /** Says nothing of the key to who has not the secret, which is made anew at each start. */
  function digest(...parts: readonly string[]): string {
    const mac = createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
    return mac.subarray(0, 15).toString('base64url');
  }
}
