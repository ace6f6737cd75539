import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { ListQueuesCommand } from '@aws-sdk/client-sqs';
import { afterEach, expect, it, vi } from 'vitest';
import { pipelineClients } from '#local/host/pipeline-clients.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each(['AWS_USE_FIPS_ENDPOINT', 'AWS_USE_DUALSTACK_ENDPOINT'])(
  'reach the embedded AWS for every call of %s to AWS',
  async (variable) => {
    vi.stubEnv(variable, 'true');
    const { aws } = aPocketAws();
    const place = { region: 'local', endpoint: 'http://sandbox.invalid' };
    const { dynamodb, sqs, s3 } = pipelineClients(aws.dispatch, place);
    await expect(dynamodb.send(new ListTablesCommand({}))).resolves.toMatchObject({ TableNames: [] });
    await expect(sqs.send(new ListQueuesCommand({}))).resolves.toBeDefined();
    const nowhere = s3.send(new GetObjectCommand({ Bucket: 'nowhere', Key: 'a' }));
    await expect(nowhere).rejects.toMatchObject({ name: 'NoSuchBucket' });
  },
);
