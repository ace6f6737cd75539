import type { z } from 'zod';

export interface FileProblem {
  /** Where in the file, such as `connections[0].aws.region`. */
  readonly path: string;
  /** What stands there and what was expected. */
  readonly problem: string;
}

type Issue = z.core.$ZodIssue;

/** Settings that hold one of a few words or a public id. Of any other, only the kind of value is told. */
const mayBeShown = new Set([
  'id',
  'environment',
  'readOnly',
  'editAndRedrive',
  'aws.region',
  'aws.accountId',
  'pipelineApi.auth.kind',
]);

/** A schema's complaints in the words of somebody who is editing the file. */
export function describeIssues(error: z.ZodError, root: string, found: unknown): FileProblem[] {
  return error.issues.flatMap((issue) => describe(issue, root, found));
}

function describe(issue: Issue, root: string, found: unknown): FileProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathTo(root, [...issue.path, key]),
      problem: 'is not a known setting; check the spelling',
    }));
  }
  const value = valueAt(found, issue.path);
  const shown = mayBeShown.has(issue.path.join('.')) ? show(value) : nameOf(value);
  return [{ path: pathTo(root, issue.path), problem: `${expectation(issue)}, found ${shown}` }];
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_union':
      return `expected ${unionChoices(issue)}`;
    case 'invalid_value':
      return `expected ${issue.values.map(quote).join(' or ')}`;
    case 'invalid_type':
      return `expected ${article(issue.expected)}`;
    case 'invalid_format':
      return `expected ${expectedFormat(issue)}`;
    default:
      return issue.message;
  }
}

function expectedFormat(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (issue.format === 'url') return 'an address that starts with https:// or http://';
  return issue.message;
}

function unionChoices(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if (issue.discriminator !== undefined) return `a known "${issue.discriminator}"`;
  return 'a profile name or { "fromEnvironment": true }';
}

function pathTo(root: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (all, part) => (typeof part === 'number' ? `${all}[${part}]` : `${all}.${String(part)}`),
    root,
  );
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/** Short, because even here somebody may have pasted a key into the wrong place. */
function show(value: unknown): string {
  if (typeof value === 'string' && value.length <= 24) return quote(value);
  return typeof value === 'number' ? String(value) : nameOf(value);
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return `a text of ${value.length} characters`;
  if (typeof value === 'number') return 'a number';
  return Array.isArray(value) ? 'a list' : 'an object';
}

function quote(value: unknown): string {
  return JSON.stringify(value);
}

function article(expected: string): string {
  if (expected === 'string') return 'a text in quotes';
  if (expected === 'boolean') return 'true or false';
  if (expected === 'array') return 'a list';
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}
