import { App } from 'aws-cdk-lib';
import { defineStacks } from './all-stacks.ts';
import { readSettings } from './settings.ts';

/** `npx cdk deploy --all -c stage=staging`, with the settings in `stages/staging.json`. */
const app = new App();
const stage: unknown = app.node.tryGetContext('stage') ?? process.env['STAGE'];
if (typeof stage !== 'string') throw new Error('Which stage? Add -c stage=…, such as -c stage=staging');
defineStacks(app, readSettings(stage), 'uploaded');
app.synth();
