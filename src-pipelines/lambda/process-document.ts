import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { TextractClient } from '@aws-sdk/client-textract';
import { awsReaders } from '../extraction/aws-readers/aws-readers.ts';
import { processDocument } from '../extraction/process-document.ts';
import type { Readers } from '../extraction/readers.ts';
import { taskHandler } from './handlers.ts';
import { container, readReaderSettings } from './lambda-parts.ts';

export const handler = taskHandler(container, (parts) => processDocument(parts, openReaders()));

/**
 * The services that read documents. They are apart from the other clients because one function of thirteen needs them.
 * They make one attempt: the state machine retries, and waits without paying for a function.
 */
function openReaders(): Readers {
  const config = { maxAttempts: 1 };
  return awsReaders({
    textract: new TextractClient(config),
    bedrock: new BedrockRuntimeClient(config),
    ...readReaderSettings(),
  });
}
