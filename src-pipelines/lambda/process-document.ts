import { processDocument } from '../extraction/process-document.ts';
import { taskHandler } from './handlers.ts';
import { container } from './lambda-parts.ts';
import { openReaders } from './open-readers.ts';

export const handler = taskHandler(container, (parts) => processDocument(parts, openReaders()));
