import { notKept, type AttentionStore } from '#main/reads/attention.ts';
import { ok } from '#shared/contract/result.ts';

/** Stands for a deployment that keeps no attention, so that all tenants are asked one by one, also in the sandbox. */
export const withoutAttention: AttentionStore = {
  state: () => Promise.resolve(ok({ state: 'not kept', why: notKept })),
  names: () => Promise.resolve(new Map()),
};
