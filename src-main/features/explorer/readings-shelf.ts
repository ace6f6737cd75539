import { createHmac } from 'node:crypto';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { keyIdentity } from '../../aws/dynamodb/reading.ts';

/** Holds a row as a page has it, with what only the main process knows of it. */
export interface HeldRow {
  readonly system: string;
  readonly table: string;
  /** This is the base table's key, unmasked. */
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
  /** This is keyed by handle, in the order in which rows were read. */
  readonly rows: ReadonlyMap<string, HeldRow>;
}

interface PageToKeep {
  readonly connection: string;
  readonly system: string;
  readonly pattern: string;
  /** Holds the cursor that the page was asked with and the one it returned. */
  readonly askedWith: string | undefined;
  readonly cursor: string | null;
  readonly rows: readonly HeldRow[];
}

export interface ReadingsShelf {
  /** Adds a page to the reading that gave its cursor, or begins a new one. Handles are in the rows' order. */
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
 * Keeps rows that were read and may still be on a page. A page names rows by handles, so it can neither invent one nor
 * name one that it has not seen. The shelf is bounded, and the oldest reading is dropped first.
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
      // The last entry in the map is dropped last.
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

  /** Reveals nothing of the key without the secret, which is new at each start. */
  function digest(...parts: readonly string[]): string {
    const mac = createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
    return mac.subarray(0, 15).toString('base64url');
  }
}
