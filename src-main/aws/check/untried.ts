import { consoleNeeds, type NeededOn } from '#shared/catalogue/iam/console-needs.ts';
import type { Role } from '#shared/contract/define.ts';
import type { PlannedCheck } from './planned-check.ts';

interface Named {
  readonly name: string;
  readonly arn: string;
}

/** What acts is not tried: to see if it may be done would be to do it. */
export function untriedOf(on: NeededOn, { name, arn }: Named, role: Role): readonly PlannedCheck[] {
  return consoleNeeds
    .filter((need) => need.acts && need.on === on && need.roles.includes(role))
    .map(({ sid, actions }) => ({
      id: `${areaOf(on)}:${name}:${sid}`,
      area: areaOf(on),
      title: `${titles.get(sid) ?? sid} ${name}`,
      action: actions.join(', '),
      resource: arn,
      run: { not: `${reasons.get(sid) ?? ''} The policy of the role ${role} has it.`.trim() },
    }));
}

function areaOf(on: NeededOn): 'queues' | 'workflows' {
  return on === 'runs' ? 'workflows' : 'queues';
}

const titles: ReadonlyMap<string, string> = new Map([
  ['SampleDeadLetters', 'Sampling'],
  ['ChangeDeadLetters', 'Redriving and discarding from'],
  ['RedriveToSources', 'Sending back to'],
  ['ChangeRuns', 'Redriving and stopping runs of'],
]);

const reasons: ReadonlyMap<string, string> = new Map([
  ['SampleDeadLetters', 'Not tried: a receive counts against each message and hides it for a while.'],
  ['ChangeDeadLetters', 'Not tried: it would move or delete messages.'],
  ['RedriveToSources', 'Not tried: a message that is sent is worked on.'],
  ['ChangeRuns', 'Not tried: it would redrive or stop an execution.'],
]);
