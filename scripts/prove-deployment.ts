import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient, ListAliasesCommand } from '@aws-sdk/client-kms';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { buildIfStale, functionsDir } from './build-if-stale.ts';
import type { Deployment, Endpoint } from './deployment-proof/deployed.ts';
import { steps } from './deployment-proof/scenarios.ts';
import { openReading } from './deployment-proof/drawn-files.ts';
import { openProvider } from './deployment-proof/provider.ts';
import { CloudFormation, readTemplates, type Template } from './deployment-proof/stacks.ts';
import { writeZip } from './deployment-proof/write-zip.ts';
import { localstackVersion, startLocalStack } from './oracles/localstack.ts';
import { NotHere } from './oracles/oracle.ts';

/**
 * Deploys the templates and the functions' bundles to LocalStack's core, which is not ours, and puts a few batches
 * through: `npm run prove-deployment`.
 */
const account = '000000000000';
const region = 'us-east-1';

async function main(): Promise<number> {
  buildIfStale('production');
  const reading = await openReading();
  const localstack = await startLocalStack(reading.endpoints).catch((error: unknown) => {
    if (!(error instanceof NotHere)) throw error;
    process.stdout.write(`NOT PROVEN  LocalStack cannot run here: ${error.message}\n`);
  });
  // A machine without Python 3.13 or Java proves nothing, and says so; it is no failure of the deployment.
  if (!localstack) {
    await reading.stop();
    return 0;
  }
  const { endpoint, close } = await openEndpoint();
  const provider = await openProvider();
  try {
    const config = {
      endpoint: localstack.url,
      region,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    };
    const s3 = new S3Client({ ...config, forcePathStyle: true });
    process.stdout.write(`LocalStack ${localstackVersion} at ${localstack.url}\n`);
    await deployStacks(localstack.url, s3, provider.url);
    const kms = new KMSClient(config);
    const deployment: Deployment = {
      dynamodb: new DynamoDBClient(config),
      s3,
      sfn: new SFNClient(config),
      sqs: new SQSClient({ ...config, useQueueUrlAsEndpoint: true }),
      kms,
      providerKeyId: await findProviderKey(kms),
      provider,
      url: localstack.url,
      account,
      region,
      invoke: (name, payload) => invokeFunction(localstack.url, name, payload),
      reading,
      runInInfra: (command, args) => runInInfra(localstack.url, command, args),
    };
    let failed = 0;
    for (const { name, run } of steps) {
      const began = Date.now();
      const [mark, said] = await run(deployment, endpoint).then(
        (seen) => ['ok    ', seen] as const,
        (error: unknown) => ['FAILED', error instanceof Error ? error.message : String(error)] as const,
      );
      if (mark === 'FAILED') failed += 1;
      process.stdout.write(
        `${mark} ${name} (${((Date.now() - began) / 1_000).toFixed(1)} s)\n       ${said}\n`,
      );
    }
    return failed === 0 ? 0 : 1;
  } finally {
    close();
    provider.close();
    await reading.stop();
    await localstack.stop();
  }
}

async function deployStacks(url: string, s3: S3Client, providerUrl: string): Promise<void> {
  const templates = readTemplates('infra/templates');
  const assets = `cdk-hnb659fds-assets-${account}-${region}`;
  await s3.send(new CreateBucketCommand({ Bucket: assets }));
  for (const file of new Set(templates.flatMap(({ text }) => listBundles(text)))) {
    const code = join(functionsDir, file.replace('.zip', ''), 'index.js');
    const zip = writeZip({ 'index.js': readFileSync(code) });
    await s3.send(new PutObjectCommand({ Bucket: assets, Key: file, Body: zip }));
  }
  const cloudFormation = new CloudFormation(url);
  for (const template of templates) {
    await cloudFormation.create(giveWhatIsUnknown(template, providerUrl), {});
    const resources = await cloudFormation.listResources(template.name);
    const unknown = resources
      .filter(({ reason }) => reason.includes('not supported'))
      .map(({ type }) => type);
    const left = unknown.length === 0 ? '' : `; unknown there: ${[...new Set(unknown)].join(', ')}`;
    process.stdout.write(
      `stack  ${template.name}: ${resources.length - unknown.length} of ${resources.length} resources made${left}\n`,
    );
  }
}

function listBundles(text: string): readonly string[] {
  return [...text.matchAll(/"S3Key": ?"([^"]*)"/g)].map(([, key]) => key ?? '');
}

/** A deployment has one key with an alias, which opens the provider's files. */
async function findProviderKey(kms: KMSClient): Promise<string> {
  const { Aliases = [] } = await kms.send(new ListAliasesCommand({}));
  const keyId = Aliases.find(({ AliasName = '' }) => !AliasName.startsWith('alias/aws/'))?.TargetKeyId;
  if (keyId === undefined) throw new Error('The downloads have no key');
  return keyId;
}

/**
 * LocalStack's core knows no guardrails and no HTTP APIs, so the values that they would have are given to the stacks. The provider of the
 * sandbox's settings is an address that nothing answers at, so the proof's own stands there.
 */
function giveWhatIsUnknown(template: Template, providerUrl: string): Template {
  const given = {
    GuardrailArn: `arn:aws:bedrock:${region}:${account}:guardrail/proof`,
    GuardrailId: 'proof',
  };
  const text = template.text.replaceAll(
    /"Fn::ImportValue": ?"[^"]+:(Guardrail\w+)"/g,
    (all, name: string) => {
      const value = (given as Readonly<Record<string, string>>)[name];
      return value === undefined ? all : `"Fn::Sub": "${value}"`;
    },
  );
  return {
    ...template,
    text: text
      .replaceAll(/"Fn::GetAtt": ?\[\s*"GuardrailVersion",\s*"Version"\s*\]/g, '"Fn::Sub": "1"')
      .replaceAll('${Api.ApiEndpoint}', 'https://api.proof.example')
      .replaceAll(/"PROVIDER_URL": ?"[^"]*"/g, `"PROVIDER_URL": "${providerUrl}"`),
  };
}

async function invokeFunction(url: string, name: string, payload: object): Promise<unknown> {
  const answer = await fetch(`${url}/2015-03-31/functions/${name}/invocations`, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/lambda/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(payload),
  });
  const text = await answer.text();
  if (!answer.ok || answer.headers.has('x-amz-function-error')) {
    throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 500)}`);
  }
  return JSON.parse(text);
}

async function runInInfra(url: string, command: string, args: readonly string[]): Promise<string> {
  const environment = {
    AWS_ENDPOINT_URL: url,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', command, '--', ...args], {
    cwd: 'infra',
    env: { ...process.env, ...environment },
  });
  return stdout;
}

/** A customer's endpoint on loopback. */
async function openEndpoint(): Promise<{ readonly endpoint: Endpoint; readonly close: () => void }> {
  const received: { batchId: string; status: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (endpoint.answer === 200) received.push(JSON.parse(body) as { batchId: string; status: string });
      response.writeHead(endpoint.answer).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const endpoint: Endpoint = { url: `http://127.0.0.1:${port}/webhook`, received, answer: 200 };
  return { endpoint, close: () => server.close() };
}

process.exitCode = await main();
