import { keyNames } from '../../keys/key-attributes.ts';
import type { PatternDeclaration, SystemDeclaration } from '../../declaration.ts';
import { reachedBy } from '../../keys/key-places.ts';
import type { KeyPlace, WrittenKey } from '../../keys/key-places.ts';
import type { Located } from '../../questions/locate.ts';
import { oneOf } from './complaint.ts';
import type { Complaint } from './complaint.ts';

type Path = readonly string[];

/** That what is said to come back can be there, and has the attributes that are asked for. */
export function checkReturns(
  system: SystemDeclaration,
  located: Located,
  place: KeyPlace,
  path: Path,
): readonly Complaint[] {
  const reached = reachedBy(located.pattern, place);
  const complaints = located.pattern.returns.flatMap((name, index): Complaint[] => {
    const message = returnProblem(system, name, place, reached);
    return message === undefined ? [] : [{ path: [...path, 'returns', index], message }];
  });
  return complaints.length > 0 ? complaints : checkAttributes(located, place, path);
}

function returnProblem(
  system: SystemDeclaration,
  name: string,
  { on, written }: KeyPlace,
  reached: readonly WrittenKey[],
): string | undefined {
  const nearest = reached.length === 0 ? written : reached;
  const expected = `expected ${oneOf(nearest.map(({ entity }) => entity))}`;
  if (!Object.hasOwn(system.entities, name)) return `is no entity of this system; ${expected}`;
  // Then it is the key condition that is wrong, and it is told of that.
  if (reached.length === 0) return undefined;
  if (!written.some(({ entity }) => entity === name)) return `has no keys on "${on}"; ${expected}`;
  if (reached.some(({ entity }) => entity === name)) return undefined;
  return `never has such a key on "${on}"; ${expected}`;
}

/** DynamoDB refuses a question to an index for attributes that were not copied there. */
function checkAttributes(
  { pattern, table, schema }: Located,
  { on, projection, written }: KeyPlace,
  path: Path,
): readonly Complaint[] {
  const keys = [...keyNames(table), ...keyNames(schema)];
  const declared = new Set([...keys, ...written.flatMap((one) => attributesOf(one, pattern))]);
  const copied = new Set([...keys, ...(typeof projection === 'string' ? [] : projection)]);
  return (pattern.attributes ?? []).flatMap((name, index): Complaint[] => {
    const at = [...path, 'attributes', index];
    if (!declared.has(name)) {
      return [{ path: at, message: `is no attribute of ${oneOf(pattern.returns)}; check the spelling` }];
    }
    if (projection === 'ALL' || copied.has(name)) return [];
    return [{ path: at, message: `is not copied to "${on}"; expected ${oneOf([...copied])}` }];
  });
}

function attributesOf({ entity, declaration }: WrittenKey, { returns }: PatternDeclaration): string[] {
  if (!returns.includes(entity)) return [];
  return [...Object.keys(declaration.attributes), ...Object.keys(declaration.keys)];
}
