import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findViolations } from '#scripts/layers/find-violations.ts';
import { readImports } from '#scripts/layers/read-imports.ts';
import type { Import } from '#scripts/layers/read-imports.ts';
import { rules } from '#scripts/layers/rules.ts';

const anImport = (
  from: string,
  to: string | undefined,
  typeOnly = false,
  names: readonly string[] = [],
): Import => ({
  from,
  to,
  written: to ?? './gone.ts',
  typeOnly,
  names,
});

const dynamodb = 'npm:@aws-sdk/client-dynamodb';
const stepFunctions = 'npm:@aws-sdk/client-sfn';
const queues = 'npm:@aws-sdk/client-sqs';
const cloudWatch = 'npm:@aws-sdk/client-cloudwatch';
const costExplorer = 'npm:@aws-sdk/client-cost-explorer';

/** There is one planted violation for each rule. */
const planted: Readonly<Record<string, Import>> = {
  'shared-is-pure': anImport('shared/contract/result.ts', 'node:fs'),
  'infra-knows-what-it-deploys': anImport('infra/stacks/api.ts', 'src-local/aws/pocket-aws.ts'),
  'only-infra-knows-infra': anImport('src-local/host/local.ts', 'infra/deployment.ts'),
  'only-the-electron-folder-imports-electron': anImport('src-main/web/serve-browser.ts', 'npm:electron'),
  'features-never-sideways': anImport(
    'src-renderer/features/review/a.tsx',
    'src-renderer/features/triage/b.tsx',
  ),
  'main-features-never-sideways': anImport(
    'src-main/features/today/today-handlers.ts',
    'src-main/features/review/read-queue.ts',
  ),
  'what-features-share-knows-no-feature': anImport(
    'src-main/rows/batch-rows.ts',
    'src-main/features/explorer/mask-item.ts',
  ),
  'ui-knows-nothing-above': anImport(
    'src-renderer/ui/button/button.tsx',
    'src-renderer/contract/use-watch.ts',
  ),
  'pages-check-by-plain-functions': anImport('src-renderer/features/costs/address.ts', 'npm:zod', false, [
    'z',
  ]),
  'only-ui-imports-primitives': anImport('src-renderer/app/app.tsx', 'npm:@base-ui/react'),
  'the-road-to-main-knows-no-screen': anImport('src-renderer/contract/a.ts', 'src-renderer/ui/b.tsx'),
  'the-gate-knows-no-host': anImport('src-main/gate/admit.ts', 'src-main/web/route-request.ts'),
  'one-way-out': anImport('src-main/aws/queues.ts', 'node:https', false, ['request']),
  'only-the-network-sends-by-http': anImport('src-main/pipeline/open-pipeline-api.ts', 'node:http', false, [
    'createServer',
    'request',
  ]),
  'the-network-knows-no-caller': anImport('src-main/network/open-network.ts', 'src-main/aws/queues.ts'),
  'pocket-aws-knows-no-console': anImport('src-local/world/clock.ts', 'shared/contract/result.ts'),
  'pipelines-could-be-deployed': anImport(
    'src-pipelines/extraction/ingest.ts',
    'src-local/aws/pocket-aws.ts',
  ),
  'pipelines-know-no-entry': anImport(
    'src-pipelines/api/serve-api.ts',
    'src-pipelines/lambda/lambda-parts.ts',
  ),
  'the-sandbox-reads-by-its-functions': anImport('src-local/host/chapter.ts', 'npm:@aws-sdk/client-textract'),
  'an-engine-knows-no-other-engine': anImport('src-local/aws/s3/s3.ts', 'src-local/aws/sqs/sqs.ts'),
  'an-engine-touches-no-machine': anImport('src-local/aws/s3/s3.ts', 'node:fs'),
  'the-console-reaches-aws-only-as-aws': anImport('src-main/gate/admit.ts', 'src-local/aws/pocket-aws.ts'),
  'only-src-main-aws-reads-dynamodb': anImport('src-main/features/explorer/ask.ts', dynamodb, false, [
    'GetItemCommand',
  ]),
  'the-reader-knows-three-words': anImport('src-main/aws/dynamodb/reads.ts', dynamodb, false, [
    'GetItemCommand',
    'ScanCommand',
  ]),
  'the-check-compares-tables': anImport('src-main/aws/check/table-checks.ts', dynamodb, false, [
    'DescribeTableCommand',
    'ScanCommand',
  ]),
  'the-check-changes-no-execution': anImport('src-main/aws/check/service-checks.ts', stepFunctions, false, [
    'DescribeExecutionCommand',
    'StopExecutionCommand',
  ]),
  'the-check-lists-no-files': anImport(
    'src-main/aws/check/service-checks.ts',
    'npm:@aws-sdk/client-s3',
    false,
    ['HeadBucketCommand', 'ListObjectsV2Command'],
  ),
  'the-check-takes-no-message': anImport('src-main/aws/check/queue-checks.ts', queues, false, [
    'GetQueueAttributesCommand',
    'ReceiveMessageCommand',
  ]),
  'discovery-describes-tables': anImport('src-main/aws/discovery/list-account.ts', dynamodb, false, [
    'ListTablesCommand',
    'QueryCommand',
  ]),
  'discovery-lists-state-machines': anImport('src-main/aws/discovery/list-account.ts', stepFunctions, false, [
    'ListStateMachinesCommand',
    'StartExecutionCommand',
  ]),
  'discovery-lists-buckets': anImport(
    'src-main/aws/discovery/list-account.ts',
    'npm:@aws-sdk/client-s3',
    false,
    ['ListBucketsCommand', 'GetObjectCommand'],
  ),
  'discovery-lists-queues': anImport('src-main/aws/discovery/list-account.ts', queues, false, [
    'ListQueuesCommand',
    'ReceiveMessageCommand',
  ]),
  'only-discovery-lists-functions': anImport(
    'src-main/aws/check/service-checks.ts',
    'npm:@aws-sdk/client-lambda',
    false,
    ['ListFunctionsCommand'],
  ),
  'one-question-about-functions': anImport(
    'src-main/aws/discovery/list-account.ts',
    'npm:@aws-sdk/client-lambda',
    false,
    ['ListFunctionsCommand', 'InvokeCommand'],
  ),
  'only-src-main-aws-asks-step-functions': anImport(
    'src-main/jobs/actions/redrive.ts',
    stepFunctions,
    false,
    ['RedriveExecutionCommand'],
  ),
  'five-reads-and-two-changes-of-executions': anImport('src-main/aws/executions.ts', stepFunctions, false, [
    'DescribeExecutionCommand',
    'StartExecutionCommand',
  ]),
  'only-src-main-aws-reads-files': anImport(
    'src-main/features/review/read-document.ts',
    'npm:@aws-sdk/client-s3',
    false,
    ['GetObjectCommand'],
  ),
  'one-read-of-files': anImport('src-main/aws/document-files.ts', 'npm:@aws-sdk/client-s3', false, [
    'GetObjectCommand',
    'PutObjectCommand',
  ]),
  'only-src-main-aws-asks-queues': anImport('src-main/dead-letters/send-batch.ts', queues, false, [
    'SendMessageBatchCommand',
  ]),
  'the-ten-words-for-queues': anImport('src-main/aws/queue-changes.ts', queues, false, [
    'DeleteMessageBatchCommand',
    'PurgeQueueCommand',
  ]),
  'one-road-to-the-bill': anImport('src-main/aws/open-queue-alarms.ts', costExplorer, false, [
    'GetCostAndUsageCommand',
  ]),
  'one-question-about-the-bill': anImport('src-main/aws/bill.ts', costExplorer, false, [
    'GetCostAndUsageCommand',
    'UpdateCostAllocationTagsStatusCommand',
  ]),
  'only-src-main-aws-reads-metrics': anImport('src-main/features/dead-letters/queues.ts', cloudWatch, false, [
    'GetMetricDataCommand',
  ]),
  'three-reads-of-alarms-and-metrics': anImport('src-main/aws/open-queue-alarms.ts', cloudWatch, false, [
    'DescribeAlarmsCommand',
    'SetAlarmStateCommand',
  ]),
  'one-client-for-dynamodb': anImport('src-main/aws/dynamodb/reads.ts', 'npm:@aws-sdk/lib-dynamodb'),
  'sources-know-no-tests': anImport('src-main/gate/admit.ts', 'test/builders/a-gate.ts'),
};

describe('the layer check', () => {
  it.each(rules.map(({ name }) => name))('catches a violation of %s', (name) => {
    const violation = planted[name];
    expect(violation, `no violation is planted for ${name}`).toBeDefined();
    expect(findViolations(violation === undefined ? [] : [violation], rules)[0]).toContain(`${name}: `);
  });

  it('lets a feature import its own files, types too', () => {
    const own = anImport('src-renderer/features/review/a.tsx', 'src-renderer/features/review/b.tsx', true);
    expect(findViolations([own], rules)).toEqual([]);
  });

  it.each(['*', 'default', 'DynamoDB', 'PutItemCommand', 'ExecuteStatementCommand', 'paginateScan'])(
    'does not let the reader import %s',
    (name) => {
      const found = findViolations(
        [anImport('src-main/aws/dynamodb/reads.ts', dynamodb, false, [name])],
        rules,
      );
      expect(found).toHaveLength(1);
    },
  );

  it('lets the reader import its three commands, the client and types', () => {
    const names = ['DynamoDBClient', 'GetItemCommand', 'QueryCommand', 'BatchGetItemCommand'];
    const allowed = [
      anImport('src-main/aws/dynamodb/reads.ts', dynamodb, false, names),
      anImport('src-main/aws/dynamodb/reads.ts', dynamodb, true),
      anImport('src-local/host/serve.ts', dynamodb, false, ['*']),
    ];
    expect(findViolations(allowed, rules)).toEqual([]);
  });

  it.each(['*', 'SQS', 'PurgeQueueCommand', 'SendMessageCommand', 'SetQueueAttributesCommand'])(
    'does not let the queues module import %s',
    (name) => {
      const found = findViolations([anImport('src-main/aws/queue-changes.ts', queues, false, [name])], rules);
      expect(found).toHaveLength(1);
    },
  );

  it.each(['*', 'CloudWatch', 'PutMetricDataCommand', 'DisableAlarmActionsCommand'])(
    'does not let the alarms module import %s',
    (name) => {
      const violation = anImport('src-main/aws/open-queue-alarms.ts', cloudWatch, false, [name]);
      expect(findViolations([violation], rules)).toHaveLength(1);
    },
  );

  it('lets tests and pocket AWS import all of SQS, and every file the types in src-main/aws', () => {
    const allowed = [
      anImport('src-pipelines/extraction/ingest.ts', queues, false, ['SendMessageCommand']),
      anImport('test/builders/aws-clients.ts', queues, false, ['*']),
      anImport('src-main/aws/open-queues.ts', queues, true),
      anImport('src-main/aws/open-queue-alarms.ts', cloudWatch, true),
    ];
    expect(findViolations(allowed, rules)).toEqual([]);
  });

  it('reads which names are imported, without types, and takes an import without names as all', () => {
    const folder = mkdtempSync(join(tmpdir(), 'layers-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(
      join(folder, 'one.ts'),
      `import { ScanCommand as Look, type QueryCommand } from 'first';
       import type { GetItemCommand } from 'second';
       import * as all from 'third';
       import 'fourth';
       export { PutItemCommand } from 'fifth';
       export * from 'sixth';
       export const late = () => import('seventh');`,
    );
    const { imports } = readImports([folder]);
    expect(Object.fromEntries(imports.map(({ written, names }) => [written, names]))).toEqual({
      first: ['ScanCommand'],
      second: [],
      third: ['*'],
      fourth: ['*'],
      fifth: ['PutItemCommand'],
      sixth: ['*'],
      seventh: ['*'],
    });
  });

  it('catches a cycle, but not one of types', () => {
    const there = anImport('shared/a.ts', 'shared/b.ts');
    expect(findViolations([there, anImport('shared/b.ts', 'shared/a.ts')], rules)).toHaveLength(1);
    expect(findViolations([there, anImport('shared/b.ts', 'shared/a.ts', true)], rules)).toEqual([]);
  });

  it('catches an import of a missing file', () => {
    expect(findViolations([anImport('shared/a.ts', undefined)], rules)[0]).toContain('which is not there');
  });

  it('reads the real tree: TSX, aliases, types and lazy imports', () => {
    const { files, imports } = readImports(['src-renderer', 'shared']);
    expect(files.length).toBeGreaterThan(50);
    expect(imports.some(({ from, to }) => from.endsWith('.tsx') && to?.startsWith('shared/'))).toBe(true);
    expect(imports.some(({ to }) => to === 'npm:react')).toBe(true);
  });
});
