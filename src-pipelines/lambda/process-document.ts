import { processDocument } from '../extraction/process-document.ts';
import { taskHandler } from './handlers.ts';
import { container, openReaders } from './lambda-parts.ts';

export const handler = taskHandler(container, (parts) => processDocument(parts, openReaders()));
