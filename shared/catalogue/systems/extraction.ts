import { system } from '../define.ts';
import { historyEntities } from './extraction/entities-history.ts';
import { pipelineEntities } from './extraction/entities-pipeline.ts';
import { peopleEntities } from './extraction/entities-people.ts';
import { workEntities } from './extraction/entities-work.ts';
import { extractionParameters } from './extraction/parameters.ts';
import { documentPatterns } from './extraction/patterns-documents.ts';
import { morePatterns } from './extraction/patterns-more.ts';
import { pipelinePatterns } from './extraction/patterns-pipeline.ts';
import { tenantPatterns } from './extraction/patterns-tenant.ts';
import { extractionSamples } from './extraction/samples.ts';
import { extractionTables } from './extraction/tables.ts';
import { extractionWrites } from './extraction/writes.ts';

/** Tenant → project → workflow and batch → document, in one table with three indexes (domain, section 1). */
export const extraction = system({
  id: 'extraction',
  name: 'Extraction',
  about: 'Batches of documents whose fields are read by Textract and Bedrock, for many tenants.',
  tenant: 'tenantId',
  tables: extractionTables,
  entities: { ...peopleEntities, ...workEntities, ...historyEntities, ...pipelineEntities },
  patterns: { ...tenantPatterns, ...documentPatterns, ...morePatterns, ...pipelinePatterns },
  parameters: extractionParameters,
  writes: extractionWrites,
  examplesWrittenOn: '2026-11-20',
  samples: extractionSamples,
});
