import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { CatalogueReader } from '../../aws/reading.ts';
import { slotsOf } from '../../aws/slots.ts';

/** Of the eight reads that a connection has in flight: what somebody asks meanwhile finds room beside them. */
export const mostBeside = 4;

/** For what comes after the first paint: dozens of reads that nobody waits for, however many parts ask at once. */
export function leavingRoom(doors: () => ConnectionDoors): () => ConnectionDoors {
  const slots = slotsOf(mostBeside);
  return () => {
    const own = doors();
    const run: CatalogueReader['run'] = (...asked) => slots.run(() => own.reader.run(...asked));
    return { ...own, reader: { ...own.reader, run } };
  };
}
