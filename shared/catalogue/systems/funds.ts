import { system } from '../define.ts';
import { fundEntities } from './funds/entities.ts';
import { fundParameters } from './funds/parameters.ts';
import { documentPatterns } from './funds/patterns-document.ts';
import { positionPatterns } from './funds/patterns-position.ts';
import { fundSamples } from './funds/samples.ts';
import { fundTables } from './funds/tables.ts';

/** A document with everything it says of its positions, together in one partition (domain, section 3). */
export const funds = system({
  id: 'funds',
  name: 'Investment funds',
  about: 'What documents say of positions: capital calls, distributions and unfunded commitments.',
  tables: fundTables,
  entities: fundEntities,
  patterns: { ...documentPatterns, ...positionPatterns },
  parameters: fundParameters,
  samples: fundSamples,
});
