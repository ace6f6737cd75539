import { setTimeout as wait } from 'node:timers/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { DescribeExecutionCommand, ListExecutionsCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { deploymentNames, namesByConvention } from '#shared/domain/pipeline-names.ts';
import { documentReceives, webhookReceives } from '#shared/domain/pipeline-limits.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import type { PlainItem } from '#pipelines/plain-items.ts';
import {
  plantTenant,
  readDocument,
  readItem,
  stage,
  stateMachineArn,
  submit,
  waitFor,
  workflow,
  type Deployment,
  type Endpoint,
} from './deployed.ts';

export interface Step {
  readonly name: string;
  readonly run: (deployment: Deployment, endpoint: Endpoint) => Promise<string>;
}

const { extraction: names, downloads } = namesByConvention(stage);
const { functions } = deploymentNames(stage);
const scheduledEvent = { 'detail-type': 'Scheduled Event', source: 'aws.events' };

/** The steps of the proof, in order. Each returns what was seen, or throws what was not. */
export const steps: readonly Step[] = [
  {
    name: 'the commands of a team make the first tenant and person, and an entry for connections.json',
    async run({ runInInfra }) {
      const first = ['--tenant', 'first', '--name', 'First', '--project', 'post', '--workflow', 'letters'];
      const person = [
        '--user',
        'maya',
        '--email',
        'maya@first.example',
        '--user-name',
        'Maya',
        '--role',
        'admin',
      ];
      const args = ['--stage', stage, ...first, '--field', 'total=money', ...person];
      const made = await runInInfra('create-tenant', args);
      const again = await runInInfra('create-tenant', args);
      if (!made.includes('Created') || again.includes('Created'))
        throw new Error(`First: ${made} Then: ${again}`);
      const entry = JSON.parse(await runInInfra('connection', ['--stage', stage])) as { id: string };
      return `created once, and the entry "${entry.id}" printed`;
    },
  },
  {
    name: 'a batch goes from the API by S3 and SQS through the map to the webhook',
    async run(deployment, endpoint) {
      await plantTenant(deployment, endpoint.url);
      const expected = {
        'one.pdf': 'SUCCEEDED',
        'long.pdf': 'SUCCEEDED',
        'unsure.pdf': 'REVIEW_REQUIRED',
        'corrupt.pdf': 'FAILED BadDocumentException',
        'guardrail.pdf': 'FAILED GuardrailIntervened',
      };
      const { batchId, documentIds } = await submit(deployment, Object.keys(expected));
      const told = await waitFor(`the webhook of ${batchId}`, () =>
        endpoint.received.find((one) => one.batchId === batchId),
      );
      const documents = await Promise.all(documentIds.map((id) => readDocument(deployment, batchId, id)));
      const seen = documents.map((document) => describeEnd(document));
      const wanted = Object.values(expected);
      if (JSON.stringify(seen) !== JSON.stringify(wanted)) {
        throw new Error(`Expected ${wanted.join(', ')}; the documents are ${seen.join(', ')}`);
      }
      const read = Object.keys((documents[0]?.['fields'] ?? {}) as object).length;
      const missing = Object.keys(deployment.reading.schema).length - read;
      if (missing > 0) throw new Error(`one.pdf lacks ${missing} of its fields`);
      return `webhook says ${told.status}; ${seen.join(', ')}; ${read} fields read by Textract and the model`;
    },
  },
  {
    name: 'a file that belongs to no document becomes a dead letter after three receives, and goes back when it is moved',
    async run(deployment) {
      const body = JSON.stringify({
        Records: [
          {
            eventName: 'ObjectCreated:Put',
            s3: {
              bucket: { name: names.documentsBucket },
              object: { key: 'documents/nowhere/none.pdf', size: 1 },
            },
          },
        ],
      });
      return dieAndMove(deployment, {
        queue: names.documentQueue,
        deadLetters: names.documentDeadLetterQueue,
        receives: documentReceives,
        body,
      });
    },
  },
  {
    name: 'a webhook that its customer refuses becomes a dead letter after five receives, and is delivered when it is moved',
    async run(deployment, endpoint) {
      endpoint.answer = 500;
      const message = {
        tenantId: 'acme',
        batchId: 'batch-of-the-proof',
        run: 1,
        status: 'SUCCEEDED',
        counts: {},
        url: endpoint.url,
      };
      const said = await dieAndMove(deployment, {
        queue: names.webhookQueue,
        deadLetters: names.webhookDeadLetterQueue,
        receives: webhookReceives,
        body: JSON.stringify(message),
        beforeMove: () => {
          endpoint.answer = 200;
        },
      });
      await waitFor('the delivery after the move', () =>
        endpoint.received.find((one) => one.batchId === 'batch-of-the-proof'),
      );
      return `${said}; delivered`;
    },
  },
  {
    name: 'a run that was stopped leaves no document in work: the rule calls the function that ends them',
    async run(deployment) {
      const { batchId, documentIds } = await submit(
        deployment,
        Array.from({ length: 12 }, (_, index) => `stop-${index}.pdf`),
      );
      const executionArn = await waitFor('the execution', async () => {
        const { executions = [] } = await deployment.sfn.send(
          new ListExecutionsCommand({ stateMachineArn: stateMachineArn(deployment) }),
        );
        return executions.find(({ name }) => name === `${batchId}-r1`)?.executionArn;
      });
      await waitFor('a document in work', async () => {
        const documents = await Promise.all(documentIds.map((id) => readDocument(deployment, batchId, id)));
        return documents.find(({ status }) => status === 'PROCESSING');
      });
      await deployment.sfn.send(new StopExecutionCommand({ executionArn }));
      // An execution of LocalStack that is stopped while it passes on a value ends as failed.
      const run = await waitFor('the end of the run as the execution has it', async () => {
        const batch = await readItem(deployment, keyOf.batch(workflow.tenantId, workflow.projectId, batchId));
        const runs = (batch?.['runs'] ?? {}) as Readonly<Record<string, unknown>>;
        const { status } = await deployment.sfn.send(new DescribeExecutionCommand({ executionArn }));
        return status !== 'RUNNING' && runs['1'] === status ? status : undefined;
      });
      if (run === 'SUCCEEDED') throw new Error('The execution ended before it was stopped');
      await wait(3_000);
      const left = (await Promise.all(documentIds.map((id) => readDocument(deployment, batchId, id)))).filter(
        ({ status }) => status === 'PROCESSING',
      );
      if (left.length > 0) throw new Error(`${left.length} documents are still in work`);
      return `execution and run are ${run}, and no document is in work`;
    },
  },
  {
    name: 'the files of a day are offered, queued, fetched, unwrapped by KMS, decrypted and stored',
    async run({ invoke, kms, providerKeyId, provider, s3 }) {
      await provider.useKey(kms, providerKeyId);
      await invoke(functions.pollProvider, scheduledEvent);
      const day = new Date().toISOString().slice(0, 10);
      for (const [entity, content] of Object.entries(provider.contents)) {
        const text = await waitFor(`the file ${entity}`, async () => {
          const get = new GetObjectCommand({ Bucket: downloads.filesBucket, Key: `${day}/${entity}.csv` });
          const { Body } = await s3.send(get).catch(() => ({ Body: undefined }));
          return Body?.transformToString();
        });
        if (text !== content) throw new Error(`${entity} was stored as ${text.slice(0, 80)}`);
      }
      await invoke(functions.checkDownloads, scheduledEvent);
      return `${Object.keys(provider.contents).length} files stored as the provider has them`;
    },
  },
  {
    name: 'the clocks of a day: every scheduled function answers when it is called',
    async run(deployment) {
      for (const name of [functions.sweepStatusIndex, functions.submitScheduledBatches]) {
        await deployment.invoke(name, scheduledEvent);
      }
      return 'sweep and inbox ran';
    },
  },
];

async function dieAndMove(
  { sqs, account, region, url: deploymentUrl }: Deployment,
  {
    queue,
    deadLetters,
    receives,
    body,
    beforeMove,
  }: { queue: string; deadLetters: string; receives: number; body: string; beforeMove?: () => void },
): Promise<string> {
  const url = (name: string): string => `${deploymentUrl}/queue/${region}/${account}/${name}`;
  const { Attributes: before } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url(queue), AttributeNames: ['All'] }),
  );
  const policy = JSON.parse(before?.['RedrivePolicy'] ?? '{}') as { maxReceiveCount?: number | string };
  if (Number(policy.maxReceiveCount) !== receives)
    throw new Error(`${queue} has the policy ${before?.['RedrivePolicy'] ?? 'none'}`);
  // The proof has no minutes to wait for each receive.
  await sqs.send(
    new SetQueueAttributesCommand({ QueueUrl: url(queue), Attributes: { VisibilityTimeout: '2' } }),
  );
  await sqs.send(new SendMessageCommand({ QueueUrl: url(queue), MessageBody: body }));
  const dead = await waitFor(`the dead letter in ${deadLetters}`, async () => {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url(deadLetters),
        VisibilityTimeout: 0,
        MessageSystemAttributeNames: ['All'],
      }),
    );
    return Messages.find((one) => one.Body === body);
  });
  const count = dead.Attributes?.ApproximateReceiveCount ?? '?';
  beforeMove?.();
  const arn = (name: string): string => `arn:aws:sqs:${region}:${account}:${name}`;
  await sqs.send(
    new StartMessageMoveTaskCommand({ SourceArn: arn(deadLetters), DestinationArn: arn(queue) }),
  );
  await waitFor(`an empty ${deadLetters}`, async () => {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: url(deadLetters),
        AttributeNames: ['ApproximateNumberOfMessages'],
      }),
    );
    return Attributes?.['ApproximateNumberOfMessages'] === '0' ? true : undefined;
  });
  await sqs.send(
    new SetQueueAttributesCommand({
      QueueUrl: url(queue),
      Attributes: { VisibilityTimeout: before?.['VisibilityTimeout'] ?? '60' },
    }),
  );
  return `dead letter seen (receive count ${count}), moved back`;
}

function describeEnd({ status, error }: PlainItem): string {
  const ended = typeof status === 'string' ? status : 'without a status';
  const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string };
  const shown = code === 'Error' ? `${code}: ${message ?? ''}` : code;
  return shown === undefined ? ended : `${ended} ${shown}`;
}
