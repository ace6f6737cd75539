import { listed } from '#shared/domain/listed-words.ts';
import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import { ApiProblem } from './call.ts';

interface Found {
  readonly name: OperationName;
  readonly operation: ApiOperation;
  /** Decoded, and not looked at yet. */
  readonly params: Readonly<Record<string, string>>;
}

export class MethodNotAllowed extends ApiProblem {
  readonly allowed: readonly string[];

  constructor(method: string, allowed: readonly string[]) {
    super(
      'method-not-allowed',
      `This address takes ${listed(allowed, 'or')}, not ${method}. Nothing was done.`,
    );
    this.allowed = allowed;
  }
}

export function findOperation(method: string, path: string): Found {
  const segments = path.split('/');
  const here = routes.flatMap(({ name, operation, pattern }) => {
    const params = match(pattern, segments);
    return params ? [{ name, operation, params }] : [];
  });
  const found = here.find(({ operation }) => operation.method === method);
  if (found) return found;
  if (here.length === 0) throw new ApiProblem('not-found', 'This API has no such address.');
  throw new MethodNotAllowed(
    method,
    here.map(({ operation }) => operation.method),
  );
}

const routes = (Object.entries(operations) as [OperationName, ApiOperation][]).map(([name, operation]) => ({
  name,
  operation,
  pattern: operation.path.split('/'),
}));

function match(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: [string, string][] = [];
  for (const [place, expected] of pattern.entries()) {
    const segment = segments[place] ?? '';
    const [, name] = /^\{(\w+)\}$/.exec(expected) ?? [];
    if (name === undefined && segment !== expected) return undefined;
    if (name !== undefined) params.push([name, decoded(segment)]);
  }
  return Object.fromEntries(params);
}

/** What cannot be decoded stays as it is, and is no id then. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
