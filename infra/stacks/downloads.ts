import { Fn, type App, type Stack } from 'aws-cdk-lib';
import { CfnAlias, CfnKey } from 'aws-cdk-lib/aws-kms';
import { downloads as system } from '../../shared/catalogue/systems/downloads-system.ts';
import { fileDeadLetterDays, fileReceives } from '../../src-pipelines/downloads/download-items.ts';
import { functions } from '../../src-pipelines/functions.ts';
import { acknowledge, createStack, exportValue, keepsData, type Deployment } from '../deployment.ts';
import { toPolicy } from '../grants.ts';
import { definePipelineFunction } from '../pipeline-function.ts';
import { defineQueue } from '../queues.ts';
import { defineTable } from './database.ts';
import { defineBucket } from './storage.ts';

/**
 * The daily download of files: two tables, because their items are kept for 30 and for 90 days and are asked different
 * questions. The template's metadata lists those of each index in full:
 *
 * - StatusIndex: the files in a status by when they came into it (AP4, AP11), stuck (AP5) or never picked up (AP6).
 * - BatchIndex: the files of a batch, all (AP2) or in a status (AP3).
 * - PollingDateIndex: the batches of a day, all (AP8) or in a status (AP9).
 */
export function defineDownloads(app: App, deployment: Deployment): Stack {
  const stack = createStack(app, deployment, 'downloads', 'Downloads the files of a provider each day.');
  const { jobsTable, batchesTable, fileQueue, fileDeadLetterQueue, filesBucket } = deployment.names.downloads;
  // Elsewhere than in production, the items can be made again by another download.
  const hasBackups = deployment.isProduction;
  const tables = [
    defineTable(stack, deployment, 'JobsTable', { name: jobsTable, system, table: 'jobs', hasBackups }),
    defineTable(stack, deployment, 'BatchesTable', {
      name: batchesTable,
      system,
      table: 'batches',
      hasBackups,
    }),
  ];
  if (!hasBackups) {
    for (const table of tables) {
      acknowledge(table, { DDB3: 'Backups are for production: another download makes these items again.' });
    }
  }
  defineBucket(stack, 'FilesBucket', filesBucket);
  const queue = defineQueue(stack, 'FileQueue', {
    name: fileQueue,
    deadLetters: fileDeadLetterQueue,
    deadLetterDays: fileDeadLetterDays,
    receives: fileReceives,
    visibilitySeconds: functions.downloadFile.timeoutSeconds,
  });
  const key = defineProviderKey(stack, deployment);
  const environment = { PROVIDER_URL: deployment.settings.providerUrl, PROVIDER_KEY_ID: key.attrKeyId };
  definePipelineFunction(stack, deployment, 'downloadFile', { environment, queue });
  definePipelineFunction(stack, deployment, 'pollProvider', { environment });
  definePipelineFunction(stack, deployment, 'checkDownloads', { environment });
  return stack;
}

/**
 * The provider wraps the key of each file with the public half, which an administrator gives to them once. The private
 * half never leaves KMS. It outlives its stack, since without it no file that is on its way can be read.
 */
function defineProviderKey(stack: Stack, { own }: Deployment): CfnKey {
  const key = new CfnKey(stack, 'ProviderKey', {
    description: 'Unwraps the keys of files that the provider has encrypted for us.',
    keySpec: 'RSA_2048',
    keyUsage: 'ENCRYPT_DECRYPT',
    keyPolicy: toPolicy([
      {
        // The account's own policies decide who may use the key.
        Effect: 'Allow',
        Principal: { AWS: Fn.sub('arn:${AWS::Partition}:iam::${AWS::AccountId}:root') },
        Action: 'kms:*',
        Resource: '*',
      },
    ]),
  });
  key.applyRemovalPolicy(keepsData);
  new CfnAlias(stack, 'ProviderKeyAlias', { aliasName: own.providerKeyAlias, targetKeyId: key.attrKeyId });
  exportValue(stack, 'ProviderKeyId', key.attrKeyId, 'The key that unwraps the keys of files.');
  return key;
}
