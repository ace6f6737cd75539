export const consoleScheme = 'app';
export const consoleOrigin = 'app://console';

/** `path` is one of the console's own, such as /triage or /find?id=…. */
export function consoleUrl(path: string): string {
  return `${consoleOrigin}${path}`;
}

/** Compared part by part: outside a browser, `origin` of an app: URL is the string "null". */
export function isConsoleUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return protocol === `${consoleScheme}:` && host === 'console' && username === '' && password === '';
}
