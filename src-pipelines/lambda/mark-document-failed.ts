import { markDocumentFailed } from '../extraction/process-document.ts';
import { taskHandler } from './handlers.ts';
import { container } from './lambda-parts.ts';

export const handler = taskHandler(container, markDocumentFailed);
