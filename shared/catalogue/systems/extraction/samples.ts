import type { SampleItem } from '../../declaration.ts';
import { sampleBatches } from './samples-batches.ts';
import { sampleDocuments } from './samples-documents.ts';
import { sampleEvents } from './samples-history.ts';
import { samplePipelineItems } from './samples-pipeline.ts';
import { samplePeople } from './samples-people.ts';

/** Two tenants on the afternoon of 20 November 2026. */
export const extractionSamples: Readonly<Record<'main', readonly SampleItem[]>> = {
  main: [...samplePeople, ...sampleBatches, ...sampleDocuments, ...sampleEvents, ...samplePipelineItems],
};
