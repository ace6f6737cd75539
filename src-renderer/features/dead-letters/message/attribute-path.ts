/** As main names an attribute; the paths of a body begin with a dot or a bracket, or are empty. */
export function attributePath(name: string): string {
  return `attribute:${name}`;
}
