import { downloadFunctions } from '../downloads/download-functions.ts';
import { scheduleHandler } from './handlers.ts';
import { container, openProvider } from './lambda-parts.ts';

export const handler = scheduleHandler(
  container,
  (parts) => downloadFunctions(parts, openProvider()).checkBatches,
);
