/** As `encoding-type=url` and event notifications write a key: a form's encoding that leaves slashes alone. */
export function urlEncodeKey(key: string): string {
  return encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replaceAll('%20', '+')
    .replaceAll(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
