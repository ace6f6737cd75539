import type { SystemDeclaration } from './declaration.ts';

/** A system whose templates the compiler can read: a pattern asked without one of its parameters does not compile. */
export function system<const S extends SystemDeclaration>(declaration: S): S {
  return declaration;
}
