import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ListOutcomes, OrderInput, SupplierInput } from '#shared/contract/tenant-lists.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import { isOpen } from '../save/use-save.ts';
import { messages as pageMessages } from '../messages.ts';
import { messages } from './list-messages.ts';

export type ListName = 'suppliers' | 'orders';

export interface ListRequest {
  readonly suppliers?: readonly SupplierInput[];
  readonly orders?: readonly OrderInput[];
  readonly removeSupplier?: { readonly supplierId: string; readonly version: number };
  readonly removeOrder?: { readonly number: string; readonly version: number };
  readonly reason: string;
  readonly typedEnvironment: string | null;
}

export interface ListSaving {
  /** Returns true when all of it was done. */
  readonly send: (request: ListRequest) => Promise<boolean>;
  readonly isSaving: boolean;
  /** Why the last request was not done, or not in full. */
  readonly told: { readonly tone: 'warn' | 'bad'; readonly text: string } | null;
}

/** Changes a list once for each intent, and reads the list and its history again. */
export function useListChange(tenantId: string, list: ListName): ListSaving {
  const client = useQueryClient();
  const toast = useToast();
  const suppliers = useCommand('workflows.changeSuppliers', { toldInPlace: true });
  const orders = useCommand('workflows.changeOrders', { toldInPlace: true });
  const open = useRef<{ readonly said: string; readonly key: string }>(null);
  const [told, setTold] = useState<ListSaving['told']>(null);

  async function send(request: ListRequest): Promise<boolean> {
    const said = JSON.stringify(request);
    if (open.current?.said !== said) open.current = { said, key: crypto.randomUUID() };
    const { reason, typedEnvironment } = request;
    const change = { tenantId, reason, typedEnvironment, intentKey: open.current.key };
    const result =
      list === 'suppliers'
        ? await suppliers.run({
            ...change,
            put: [...(request.suppliers ?? [])],
            remove: request.removeSupplier ? [request.removeSupplier] : [],
          })
        : await orders.run({
            ...change,
            put: [...(request.orders ?? [])],
            remove: request.removeOrder ? [request.removeOrder] : [],
          });
    void client.invalidateQueries({ queryKey: [`workflows.${list}`] });
    void client.invalidateQueries({ queryKey: ['workflows.listChanges'] });
    if (!result.ok) {
      const { failure } = result;
      const unclear = isOpen(failure) ? pageMessages.save.unclear : '';
      setTold({ tone: isOpen(failure) ? 'warn' : 'bad', text: `${failure.message}${unclear}` });
      return false;
    }
    open.current = null;
    const problem = findProblem(result.value);
    setTold(problem === undefined ? null : { tone: 'warn', text: problem });
    if (problem !== undefined) return false;
    toast.show({ message: messages.done(messages.counts(countOutcomes(result.value))), tone: 'succeeded' });
    return true;
  }

  return { send, isSaving: suppliers.isRunning || orders.isRunning, told };
}

function findProblem({ entries, failed }: ListOutcomes): string | undefined {
  if (failed !== null) return messages.partly(failed);
  const has = (outcome: string): boolean => entries.some((one) => one.outcome === outcome);
  if (has('changed since')) return messages.overtaken;
  if (has('list is full')) return messages.full;
  if (has('not found')) return messages.gone;
  return entries.length === 1 && has('same') ? messages.same : undefined;
}

function countOutcomes({ entries }: ListOutcomes) {
  const count = (outcome: string): number => entries.filter((one) => one.outcome === outcome).length;
  return { added: count('added'), changed: count('changed'), removed: count('removed') };
}
