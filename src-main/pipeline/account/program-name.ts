/** Its name without the folder. Null of what is no name alone: a whole command line in one word could hold anything. */
export function programName(program: string): string | null {
  const name = /[^/\\]*$/.exec(program)?.[0] ?? '';
  return /\s/.test(program) || !/^[\w.+@-]{1,64}$/.test(name) ? null : name;
}
