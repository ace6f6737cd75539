import { createHash } from 'node:crypto';
import type { App, Stack } from 'aws-cdk-lib';
import { CfnGuardrail, CfnGuardrailVersion } from 'aws-cdk-lib/aws-bedrock';
import { createStack, exportValue, importValue, type Deployment } from '../deployment.ts';

/**
 * The guardrail of both readings by a model. What a document says is data of strangers: it must not give the model
 * orders, and the model must answer with what stands there and nothing else.
 */
export function defineGuardrail(app: App, deployment: Deployment): Stack {
  const stack = createStack(app, deployment, 'guardrail', 'What the models may be asked, and may answer.');
  const guardrail = new CfnGuardrail(stack, 'Guardrail', {
    name: deployment.own.guardrail,
    description: 'Fields are read from documents, and nothing else is asked or answered.',
    ...guardrailContent,
  });
  exportValue(stack, 'GuardrailId', guardrail.attrGuardrailId, 'The guardrail that readings pass.');
  exportValue(stack, 'GuardrailArn', guardrail.attrGuardrailArn, 'The guardrail, as policies name it.');
  return stack;
}

/**
 * Defines the version of the guardrail that a stack uses, in that stack: CloudFormation refuses to change an export that
 * another stack imports, so an exported version could never be followed by another.
 *
 * A version is a copy of the guardrail as it is when the version is made, so the stack has to be deployed after the
 * guardrail's. Its description changes with the content, and a changed description replaces the version. The replaced
 * one is deleted, because a guardrail can have only 20. A stage of a document that still named it is retried with the
 * new one.
 */
export function defineGuardrailVersion(stack: Stack, deployment: Deployment): CfnGuardrailVersion {
  return new CfnGuardrailVersion(stack, 'GuardrailVersion', {
    guardrailIdentifier: importValue(deployment, 'guardrail', 'GuardrailId'),
    description: `Content ${digest(guardrailContent)}`,
  });
}

const messages = {
  blockedInputMessaging: 'The guardrail has stopped this document before the model read it.',
  blockedOutputsMessaging: 'The guardrail has stopped what the model answered about this document.',
};

const policies = {
  topicPolicyConfig: {
    topicsConfig: [
      {
        name: 'Advice',
        type: 'DENY',
        definition:
          'Recommendations on money, law, taxes or health, beyond the values printed in a document.',
        examples: [
          'Should we pay this invoice?',
          'Is this contract binding?',
          'Which treatment does this report call for?',
        ],
      },
      {
        name: 'OtherTasks',
        type: 'DENY',
        definition:
          'Requests to write, translate, program or converse instead of reading fields of a document.',
        examples: [
          'Write a reminder to this customer.',
          'Tell me about yourself.',
          'Write a program that adds these up.',
        ],
      },
    ],
  },
  contentPolicyConfig: {
    filtersConfig: [
      // Invoices of arms dealers, courts and hospitals are in order. Only plain cases are stopped.
      ...['SEXUAL', 'VIOLENCE', 'HATE', 'INSULTS', 'MISCONDUCT'].map((type) => ({
        type,
        inputStrength: 'LOW',
        outputStrength: 'MEDIUM',
      })),
      // A document can be written to give the model orders. Bedrock knows this filter for inputs only.
      { type: 'PROMPT_ATTACK', inputStrength: 'HIGH', outputStrength: 'NONE' },
    ],
  },
  // Bedrock evaluates text, and today no argument of a tool, which readings answer with. So this waits for it to do so.
  contextualGroundingPolicyConfig: {
    filtersConfig: [
      // A value that does not stand in the document is worse than a missing one.
      { type: 'GROUNDING', threshold: 0.75 },
      { type: 'RELEVANCE', threshold: 0.5 },
    ],
  },
};

/** The part of the guardrail that decides what it stops, and what it says then. */
export const guardrailContent = { ...messages, ...policies };

function digest(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}
