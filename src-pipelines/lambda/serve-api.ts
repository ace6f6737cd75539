import { identifyByAuthorizer, parseIdentities } from '../api/identify.ts';
import { pipelineApi } from '../api/serve-api.ts';
import { downloadCallHandlers } from '../downloads/download-calls.ts';
import { apiHandler } from './handlers.ts';
import { container, openProvider, readIdentities, reportDefect } from './lambda-parts.ts';

export const handler = apiHandler(container, (parts) =>
  pipelineApi(parts, {
    identify: identifyByAuthorizer(parts, parseIdentities(readIdentities())),
    downloads: downloadCallHandlers(parts, openProvider()),
    report: reportDefect,
  }),
);
