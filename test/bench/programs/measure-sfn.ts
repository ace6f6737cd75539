import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  StartExecutionCommand,
  paginateGetExecutionHistory,
} from '@aws-sdk/client-sfn';
import { workerClients } from './worker-clients.ts';

const items = 2_000;
const rounds = 5;

const definition = {
  StartAt: 'Each',
  States: {
    Each: {
      Type: 'Map',
      ItemsPath: '$.items',
      MaxConcurrency: 10,
      ItemProcessor: {
        StartAt: 'Score',
        States: {
          Score: { Type: 'Pass', Parameters: { 'page.$': '$' }, Next: 'Good' },
          Good: {
            Type: 'Choice',
            Choices: [{ Variable: '$.page', NumericGreaterThan: 0, Next: 'Done' }],
            Default: 'Done',
          },
          Done: { Type: 'Succeed' },
        },
      },
      End: true,
    },
  },
};

/** Runs a Map of 2,000 items with three states each and keeps all its history. */
async function measure(): Promise<{ times: number[]; events: number }> {
  const times: number[] = [];
  let events = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { sfn, close } = await workerClients();
    const { stateMachineArn } = await sfn.send(
      new CreateStateMachineCommand({
        name: 'bench',
        definition: JSON.stringify(definition),
        roleArn: 'arn:aws:iam::000000000000:role/bench',
      }),
    );
    const input = JSON.stringify({ items: Array.from({ length: items }, (_item, index) => index) });
    const started = performance.now();
    const { executionArn } = await sfn.send(new StartExecutionCommand({ stateMachineArn, input }));
    let status = 'RUNNING';
    while (status === 'RUNNING') {
      status = (await sfn.send(new DescribeExecutionCommand({ executionArn }))).status ?? 'gone';
    }
    times.push(performance.now() - started);
    if (status !== 'SUCCEEDED') throw new Error(`The execution ended ${status}`);
    events = 0;
    for await (const page of paginateGetExecutionHistory(
      { client: sfn },
      { executionArn, maxResults: 1_000 },
    )) {
      events += page.events?.length ?? 0;
    }
    await close();
  }
  return { times, events };
}

process.stdout.write(JSON.stringify(await measure()));
