import type { Operation, Role } from '#shared/contract/define.ts';
import type { Refusal } from '#shared/contract/result.ts';
import type { CallContext, Caller, CallRequest } from './gate.ts';

export interface Admitted {
  readonly admitted: true;
  readonly name: string;
  readonly operation: Operation;
  readonly input: unknown;
  readonly key: string | undefined;
  readonly context: CallContext;
}

type Admission = Admitted | { readonly admitted: false; readonly refusal: Refusal };

export type Operations = Readonly<Record<string, Operation>>;

/**
 * Checks the request itself, in an order that matters. Whether the connection may be written to is checked after
 * all of this (serve-contract.ts).
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
      message: `${name} requires the ${operation.roles.join(' or ')} role; your role is ${role ?? 'unknown'}. Nothing was done.`,
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

/** Only own keys count, so that a caller cannot name `constructor` or `__proto__`. */
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
    message: `No operation "${shown}". "npm run contract" lists all operations. Nothing was done.`,
    operation: shown,
  });
}

/** A name from outside can be any value, and converting a hostile one to text may throw. */
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

export const inputLimitBytes = 1_048_576;
const depthLimit = 32;

type Measure = 'fits' | 'too-large' | 'not-json';

/**
 * Walks an input before any schema sees it. IPC delivers structured clones, which may hold cycles, maps or a
 * gigabyte of text; everything but plain JSON within the cap is refused here, so the schemas only ever meet small,
 * finite data.
 */
export function measureInput(input: unknown, limit = inputLimitBytes): Measure {
  const pending: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }];
  let bytes = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, depth } = next;
    if (depth > depthLimit) return 'not-json';
    const size = sizeOfScalar(value);
    if (size !== undefined) {
      bytes += size;
    } else if (Array.isArray(value)) {
      bytes += 2 + value.length;
      if (bytes > limit) return 'too-large';
      for (const item of value) pending.push({ value: item, depth: depth + 1 });
    } else if (isPlainObject(value)) {
      bytes += 2;
      for (const key of Object.keys(value)) {
        if (key === '__proto__') return 'not-json';
        bytes += key.length + 4;
        pending.push({ value: value[key], depth: depth + 1 });
      }
    } else {
      return 'not-json';
    }
    if (bytes > limit) return 'too-large';
  }
  return 'fits';
}

/** Text is measured in characters, not bytes: at most a factor of three too low, and the text is never copied. */
function sizeOfScalar(value: unknown): number | undefined {
  if (value === null || value === undefined) return 4;
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'boolean') return 5;
  if (typeof value === 'number') return Number.isFinite(value) ? 8 : undefined;
  return undefined;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
