import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  type QueueAttributeName,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { partitionOf } from '#shared/catalogue/iam/arns.ts';
import type { PipelineNames } from '#shared/domain/pipeline-names.ts';
import { UnreadableAnswer } from './kept-body.ts';
import type { ConfiguredQueue } from './queues.ts';
import type { AwsPlace } from './aws-place.ts';

/** Where a connection's queues are. No name that it does not have is ever sent to AWS. */
export interface QueuePlaces {
  isDeadLetterQueue(name: string): boolean;
  /** To which a redrive may send. */
  isSource(name: string): boolean;
  urlOf(name: string, signal: AbortSignal): Promise<string>;
  arnOf(name: string): string;
}

export function queuePlaces(
  client: SQSClient,
  { region, accountId }: Pick<AwsPlace, 'region' | 'accountId'>,
  configured: readonly ConfiguredQueue[],
): QueuePlaces {
  const urls = new Map<string, string>();
  return {
    isDeadLetterQueue: (name) => configured.some((one) => one.name === name),
    isSource: (name) => configured.some(({ source }) => source === name),
    async urlOf(name, abortSignal) {
      const known = urls.get(name);
      if (known !== undefined) return known;
      const { QueueUrl } = await client.send(queueLooks.url(name, accountId), { abortSignal });
      if (QueueUrl === undefined) throw new UnreadableAnswer('The answer has no address of the queue.');
      urls.set(name, QueueUrl);
      return QueueUrl;
    },
    arnOf: (name) => `arn:${partitionOf(region)}:sqs:${region}:${accountId}:${name}`,
  };
}

/** The calls that look at a queue. "Check connection" makes the same ones, so that no desk needs more than it has asked. */
export const queueLooks = {
  url: (QueueName: string, QueueOwnerAWSAccountId: string) =>
    new GetQueueUrlCommand({ QueueName, QueueOwnerAWSAccountId }),
  // By name they differ from make to make, and one that is not known is refused with all the others.
  attributes: (QueueUrl: string) =>
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All' satisfies QueueAttributeName] }),
  sources: (QueueUrl: string) => new ListDeadLetterSourceQueuesCommand({ QueueUrl }),
  moves: (SourceArn: string) => new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 10 }),
} as const;

/** What a deployment has, and this console may touch. */
export function configuredQueues({
  extraction,
}: Pick<PipelineNames, 'extraction'>): readonly ConfiguredQueue[] {
  return [
    { name: extraction.documentDeadLetterQueue, source: extraction.documentQueue },
    { name: extraction.webhookDeadLetterQueue, source: extraction.webhookQueue },
  ].filter(({ name, source }) => name !== '' && source !== '');
}

/** The last part of a queue's address, or of its ARN. */
export function queueNameOf(place: string): string {
  return place.split(/[/:]/).at(-1) ?? place;
}
