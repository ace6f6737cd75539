import { system } from '../define.ts';
import { downloadEntities } from './downloads/entities.ts';
import { downloadParameters } from './downloads/parameters.ts';
import { downloadPatterns } from './downloads/patterns.ts';
import { downloadSamples } from './downloads/samples.ts';
import { downloadTables } from './downloads/tables.ts';
import { downloadWrites } from './downloads/writes.ts';

/** Two tables on purpose: files and batches are asked for separately and kept for different times (domain, section 2). */
export const downloads = system({
  id: 'downloads',
  name: 'Downloads',
  about: 'One file for each entity and day, fetched from a provider in a daily batch.',
  tables: downloadTables,
  entities: downloadEntities,
  patterns: downloadPatterns,
  parameters: downloadParameters,
  writes: downloadWrites,
  examplesWrittenOn: '2026-11-20',
  samples: downloadSamples,
});
