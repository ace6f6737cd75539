import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { TextractClient } from '@aws-sdk/client-textract';
import { awsReaders } from '#pipelines/extraction/aws-readers/aws-readers.ts';
import type { Readers } from '#pipelines/extraction/readers.ts';
import type { Dispatch } from '../aws/dispatch.ts';
import { requestHandler } from '../aws/request-handler.ts';
import { guardrail } from '../world/sheets/outcome.ts';
import { clientSettings, type ClientPlace } from './pipeline-clients.ts';

/** The price books know it as `claudeHaiku45.regional`, and so do the documents of the past. */
const modelId = 'eu.anthropic.claude-haiku-4-5-20251001-v1:0';

/** Creates the readers of a deployment on this world. Two libraries are loaded with this file, so it is loaded late. */
export function readersOn(
  dispatch: Dispatch,
  { now, ...place }: ClientPlace & { readonly now: () => number },
): Readers {
  const config = {
    ...clientSettings(place),
    // A reader is called by a function, which holds the clock. Textract and Bedrock take their time on it.
    requestHandler: requestHandler(dispatch, { isFromHolder: true }),
    maxAttempts: 1,
  };
  return awsReaders({
    textract: new TextractClient(config),
    bedrock: new BedrockRuntimeClient(config),
    modelId,
    guardrail,
    now,
  });
}
