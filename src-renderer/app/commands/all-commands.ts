import { environmentIcons } from '#renderer/ui/chip.tsx';
import type { IconName } from '#renderer/ui/product-icons.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { ConnectionSummary, Persona } from '#shared/contract/session.ts';
import { groupedAccount } from '#shared/domain/formatting.ts';
import { listOnlyTenants, mayReview, whyNotDescribe } from '#shared/permissions.ts';
import { pages, type PageInfo } from '../pages.ts';
import type { SettingsTab } from '#renderer/features/settings/settings-tabs.ts';
import type { Command, CommandContext } from './command.ts';
import { messages } from '../messages.ts';

/** Lists every command, whether or not it can run now, because the shortcut sheet shows all of them. */
export function allCommands({
  connections,
  session,
}: Pick<CommandContext, 'connections' | 'session'>): readonly Command[] {
  return [
    ...pageCommands,
    ...draftCommands,
    ...consoleCommands,
    ...appearanceCommands,
    ...sandboxCommands,
    ...writingCommands,
    checkCommand,
    ...addCommands,
    ...connectionCommands(connections),
    ...personaCommands(session.personas),
  ];
}

export function availableCommands(context: CommandContext): readonly Command[] {
  return allCommands(context).filter((command) => command.isAvailable(context));
}

/** This command makes each call that the open connection needs once and shows which of them work. */
const checkCommand: Command = {
  id: 'check-connection',
  title: 'Check connection',
  section: 'Connections',
  keywords: ['iam', 'permissions', 'denied', 'test', 'identity', 'policy', 'works', 'connections.json'],
  icon: 'link',
  opensPage: true,
  // The sandbox denies nothing, so there is nothing to check.
  isAvailable: ({ session }) => session.connection.kind === 'aws',
  run: (context) => context.checkConnection(),
};

const addCommands: readonly Command[] = [
  {
    id: 'connections/add',
    title: 'Add a connection',
    section: 'Connections',
    keywords: ['account', 'aws', 'profile', 'sso', 'connect', 'new', 'environment', 'connections.json'],
    icon: 'add',
    opensPage: true,
    isAvailable: () => true,
    run: (context) => context.addConnection('add'),
  },
  {
    id: 'connections/import',
    title: 'Import connections',
    section: 'Connections',
    keywords: ['colleague', 'export', 'toolkit', 'aws', 'configuration', 'paste'],
    icon: 'document',
    opensPage: true,
    isAvailable: () => true,
    run: (context) => context.addConnection('import'),
  },
];

/** These commands unlock production for a while and lock it again, and exist only while production is open. */
const writingCommands: readonly Command[] = [
  {
    id: 'writing/unlock',
    title: 'Unlock for writing…',
    section: 'Connections',
    keywords: ['production', 'write', 'read-only', 'session', 'access', 'minutes'],
    icon: 'unlock',
    isAvailable: ({ session: { connection } }) => connection.unlockable && connection.readOnly,
    run: (context) => context.askToUnlock(),
  },
  {
    id: 'writing/extend',
    title: 'Extend write access…',
    section: 'Connections',
    keywords: ['production', 'unlock', 'minutes', 'longer', 'session'],
    icon: 'unlock',
    isAvailable: ({ session }) => session.writing !== null,
    run: (context) => context.askToUnlock(),
  },
  {
    id: 'writing/lock',
    title: 'Lock now',
    section: 'Connections',
    keywords: ['production', 'read-only', 'end', 'writing', 'session'],
    icon: 'lock',
    isAvailable: ({ session }) => session.writing !== null,
    run: (context) => context.lock(),
  },
];

/** These commands open pages with G and a letter, or start the work of a page directly. */
const pageCommands: readonly Command[] = [
  ...pages.map(pageCommand),
  {
    id: 'review/start',
    title: 'Start reviewing',
    section: 'Pages',
    keywords: ['review', 'queue', 'next', 'document', 'approve'],
    opensPage: true,
    icon: 'review',
    isAvailable: ({ session }) => mayReview(session.who),
    run: (context) => context.startReviewing(),
  },
];

/** These commands make a draft of a declaration, which becomes a system of the Explorer when it is saved. */
const draftCommands: readonly Command[] = [
  {
    id: 'explorer/describe',
    title: messages.commands.describeTable,
    section: 'Pages',
    keywords: ['explorer', 'table', 'catalogue', 'declaration', 'draft', 'dynamodb', 'schema'],
    opensPage: true,
    icon: 'add',
    isAvailable: ({ session }) => whyNotDescribe(session.who) === undefined,
    run: (context) => context.goToDraft('describe'),
  },
  {
    id: 'explorer/import',
    title: messages.commands.importModel,
    section: 'Pages',
    keywords: ['explorer', 'electrodb', 'nosql workbench', 'catalogue', 'declaration', 'draft', 'json'],
    opensPage: true,
    icon: 'downloads',
    isAvailable: ({ session }) => whyNotDescribe(session.who) === undefined,
    run: (context) => context.goToDraft('import'),
  },
];

function pageCommand(page: PageInfo): Command {
  return {
    id: `go${page.path}`,
    title: page.title,
    section: 'Pages',
    keywords: page.keywords,
    fillers: ['go', 'to', 'open'],
    opensPage: true,
    icon: page.icon,
    shortcut: `G ${page.letter}`,
    isAvailable: () => true,
    run: (context) => context.goTo(page.path),
  };
}

/** These commands act on the sandbox and are offered only while it is open. */
const sandboxCommands: readonly Command[] = [
  trafficCommand(true, 'Pause live traffic', 'pause'),
  trafficCommand(false, 'Resume live traffic', 'play'),
  {
    id: 'sandbox/reset',
    title: 'Reset sandbox…',
    section: 'Sandbox',
    keywords: ['seed', 'world', 'begin', 'again', 'clear'],
    icon: 'undo',
    isAvailable: isSandbox,
    run: (context) => context.askToResetSandbox(),
  },
];

function trafficCommand(paused: boolean, title: string, icon: 'pause' | 'play'): Command {
  return {
    id: `sandbox/traffic/${paused ? 'pause' : 'resume'}`,
    title,
    section: 'Sandbox',
    keywords: ['sandbox', 'batches', 'customers', 'stop', 'start'],
    icon,
    // Until the sandbox has been asked for its state, both commands are offered.
    isAvailable: (context) => isSandbox(context) && context.trafficIsPaused !== paused,
    run: (context) => context.setTraffic(paused),
  };
}

function isSandbox({ session }: CommandContext): boolean {
  return session.connection.kind === 'sandbox';
}

const appearanceCommands: readonly Command[] = [
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

function connectionCommands(connections: readonly ConnectionSummary[]): readonly Command[] {
  return connections.map((connection) => ({
    id: `connection/${connection.id}`,
    title: `Open connection ${connection.name}`,
    section: 'Connections',
    keywords: [
      'switch',
      'environment',
      'account',
      connection.id,
      connection.environment,
      connection.region,
      ...accountKeywords(connection.accountId),
    ],
    icon: environmentIcons[connection.environment],
    isAvailable: (context) => context.session.connection.id !== connection.id,
    run: (context) => context.openConnection(connection.id),
  }));
}

function personaCommands(personas: readonly Persona[]): readonly Command[] {
  return personas.map((persona) => ({
    id: `persona/${persona.id}`,
    title: `Act as ${persona.name}, ${persona.role}${describeLimits(persona)}`,
    section: 'People',
    keywords: ['persona', 'role', 'switch', 'user', persona.role, ...(listOnlyTenants(persona) ?? [])],
    icon: 'person',
    isAvailable: (context) => context.session.who?.id !== persona.id,
    run: (context) => context.actAs(persona.id),
  }));
}

function describeLimits(persona: Persona): string {
  const limits = listOnlyTenants(persona) ?? [];
  return limits.length === 0 ? '' : ` of ${limits.join(' and ')}`;
}

/** Includes the account id both as a file writes it and as the screen shows it, since either may have been copied. */
function accountKeywords(accountId: string | null): readonly string[] {
  return accountId === null ? [] : [accountId, groupedAccount(accountId)];
}

const consoleCommands: readonly Command[] = [
  {
    id: 'palette',
    title: messages.commands.palette,
    section: 'Console',
    keywords: ['palette', 'search', 'find'],
    icon: 'search',
    shortcut: 'Mod+K',
    isAvailable: () => true,
    run: (context) => context.togglePalette(),
  },
  {
    id: 'shortcuts',
    title: 'Show keyboard shortcuts',
    section: 'Console',
    keywords: ['keys', 'help', 'cheat sheet'],
    icon: 'shortcuts',
    shortcut: '?',
    isAvailable: () => true,
    run: (context) => context.toggleShortcutSheet(),
  },
  {
    id: 'tenant',
    title: 'Switch tenant…',
    section: 'Console',
    keywords: ['choose', 'customer', 'scope', 'all tenants', 'clear'],
    icon: 'tenant',
    shortcut: 'T T',
    isAvailable: () => true,
    run: (context) => context.chooseTenant(),
  },
  {
    id: 'guide',
    title: 'Guide to this page',
    section: 'Console',
    keywords: ['help', 'manual', 'explain', 'documentation'],
    icon: 'help',
    shortcut: 'F1',
    opensPage: true,
    isAvailable: () => true,
    run: (context) => context.goToGuide(),
  },
  {
    id: 'welcome',
    title: 'Welcome',
    section: 'Console',
    keywords: ['first', 'start', 'begin', 'sandbox', 'people', 'link', 'connect'],
    icon: 'info',
    opensPage: true,
    isAvailable: () => true,
    run: (context) => context.goToWelcome(),
  },
  {
    id: 'navigation',
    title: 'Collapse or expand the navigation',
    section: 'Console',
    keywords: ['sidebar', 'rail', 'menu', 'hide', 'show'],
    icon: 'collapse',
    shortcut: '[',
    isAvailable: () => true,
    run: (context) => context.toggleNavigation(),
  },
  settingsCommand('connections', 'Settings: connections', 'link', [
    'accounts',
    'aws',
    'environment',
    'connections.json',
  ]),
  settingsCommand('sandbox', 'Settings: sandbox', 'sandbox', ['seed', 'world', 'traffic', 'reset']),
  settingsCommand('review', 'Settings: review', 'review', ['due', 'overdue', 'hours', 'sla', 'queue']),
  settingsCommand('monitoring', 'Settings: monitoring', 'monitor', [
    'poll',
    'polling',
    'budget',
    'notifications',
    'notices',
    'alarms',
  ]),
  settingsCommand('appearance', 'Settings: appearance', 'themeSystem', ['theme', 'motion', 'dark', 'light']),
  settingsCommand('shortcuts', 'Settings: shortcuts', 'shortcuts', ['keys', 'keyboard']),
  settingsCommand('console', 'Settings: this console', 'settings', ['version', 'about', 'report', 'files']),
  {
    id: 'notices/off',
    title: 'Turn notices off',
    section: 'Console',
    keywords: ['notifications', 'alarms', 'dead letters', 'silence', 'mute'],
    icon: 'alarm',
    isAvailable: ({ preferences }) => preferences.notices === 'on',
    run: (context) => context.savePreferences({ notices: 'off' }),
  },
  {
    id: 'notices/on',
    title: 'Turn notices on',
    section: 'Console',
    keywords: ['notifications', 'alarms', 'dead letters', 'tell'],
    icon: 'alarm',
    isAvailable: ({ preferences }) => preferences.notices === 'off',
    run: (context) => context.savePreferences({ notices: 'on' }),
  },
  {
    id: 'single-keys/off',
    title: 'Turn single-key shortcuts off',
    section: 'Console',
    keywords: ['keyboard', 'speech', 'accessibility'],
    icon: 'shortcuts',
    isAvailable: ({ preferences }) => preferences.singleKeys === 'on',
    run: (context) => context.savePreferences({ singleKeys: 'off' }),
  },
  {
    id: 'single-keys/on',
    title: 'Turn single-key shortcuts on',
    section: 'Console',
    keywords: ['keyboard'],
    icon: 'shortcuts',
    isAvailable: ({ preferences }) => preferences.singleKeys === 'off',
    run: (context) => context.savePreferences({ singleKeys: 'on' }),
  },
];

function settingsCommand(
  tab: SettingsTab,
  title: string,
  icon: IconName,
  keywords: readonly string[],
): Command {
  return {
    id: `settings/${tab}`,
    title,
    section: 'Console',
    keywords,
    icon,
    opensPage: true,
    isAvailable: () => true,
    run: (context) => context.goToSettings(tab),
  };
}
