import { listDocuments } from '../extraction/batch-stages.ts';
import { taskHandler } from './handlers.ts';
import { container } from './lambda-parts.ts';

export const handler = taskHandler(container, listDocuments);
