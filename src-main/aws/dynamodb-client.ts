import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { readsOnly } from './reads-only.ts';
import { sandboxConfig, type SandboxAws } from './sandbox-config.ts';

/** The SDK's own client over the embedded AWS. */
export function sandboxClient(sandbox: SandboxAws): DynamoDBClient {
  return readsOnly(new DynamoDBClient(sandboxConfig(sandbox)));
}
