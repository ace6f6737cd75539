import type { CommandLine } from 'electron';

/**
 * Fuses do not cover Chromium's own switches. In a packaged app the first of these found ends the
 * start: each lets another program drive the console, weaken its page or run in its place. Only such
 * as Electron never adds by itself; the rest, launch.ts refuses as a flag that it does not know.
 */
export function findDebugSwitch(commandLine: Pick<CommandLine, 'hasSwitch'>): string | undefined {
  return debugSwitches.find((name) => commandLine.hasSwitch(name));
}

/** What whoever started it should know; for the one that nobody typed, also what helps. */
export function debugSwitchRefusal(name: string): string {
  const refusal = `Sluice does not run with --${name}.`;
  return name === 'no-sandbox' ? `${refusal} ${appImageAdvice}` : refusal;
}

const appImageAdvice =
  'An AppImage adds it by itself where the system forbids unprivileged user namespaces: ' +
  'install the .deb instead, which brings the permission along, or ask an administrator to allow them.';

export const debugSwitches: readonly string[] = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-targets',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-publish-uid',
  'inspect-wait',
  'no-sandbox',
  'disable-setuid-sandbox',
  'disable-gpu-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-file-access-from-files',
  'allow-running-insecure-content',
  'unsafely-treat-insecure-origin-as-secure',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'single-process',
  'js-flags',
  'host-rules',
  'host-resolver-rules',
  'proxy-server',
  'proxy-pac-url',
  'load-extension',
  'disable-extensions-except',
  'ssl-key-log-file',
  'log-net-log',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'zygote-cmd-prefix',
];
