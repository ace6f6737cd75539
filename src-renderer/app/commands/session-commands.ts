import type { ConnectionSummary, Persona } from '#shared/contract/session.ts';
import { groupedAccount } from '#shared/domain/formatting.ts';
import { environmentIcons } from '#renderer/ui/chip/environment-icons.ts';
import type { Command } from './command.ts';

export function connectionCommands(connections: readonly ConnectionSummary[]): readonly Command[] {
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

export function personaCommands(personas: readonly Persona[]): readonly Command[] {
  return personas.map((persona) => ({
    id: `persona/${persona.id}`,
    title: `Act as ${persona.name}, ${persona.role}${limitWords(persona)}`,
    section: 'People',
    keywords: ['persona', 'role', 'switch', 'user', persona.role, ...limitsOf(persona)],
    icon: 'person',
    isAvailable: (context) => context.session.who?.id !== persona.id,
    run: (context) => context.actAs(persona.id),
  }));
}

function limitWords(persona: Persona): string {
  const limits = limitsOf(persona);
  return limits.length === 0 ? '' : ` of ${limits.join(' and ')}`;
}

function limitsOf({ tenants }: Persona): readonly string[] {
  return tenants === '*' ? [] : tenants;
}

/** As it is written in a file and as it is shown: either may be what was copied. */
function accountKeywords(accountId: string | null): readonly string[] {
  return accountId === null ? [] : [accountId, groupedAccount(accountId)];
}
