import { deployStacks } from '#local/aws/cloudformation/deploy-stacks.ts';
import type { PocketAws } from '#local/aws/pocket-aws.ts';
import { sandboxTemplates } from '#local/host/sandbox-templates.ts';

/**
 * Deploys the pipelines' templates, as the sandbox does at its first opening. A test calls their functions itself, so
 * those are only kept with their stacks.
 */
export async function deploySandbox({ world }: PocketAws): Promise<void> {
  await deployStacks(world, sandboxTemplates, { withoutServices: ['lambda', 'events'] });
}
