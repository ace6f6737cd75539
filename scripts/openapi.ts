import { writeFileSync } from 'node:fs';
import { openApiFile } from './openapi/openapi-file.ts';

writeFileSync('docs/pipeline-api.json', await openApiFile());
