import { describe, expect, it, onTestFinished } from 'vitest';
import { GetFunctionCommand, LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';

const config = {
  region: 'eu-west-1',
  credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'y' },
  maxAttempts: 1,
};

// https://docs.aws.amazon.com/lambda/latest/api/API_ListFunctions.html
describe('the list of functions, as a client of another machine asks for it', () => {
  it('is empty without functions, and has no further page', async () => {
    const aws = pocketAws({ region: 'eu-west-1' });
    onTestFinished(() => aws.close());
    const client = new LambdaClient({
      ...config,
      endpoint: 'http://aws.invalid',
      requestHandler: requestHandler(aws.dispatch),
    });
    const { Functions, NextMarker } = await client.send(new ListFunctionsCommand({}));
    expect([Functions, NextMarker]).toEqual([[], undefined]);
    await expect(client.send(new ListFunctionsCommand({ FunctionVersion: 'ALL' }))).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
    });
    await expect(client.send(new ListFunctionsCommand({ MaxItems: 0 }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 400 },
    });
    await expect(client.send(new GetFunctionCommand({ FunctionName: 'x' }))).rejects.toThrow();
  });

  it('comes in pages that follow each other', async () => {
    const { sandbox } = await aSandbox();
    const dispatch = serveSandbox(sandbox).answer;
    const client = new LambdaClient({
      ...config,
      endpoint: 'http://aws.invalid',
      requestHandler: requestHandler(dispatch),
    });
    const names: string[] = [];
    let Marker: string | undefined;
    do {
      const page = await client.send(new ListFunctionsCommand({ MaxItems: 5, Marker }));
      expect(page.Functions?.length ?? 0).toBeLessThanOrEqual(5);
      names.push(...(page.Functions ?? []).map(({ FunctionName = '' }) => FunctionName));
      Marker = page.NextMarker;
    } while (Marker !== undefined);
    expect(names).toHaveLength(14);
    expect(new Set(names).size).toBe(14);
  });
});
