import { system } from '../define.ts';
import { hrEntities } from './hr/entities.ts';
import { hrParameters } from './hr/parameters.ts';
import { hrPatterns } from './hr/patterns.ts';
import { hrSamples } from './hr/samples.ts';
import { hrTables } from './hr/tables.ts';
import { hrPrinted, hrWrites } from './hr/writes.ts';

/** Twelve patterns, one table, one overloaded index: the design that the others are measured by (domain, section 4). */
export const hr = system({
  id: 'hr',
  name: 'Acme HR',
  about: 'Organisations with their departments, employees, job postings and internal applications.',
  tenant: 'orgId',
  tables: hrTables,
  entities: hrEntities,
  patterns: hrPatterns,
  parameters: hrParameters,
  writes: hrWrites,
  samples: hrSamples,
  printed: hrPrinted,
});
