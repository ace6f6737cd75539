import type { PatternDeclaration } from '../declaration.ts';
import { holesOf, piecesOf } from '../templates/fill-template.ts';
import { attributeOfHole, isStatus, sameName } from '../keys/hole-meaning.ts';
import type { KeyPlace, WrittenKey } from '../keys/key-places.ts';

/**
 * Whether a pattern leaves out items of an entity that are asked for: it is on an index that not all of them are
 * in, or it says by itself what the entity's key leaves open. "Open jobs" is no answer to "which jobs".
 */
export function bringsOnlySome(
  pattern: Pick<PatternDeclaration, 'partition' | 'sort'>,
  { written }: KeyPlace,
  entity: string,
  by: readonly string[],
): boolean {
  const key = written.find((one) => one.entity === entity);
  if (key === undefined) return false;
  if (key.sparse !== undefined && !asksByWhatIsSparse(key, by)) return true;
  return (
    saysMore(pattern.partition, key.partition) ||
    (key.sort !== undefined &&
      pattern.sort !== undefined &&
      'equals' in pattern.sort &&
      saysMore(pattern.sort.equals, key.sort))
  );
}

/** Who asks by the status, or by what only some items have, asks for those that are in the index. */
function asksByWhatIsSparse({ declaration, partition }: WrittenKey, by: readonly string[]): boolean {
  return holesOf(partition).some(({ name }) => {
    const attribute = attributeOfHole(declaration, name);
    const narrows = isStatus(declaration, name) || attribute?.declaration.optional === true;
    return narrows && by.some((one) => sameName(one, name) || sameName(one, attribute?.name ?? name));
  });
}

/** A hole alone stands for the whole key, `{fileId}` for `{entity}-{date}`. */
function saysMore(asked: string, own: string): boolean {
  const [first, ...more] = piecesOf(asked);
  if (more.length === 0 && typeof first === 'object') return false;
  return holesOf(asked).length < holesOf(own).length;
}
