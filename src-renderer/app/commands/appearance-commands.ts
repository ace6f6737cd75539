import type { Preferences } from '#shared/contract/preferences.ts';
import type { IconName } from '#renderer/ui/icon/product-icons.ts';
import type { Command } from './command.ts';

export const appearanceCommands: readonly Command[] = [
  themeCommand('dark', 'Dark theme', 'themeDark', 'T D'),
  themeCommand('light', 'Light theme', 'themeLight', 'T L'),
  themeCommand('system', "Follow the system's theme", 'themeSystem', 'T S'),
  motionCommand('reduced', 'Reduce motion'),
  motionCommand('system', "Follow the system's motion setting"),
];

function themeCommand(theme: Preferences['theme'], title: string, icon: IconName, shortcut: string): Command {
  return {
    id: `theme/${theme}`,
    title,
    section: 'Appearance',
    keywords: ['theme', 'colour', 'color', 'mode', theme],
    icon,
    shortcut,
    isAvailable: (context) => context.preferences.theme !== theme,
    run: (context) => context.savePreferences({ theme }),
  };
}

function motionCommand(motion: Preferences['motion'], title: string): Command {
  return {
    id: `motion/${motion}`,
    title,
    section: 'Appearance',
    keywords: ['motion', 'animation', 'accessibility'],
    icon: 'play',
    isAvailable: (context) => context.preferences.motion !== motion,
    run: (context) => context.savePreferences({ motion }),
  };
}
