import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { createDeployment, type Deployment } from './deployment.ts';
import type { Settings } from './settings.ts';
import { defineApi } from './stacks/api.ts';
import { defineDatabase } from './stacks/database.ts';
import { defineDownloads } from './stacks/downloads.ts';
import { defineGuardrail } from './stacks/guardrail.ts';
import { defineMonitoring } from './stacks/monitoring.ts';
import { defineProcessing } from './stacks/processing.ts';
import { defineStorage } from './stacks/storage.ts';

/**
 * Defines all stacks of a deployment, each of which can be updated alone. The synthesis fails where cdk-nag's rules for
 * AWS solutions find something that is not accepted beside the resource, with a reason.
 */
export function defineStacks(app: App, settings: Settings, bundles: Deployment['bundles']) {
  const deployment = createDeployment(settings, bundles);
  const stacks = {
    database: defineDatabase(app, deployment),
    guardrail: defineGuardrail(app, deployment),
    processing: defineProcessing(app, deployment),
    storage: defineStorage(app, deployment),
    downloads: defineDownloads(app, deployment),
    api: defineApi(app, deployment),
    monitoring: defineMonitoring(app, deployment),
  };
  // The order of what they import from each other, and of what must not run before its table is there.
  stacks.processing.addStackDependency(stacks.database);
  stacks.processing.addStackDependency(stacks.guardrail);
  stacks.storage.addStackDependency(stacks.processing);
  stacks.api.addStackDependency(stacks.storage);
  stacks.api.addStackDependency(stacks.downloads);
  stacks.monitoring.addStackDependency(stacks.api);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app, { verbose: true }));
  return stacks;
}

/** Without the notes that CDK would add to templates for its own use. */
export const plainTemplates = {
  '@aws-cdk/core:explicitStackTags': true,
  'aws:cdk:enable-path-metadata': false,
  'aws:cdk:enable-asset-metadata': false,
  'aws:cdk:disable-asset-staging': false,
};
