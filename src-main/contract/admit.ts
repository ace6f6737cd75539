import type { Operation, Role } from '#shared/contract/define.ts';
import type { Refusal } from '#shared/contract/result.ts';
import type { CallRequest, Caller } from './gate.ts';
import type { CallContext } from './handlers.ts';
import { inputLimitBytes, measureInput } from './measure-input.ts';

export interface Admitted {
  readonly admitted: true;
  readonly name: string;
  readonly operation: Operation;
  readonly input: unknown;
  readonly key: string | undefined;
  readonly context: CallContext;
}

export type Admission = Admitted | { readonly admitted: false; readonly refusal: Refusal };

export type Operations = Readonly<Record<string, Operation>>;

/**
 * What is checked of a request itself, in the order in which it must be. Whether the connection may be written to is
 * asked after all of it (refuse-locked.ts).
 */
export function admit(
  operations: Operations,
  caller: Caller,
  request: CallRequest,
  kind: 'call' | 'watch',
  role: Role | null,
  reference: string,
): Admission {
  if (!caller.trusted)
    return refuse({ code: 'untrusted-caller', message: `${caller.why} Nothing was done.` });

  const name = request.operation;
  const operation = operationNamed(operations, name);
  if (operation === undefined || typeof name !== 'string') return refuseUnknown(name);

  if ((operation.kind === 'watch') !== (kind === 'watch')) {
    const remedy = operation.kind === 'watch' ? 'subscribe to it' : 'call it';
    return refuse({
      code: 'malformed-request',
      message: `${name} is a ${operation.kind}: ${remedy} instead.`,
    });
  }
  const { idempotencyKey: key } = request;
  if (key !== undefined && (typeof key !== 'string' || !/^[\w-]{8,128}$/.test(key))) {
    return refuse({
      code: 'malformed-request',
      message: 'idempotencyKey: expected 8 to 128 letters, digits, hyphens or underscores.',
    });
  }
  const parsed = parseInput(operation, name, request.input);
  if ('refusal' in parsed) return refuse(parsed.refusal);

  if (operation.roles !== 'everyone' && (role === null || !operation.roles.includes(role))) {
    return refuse({
      code: 'role-required',
      message: `${name} is for ${operation.roles.join(' or ')}; your role is ${role ?? 'not known'}. Nothing was done.`,
      role,
      allowed: [...operation.roles],
    });
  }
  return {
    admitted: true,
    name,
    operation,
    input: parsed.input,
    key,
    context: { reference, role, host: caller.host },
  };
}

/** Own keys only, so that a caller cannot name `constructor` or `__proto__`. */
function operationNamed(operations: Operations, name: unknown): Operation | undefined {
  return typeof name === 'string' && Object.hasOwn(operations, name) ? operations[name] : undefined;
}

function refuse(refusal: Refusal): Admission {
  return { admitted: false, refusal };
}

function refuseUnknown(name: unknown): Admission {
  const shown = shownName(name);
  return refuse({
    code: 'unknown-operation',
    message: `There is no operation "${shown}"; "npm run contract" lists them all. Nothing was done.`,
    operation: shown,
  });
}

/** A name from outside can be any value; converting a hostile one to text may throw. */
export function shownName(name: unknown): string {
  return typeof name === 'string' ? name.slice(0, 80) : `(${typeof name})`;
}

function parseInput(
  operation: Operation,
  name: string,
  input: unknown,
): { input: unknown } | { refusal: Refusal } {
  const measure = measureInput(input);
  if (measure === 'too-large') return { refusal: tooLarge(name) };
  if (measure === 'not-json') {
    const message = `The input of ${name} is not plain JSON of at most 32 levels. Nothing was done.`;
    return { refusal: { code: 'malformed-request', message } };
  }
  const parsed = operation.input.safeParse(input);
  if (parsed.success) return { input: parsed.data };
  const issues = parsed.error.issues.slice(0, 20).map(({ path, message }) => ({
    path: path.length === 0 ? 'input' : path.map(String).join('.'),
    problem: message,
  }));
  const told = issues.map(({ path, problem }) => `${path}: ${problem}`).join('; ');
  return {
    refusal: { code: 'invalid-input', message: `${name} was not done. ${told}`.slice(0, 600), issues },
  };
}

export function tooLarge(what: string): Refusal {
  return {
    code: 'input-too-large',
    message: `The input of ${what} is over ${inputLimitBytes} bytes. Nothing was done.`,
    limitBytes: inputLimitBytes,
  };
}
