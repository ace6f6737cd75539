import type { Queues } from '#shared/contract/dead-letters.ts';
import type { Tenant } from '#shared/contract/pipeline-items.ts';
import type { PageCommand } from '#renderer/contract/page-commands.ts';
import type { Command } from './command.ts';

/** What the page that is shown offers. */
export function hereCommands(offered: readonly PageCommand[]): readonly Command[] {
  return offered.map(({ id, title, keywords, icon, shortcut, run }) => ({
    id: `here/${id}`,
    title,
    section: 'Here',
    keywords,
    icon,
    ...(shortcut === undefined ? {} : { shortcut }),
    isAvailable: () => true,
    run,
  }));
}

/** Of the tenants that were read before; opening the palette reads none. */
export function tenantCommands(tenants: readonly Tenant[]): readonly Command[] {
  return tenants.map(({ tenantId, name }) => ({
    id: `tenant/${tenantId}`,
    title: `Go to tenant ${name ?? tenantId}`,
    section: 'Tenants',
    keywords: [tenantId, 'batches', 'triage', 'switch'],
    fillers: ['go', 'to', 'open', 'tenant'],
    icon: 'tenant',
    hint: tenantId,
    opensPage: true,
    isAvailable: () => true,
    run: (context) => context.goToTenant(tenantId),
  }));
}

/** Of the queues that were read before; opening the palette asks SQS nothing. */
export function queueCommands(queues: Queues['queues']): readonly Command[] {
  return queues.map(({ name }) => ({
    id: `queue/${name}`,
    title: `Go to queue ${name}`,
    section: 'Queues',
    keywords: ['dead letters', 'dlq', 'messages', 'redrive', 'sqs'],
    fillers: ['go', 'to', 'open', 'queue'],
    icon: 'deadLetters',
    opensPage: true,
    isAvailable: () => true,
    run: (context) => context.goToQueue(name),
  }));
}
