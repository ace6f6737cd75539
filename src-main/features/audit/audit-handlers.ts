import type { Handlers } from '../../contract/handlers.ts';

export function auditHandlers(_parts: {
  readonly home: string;
}): Pick<Handlers, 'audit.read' | 'audit.export'> {
  return {} as never;
}
