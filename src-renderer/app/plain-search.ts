/** Plain text both ways: an id made of digits must not come back as a rounded number. */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function writeSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string') params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
