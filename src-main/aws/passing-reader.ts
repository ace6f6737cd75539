import { randomBytes } from 'node:crypto';
import type { CatalogueReader } from './reading.ts';
import { openReadings } from './readings.ts';

/**
 * For what is read within one answer: of a list only its beginning, or page after page as far as is wanted. Nobody comes
 * back for those places, so they are gone with the answer; kept among the others they would push out the place of a list
 * that somebody has open.
 */
export function passingReader<Reader extends Pick<CatalogueReader, 'run'>>(reader: Reader): Reader {
  const places = openReadings(randomBytes(32));
  const run: CatalogueReader['run'] = (name, params, options) =>
    reader.run(name, params, { ...options, places });
  return { ...reader, run };
}
