import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { clientConfig, withRenewal, type AwsPlace } from '../client-config.ts';
import { hasOneAddress } from '../document-files.ts';
import { onlyCommands, whereCommandsAre } from '../middleware.ts';

export type DiscoveryClients = ReturnType<typeof discoveryClients>;

/** Creates separate clients, because only discovery lists what an account has. They read no item and no message. */
export function discoveryClients(given: AwsPlace) {
  const place = withLambda(given);
  const clients = {
    dynamodb: withRenewal(new DynamoDBClient(clientConfig(place, 'dynamodb')), place),
    sqs: withRenewal(new SQSClient({ ...clientConfig(place, 'sqs'), useQueueUrlAsEndpoint: false }), place),
    sfn: withRenewal(new SFNClient(clientConfig(place, 'sfn')), place),
    s3: withRenewal(
      new S3Client({
        ...clientConfig(place, 's3'),
        forcePathStyle: hasOneAddress(place),
        followRegionRedirects: false,
      }),
      place,
    ),
    lambda: withRenewal(new LambdaClient(clientConfig(place, 'lambda')), place),
    cloudwatch: withRenewal(new CloudWatchClient(clientConfig(place, 'cloudwatch')), place),
  };
  clients.dynamodb.middlewareStack.add(onlyCommands(allowed.dynamodb, words), whereCommandsAre);
  clients.sqs.middlewareStack.add(onlyCommands(allowed.sqs, words), whereCommandsAre);
  clients.sfn.middlewareStack.add(onlyCommands(allowed.sfn, words), whereCommandsAre);
  clients.s3.middlewareStack.add(onlyCommands(allowed.s3, words), whereCommandsAre);
  clients.lambda.middlewareStack.add(onlyCommands(allowed.lambda, words), whereCommandsAre);
  clients.cloudwatch.middlewareStack.add(onlyCommands(allowed.cloudwatch, words), whereCommandsAre);
  return {
    ...clients,
    close() {
      for (const client of Object.values(clients)) client.destroy();
    },
  };
}

const words = 'Discovery only reads names and settings';

const allowed = {
  dynamodb: ['ListTablesCommand', 'DescribeTableCommand', 'ListTagsOfResourceCommand'],
  sqs: ['ListQueuesCommand', 'GetQueueUrlCommand', 'GetQueueAttributesCommand', 'ListQueueTagsCommand'],
  sfn: ['ListStateMachinesCommand', 'ListTagsForResourceCommand'],
  s3: ['ListBucketsCommand', 'GetBucketTaggingCommand'],
  lambda: ['ListFunctionsCommand'],
  cloudwatch: ['DescribeAlarmsCommand'],
} as const;

/**
 * An entry names no address of Lambda, since no screen calls it. Where every service is at another address than AWS's
 * own, as with other implementations of AWS, Lambda is asked where STS is: keys for there must not go to AWS.
 */
function withLambda(place: AwsPlace): AwsPlace {
  const { account } = place;
  if (account === undefined) return place;
  const { dynamodb, sqs, sfn, cloudwatch, s3, sts } = account.endpoints;
  const isElsewhere = [dynamodb, sqs, sfn, cloudwatch, s3, sts].every(
    (address) => address !== undefined && !/\.amazonaws\./.test(new URL(address).hostname),
  );
  if (!isElsewhere) return place;
  return { ...place, account: { ...account, endpoints: { ...account.endpoints, lambda: sts } } };
}
