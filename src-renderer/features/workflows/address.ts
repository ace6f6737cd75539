import { ruleNames, ruleWeights } from '#shared/domain/review/rule-names.ts';
import { choice, chosenTenant, defineAddress, number, text } from '#renderer/contract/page-address.ts';

const share = /^(?:0(?:\.\d{1,4})?|1(?:\.0{1,4})?)$/;

const noProposal = { rule: null, weight: null } as const;

/** Everything of Workflows that a link can share, including the draft. */
export const { read: readWorkflows, write: writeWorkflows } = defineAddress(
  {
    tenant: chosenTenant(),
    project: text(),
    workflow: text(),
    /** The position of the handles; null if they are at the saved values. */
    confidence: number(share, [0, 1], null),
    review: number(share, [0, 1], null),
    /** The part of an open workflow, and the list of a tenant, besides the usual ones. */
    part: choice(['review', 'objective'], null),
    /** A weight of a rule that is filled in and not saved. */
    rule: choice(ruleNames, null),
    weight: choice(ruleWeights, null),
    list: choice(['suppliers', 'orders'], null),
  },
  {
    // A workflow is only known with its tenant and its project.
    settle: ({ tenant, ...rest }) =>
      tenant !== null && rest.project !== null && rest.workflow !== null
        ? {
            tenant,
            ...rest,
            list: null,
            ...(rest.part !== 'review' || rest.weight === null || rest.rule === null ? noProposal : {}),
          }
        : {
            tenant,
            project: null,
            workflow: null,
            confidence: null,
            review: null,
            part: null,
            ...noProposal,
            list: tenant === null ? null : rest.list,
          },
  },
);

export type WorkflowsAddress = ReturnType<typeof readWorkflows>;

export type GoWorkflows = (change: Partial<WorkflowsAddress>, how?: 'push' | 'replace') => void;
