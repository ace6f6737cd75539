import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { defineStacks } from '../all-stacks.ts';
import type { StackName } from '../deployment.ts';
import { readSettings, type Settings } from '../settings.ts';

export type Templates = Readonly<Record<StackName, Template>>;

/** Synthesises all stacks, with the sandbox's settings but for those that are given. */
export function synthesise(changes: Partial<Settings> = {}): Templates {
  const outdir = mkdtempSync(join(tmpdir(), 'templates-'));
  try {
    const app = new App({ outdir });
    const stacks = defineStacks(app, { ...readSettings('sandbox'), ...changes }, 'named');
    const assembly = app.synth();
    return Object.fromEntries(
      Object.entries(stacks).map(([name, { artifactId }]) => [
        name,
        Template.fromJSON(assembly.getStackArtifact(artifactId).template as Record<string, unknown>),
      ]),
    ) as unknown as Templates;
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

export interface Resource {
  /** Reads a value below the properties, such as `RedrivePolicy.maxReceiveCount` or `Targets.0.Arn`. */
  readonly read: (path: string) => unknown;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Whether it stays when its stack is deleted, and when it is replaced. */
  readonly isRetained: boolean;
  /** Whether it stays also when it was made by a deployment that failed and is taken back. */
  readonly outlivesFailedDeployment: boolean;
}

/** Returns a template's resources of a type by their ids. */
export function listResources(template: Template, type: string): ReadonlyMap<string, Resource> {
  const found = template.findResources(type) as Readonly<Record<string, Written>>;
  return new Map(
    Object.entries(found).map(([id, { Properties = {}, Metadata = {}, ...policies }]) => [
      id,
      {
        read: (path) => readPath(Properties, path),
        properties: Properties,
        metadata: Metadata,
        isRetained:
          ['Retain', 'RetainExceptOnCreate'].includes(policies.DeletionPolicy ?? '') &&
          policies.UpdateReplacePolicy === 'Retain',
        outlivesFailedDeployment: policies.DeletionPolicy === 'Retain',
      },
    ]),
  );
}

interface Written {
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

function readPath(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((found, key) => (found as Readonly<Record<string, unknown>> | undefined)?.[key], value);
}

/** Returns the only resource of a type. */
export function findResource(template: Template, type: string): Resource {
  const [found, ...others] = listResources(template, type).values();
  if (!found || others.length > 0)
    throw new Error(`Expected one ${type}, found ${others.length + (found ? 1 : 0)}`);
  return found;
}
