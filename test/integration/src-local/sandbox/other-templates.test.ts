import { describe, expect, it, onTestFinished } from 'vitest';
import { describeStacks, stackResources } from '#local/aws/cloudformation/stacks.ts';
import { openSandbox } from '#local/host/open-sandbox.ts';
import { sandboxTemplates } from '#local/host/sandbox-templates.ts';
import { drivenClock } from '#local/world/clock.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';

const open = async (template: object) => {
  const templates = [...sandboxTemplates, { name: 'team', template }];
  const sandbox = await openSandbox({ definition: { templates }, clock: drivenClock(startOfTime) });
  onTestFinished(() => sandbox.close());
  // Its activity is still being loaded, which a test that ends would cut off.
  await sandbox.traffic();
  return sandbox;
};

describe('a sandbox with the templates of a team', () => {
  it('has their stacks, and they come back when it is reset', async () => {
    const { aws, reset, traffic } = await open({ Resources: { Orders: { Type: 'AWS::SQS::Queue' } } });
    const before = describeStacks(aws.world).map(({ name, status }) => [name, status]);
    expect(before).toContainEqual(['team', 'DEPLOYED']);
    await reset('2');
    await traffic();
    expect(describeStacks(aws.world).map(({ name, status }) => [name, status])).toEqual(before);
    expect(stackResources(aws.world, 'AWS::SQS::Queue')).toHaveLength(9);
  });

  it('does not open when a template has something that is not part of this AWS', async () => {
    await expect(open({ Resources: { Server: { Type: 'AWS::EC2::Instance' } } })).rejects.toThrow(
      'Template team, resource Server: the resource type AWS::EC2::Instance is not supported here',
    );
  });
});
