import type { z } from 'zod';

export interface FileProblem {
  /** Where in the file, such as `connections[0].aws.region`. */
  readonly path: string;
  /** What stands there and what was expected. */
  readonly problem: string;
}

type Issue = z.core.$ZodIssue;

/** A schema's complaints in the words of somebody who is editing the file. */
export function describeIssues(error: z.ZodError, root: string, found: unknown): FileProblem[] {
  return error.issues.flatMap((issue) => describe(issue, root, found));
}

function describe(issue: Issue, root: string, found: unknown): FileProblem[] {
  const path = pathTo(root, issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: pathTo(root, [...issue.path, key]),
        problem: 'is not a known setting; check the spelling',
      }));
    case 'invalid_union':
      return [
        { path, problem: `expected ${unionChoices(issue)}, found ${show(valueAt(found, issue.path))}` },
      ];
    case 'invalid_value':
      return [
        {
          path,
          problem: `expected ${issue.values.map(quote).join(' or ')}, found ${show(valueAt(found, issue.path))}`,
        },
      ];
    case 'invalid_type':
      return [
        { path, problem: `expected ${article(issue.expected)}, found ${show(valueAt(found, issue.path))}` },
      ];
    case 'invalid_format':
      return [
        { path, problem: `expected ${expectedFormat(issue)}, found ${show(valueAt(found, issue.path))}` },
      ];
    default:
      return [{ path, problem: `${issue.message}, found ${show(valueAt(found, issue.path))}` }];
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

/** Values are shown short and never whole: somebody may have pasted a key into the wrong place. */
function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string')
    return value.length > 24 ? `a text of ${value.length} characters` : quote(value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
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
