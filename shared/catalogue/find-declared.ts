/** What a system declares under a name. Names come from files and pages, so no name is looked up on a prototype. */
export function findDeclared<T>(
  declared: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined {
  return declared !== undefined && Object.hasOwn(declared, name) ? declared[name] : undefined;
}
