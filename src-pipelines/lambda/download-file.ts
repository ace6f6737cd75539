import { downloadFunctions } from '../downloads/download-functions.ts';
import { queueHandler } from './handlers.ts';
import { container, openProvider } from './lambda-parts.ts';

export const handler = queueHandler(container, (parts) => downloadFunctions(parts, openProvider()).download);
