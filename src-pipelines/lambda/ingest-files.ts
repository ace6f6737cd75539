import { ingestFiles } from '../extraction/ingest-files.ts';
import { queueHandler } from './handlers.ts';
import { container } from './lambda-parts.ts';

export const handler = queueHandler(container, ingestFiles);
