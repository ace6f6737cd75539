import type { CommandLine } from 'electron';

/**
 * Fuses do not cover Chromium's own switches. In a packaged app the first of these found ends the
 * start: each lets another program drive the console, weaken its page or run in its place.
 */
export function findDebugSwitch(commandLine: Pick<CommandLine, 'hasSwitch'>): string | undefined {
  return debugSwitches.find((name) => commandLine.hasSwitch(name));
}

export const debugSwitches: readonly string[] = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'inspect',
  'inspect-brk',
  'no-sandbox',
  'disable-setuid-sandbox',
  'disable-gpu-sandbox',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-running-insecure-content',
  'ignore-certificate-errors',
  'single-process',
  'js-flags',
  'host-rules',
  'host-resolver-rules',
  'proxy-server',
  'proxy-pac-url',
  'load-extension',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
];
