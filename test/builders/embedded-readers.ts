import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { TextractClient } from '@aws-sdk/client-textract';
import type { PocketAws } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { guardrail } from '#local/world/sheets/outcome.ts';
import { awsReaders } from '#pipelines/extraction/aws-readers/aws-readers.ts';
import type { Readers } from '#pipelines/extraction/readers.ts';

/** The price books know it as `claudeHaiku45.regional`, and so do the documents of the past. */
const modelId = 'eu.anthropic.claude-haiku-4-5-20251001-v1:0';

/** Creates the readers of a deployment on the Textract and the Bedrock of this world. */
export function embeddedReaders({ world, dispatch }: PocketAws): Readers {
  const { region, endpoint, clock } = world;
  const config = {
    region,
    endpoint,
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
    // A reader is called by a function, which holds the clock. Textract and Bedrock take their time on it.
    requestHandler: requestHandler(dispatch, { isFromHolder: true }),
    maxAttempts: 1,
  };
  return awsReaders({
    textract: new TextractClient(config),
    bedrock: new BedrockRuntimeClient(config),
    modelId,
    guardrail,
    now: () => clock.now(),
    unit: () => 0.5,
  });
}
