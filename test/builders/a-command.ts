import { defaultPreferences } from '#shared/contract/default-preferences.ts';
import type { Command, CommandContext } from '#renderer/app/commands/command.ts';
import { aSession } from './a-session.ts';

export function aCommand(change: Partial<Command> = {}): Command {
  return {
    id: 'command',
    title: 'Do something',
    section: 'Console',
    keywords: [],
    icon: 'info',
    isAvailable: () => true,
    run: () => undefined,
    ...change,
  };
}

/** Returns a made-up console that records what commands did to it. */
export function aCommandContext(change: Partial<CommandContext> = {}): {
  readonly context: CommandContext;
  readonly did: readonly (readonly unknown[])[];
} {
  const did: unknown[][] = [];
  const note =
    (what: string) =>
    (...args: unknown[]) =>
      void did.push([what, ...args]);
  return {
    did,
    context: {
      session: aSession(),
      preferences: defaultPreferences,
      connections: [],
      goTo: note('goTo'),
      goToGuide: note('goToGuide'),
      goToWelcome: note('goToWelcome'),
      goToSettings: note('goToSettings'),
      goToDraft: note('goToDraft'),
      goToQuestion: note('goToQuestion'),
      goToAddress: note('goToAddress'),
      goToFind: note('goToFind'),
      goToTenant: note('goToTenant'),
      openPlace: note('openPlace'),
      goToQueue: note('goToQueue'),
      startReviewing: note('startReviewing'),
      savePreferences: note('savePreferences'),
      openConnection: note('openConnection'),
      addConnection: note('addConnection'),
      checkConnection: note('checkConnection'),
      actAs: note('actAs'),
      togglePalette: note('togglePalette'),
      toggleShortcutSheet: note('toggleShortcutSheet'),
      chooseTenant: () => undefined,
      toggleNavigation: note('toggleNavigation'),
      trafficIsPaused: undefined,
      setTraffic: note('setTraffic'),
      askToResetSandbox: note('askToResetSandbox'),
      askToUnlock: note('askToUnlock'),
      lock: note('lock'),
      ...change,
    },
  };
}
