import { format } from 'oxfmt';
import { openApiDocument } from '#shared/pipeline-api/openapi.ts';

/** Builds docs/pipeline-api.json as the formatter would leave it. */
export async function openApiFile(): Promise<string> {
  const { code } = await format('pipeline-api.json', JSON.stringify(openApiDocument()), { printWidth: 110 });
  return code;
}
