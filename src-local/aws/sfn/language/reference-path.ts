import { referencePathConflict, runtimeError, StateError } from './errors.ts';
import { followPath, NoResult, valueOrNothing } from './follow-path.ts';
import { isRecord } from './is-record.ts';
import { parsePath } from './parse-path.ts';
import type { PathToken } from './path-syntax.ts';

/**
 * The value a path points to; `$$…` reads the context object. A path that may point to several gives a list.
 * `failAs` is the error's name where a definite path leads nowhere: States.Runtime as a rule,
 * States.ReferencePathConflict for ItemsPath.
 * https://docs.aws.amazon.com/step-functions/latest/dg/amazon-states-language-paths.html
 */
export function readPath(path: string, data: unknown, context: unknown, failAs = runtimeError): unknown {
  const followed = followPath(parsePath(path), { data, context });
  if (!(followed instanceof NoResult)) return followed;
  if (failAs === referencePathConflict)
    throw conflict(lastStepOf(path), path.startsWith('$$') ? context : data);
  throw new StateError(failAs, `Invalid path '${path}' : ${followed.reason}`);
}

/** The same without failing for what is not there: undefined, which JSON does not have. */
export function findPath(path: string, data: unknown, context: unknown): unknown {
  return valueOrNothing(followPath(parsePath(path), { data, context }));
}

/**
 * The raw input with a result put in; `null` keeps the input alone, `$` the result alone. Objects on the way are
 * made where nothing stands; nothing is changed in place.
 * https://docs.aws.amazon.com/step-functions/latest/dg/input-output-resultpath.html
 */
export function writeResultPath(path: string | null, raw: unknown, result: unknown): unknown {
  if (path === null) return raw;
  const { root, tokens, isReference } = parsePath(path);
  if (root !== '$' || !isReference) {
    throw new StateError(runtimeError, `Invalid path '${path}' : Value is not a Reference Path`);
  }
  const written = write(tokens, 0, raw, result);
  if (written === noRoom) throw conflict(lastStepOf(path), raw);
  return written;
}

const noRoom = Symbol('no room');

function write(tokens: readonly PathToken[], at: number, here: unknown, result: unknown): unknown {
  const token = tokens[at];
  if (!token) return result;
  if (token.kind === 'index') {
    const index = token.indexes[0] ?? 0;
    if (!Array.isArray(here) || index < 0 || index >= here.length) return noRoom;
    const element = write(tokens, at + 1, here[index], result);
    return element === noRoom ? noRoom : here.with(index, element);
  }
  if (token.kind !== 'property' || (here !== undefined && !isRecord(here))) return noRoom;
  const name = token.names[0] ?? '';
  const members = new Map(Object.entries(here ?? {}));
  const member = write(tokens, at + 1, members.get(name), result);
  return member === noRoom ? noRoom : Object.fromEntries(members.set(name, member));
}

function conflict(step: string, input: unknown): StateError {
  return new StateError(
    referencePathConflict,
    `Unable to apply step "${step}" to input ${JSON.stringify(input)}`,
  );
}

function lastStepOf(path: string): string {
  const last = parsePath(path).tokens.at(-1);
  if (last?.kind === 'property') return last.names.join(',');
  return last?.kind === 'index' ? last.indexes.join(',') : path;
}
