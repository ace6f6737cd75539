import { DescribeStateMachineCommand, type DescribeStateMachineCommandOutput } from '@aws-sdk/client-sfn';
import { withoutPromise } from '#shared/domain/connection-promises.ts';
import { executionsArn, isPlainName, stateMachineArn } from '#shared/catalogue/iam/arns.ts';
import { executionLooks } from '../sfn-reads.ts';
import type { Asked } from './asking.ts';
import type { CheckScope } from './check-scope.ts';
import {
  compared,
  leftOut,
  notWorking,
  type Difference,
  type Outcome,
  type PlannedCheck,
  type Telling,
} from './planned-check.ts';
import { untriedOf } from './untried.ts';

/** The state machine, without its definition; and whether its executions may be read, by one that cannot be there. */
export function runChecks(scope: CheckScope): readonly PlannedCheck[] {
  const name = scope.names.extraction.stateMachine;
  if (scope.role === 'reviewer') return [left('no screen of a reviewer shows an execution.')];
  if (scope.tenant !== null) return [left('nothing in the name of an execution says whose batch it is.')];
  if (name === '' || !isPlainName(name)) {
    return [left('the connection neither names its state machine nor has a stage to call it by.')];
  }
  const { sfn } = scope.clients;
  const machine = stateMachineArn(scope.place, name);
  const runs = executionsArn(scope.place, name);
  const executionArn = runs.replace(/\*$/, nobodysRun);
  return [
    {
      id: 'workflows:DescribeStateMachine',
      area: 'workflows',
      title: `State machine ${name}`,
      action: 'states:DescribeStateMachine',
      resource: machine,
      async run(ask) {
        const asked = await ask('Step Functions', (abortSignal) =>
          sfn.send(
            new DescribeStateMachineCommand({ stateMachineArn: machine, includedData: 'METADATA_ONLY' }),
            { abortSignal },
          ),
        );
        if (!asked.ok) {
          return notWorking(asked, {
            action: 'states:DescribeStateMachine',
            place: `the state machine ${name}`,
            works: '',
            without: 'Whether it is the one that runs batches is not known.',
            lack: 'Its kind is not known; the rest works.',
          });
        }
        return compared(
          'It is there, of the standard kind, and takes executions.',
          differencesOf(asked.value),
        );
      },
    },
    {
      id: 'workflows:DescribeExecution',
      area: 'workflows',
      title: `Executions of ${name}`,
      action: 'states:DescribeExecution',
      resource: runs,
      run: async (ask) =>
        ofNobodysRun(
          await ask('Step Functions', (abortSignal) =>
            sfn.send(executionLooks.describe(executionArn), { abortSignal }),
          ),
          telling('states:DescribeExecution', name, 'How an execution stands is not shown.'),
        ),
    },
    {
      id: 'workflows:GetExecutionHistory',
      area: 'workflows',
      title: `Histories of executions of ${name}`,
      action: 'states:GetExecutionHistory',
      resource: runs,
      run: async (ask) =>
        ofNobodysRun(
          await ask('Step Functions', (abortSignal) =>
            sfn.send(
              executionLooks.history(executionArn, {
                includeExecutionData: false,
                maxResults: 1,
                reverseOrder: true,
              }),
              { abortSignal },
            ),
          ),
          telling('states:GetExecutionHistory', name, 'The timeline of an execution is not shown.'),
        ),
    },
    ...untriedOf('runs', { name, arn: runs }, scope.role),
  ];
}

/** No batch is called so, and a run's name ends with its number. */
const nobodysRun = 'SLUICE-CHECK';

function left(why: string): PlannedCheck {
  const title = 'State machine and its executions';
  return leftOut({ id: 'workflows', area: 'workflows', title }, `Nothing was asked: ${why}`);
}

/** Whoever may ask is told that it is not there. */
function ofNobodysRun(asked: Asked<unknown>, words: Telling): Outcome {
  if (asked.ok || asked.refusal.name === 'ExecutionDoesNotExist')
    return { state: 'works', told: words.works };
  return notWorking(asked, words);
}

function telling(action: string, name: string, without: string): Telling {
  const works = 'An execution that cannot be there was asked for, and Step Functions said so.';
  const lack = withoutPromise('execution-history');
  return { action, place: `the executions of ${name}`, works, without, lack };
}

function differencesOf({ type, status }: DescribeStateMachineCommandOutput): readonly Difference[] {
  const kind: Difference = {
    where: 'kind of the state machine',
    expected: 'STANDARD',
    found: type ?? 'nothing',
    means:
      'It keeps no history that can be asked for: its executions have no timeline, and none can be redriven.',
    matters: true,
  };
  const standing: Difference = {
    where: 'status of the state machine',
    expected: 'ACTIVE',
    found: status ?? 'nothing',
    means: 'It takes no further executions: nothing that is reprocessed would run.',
    matters: true,
  };
  return [...(type === 'STANDARD' ? [] : [kind]), ...(status === 'ACTIVE' ? [] : [standing])];
}
