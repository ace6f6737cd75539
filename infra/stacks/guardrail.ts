import { createHash } from 'node:crypto';
import type { App, Stack } from 'aws-cdk-lib';
import { CfnGuardrail, CfnGuardrailVersion } from 'aws-cdk-lib/aws-bedrock';
import { createStack, exportValue, type Deployment } from '../deployment.ts';

/**
 * The guardrail of both readings by a model. What a document says is data of strangers: it must not give the model
 * orders, and the model must answer with what stands there and nothing else.
 */
export function defineGuardrail(app: App, deployment: Deployment): Stack {
  const stack = createStack(app, deployment, 'guardrail', 'What the models may be asked, and may answer.');
  const guardrail = new CfnGuardrail(stack, 'Guardrail', {
    name: deployment.own.guardrail,
    description: 'Fields are read from documents, and nothing else is asked or answered.',
    ...messages,
    ...policies,
  });
  const version = new CfnGuardrailVersion(stack, 'Version', {
    guardrailIdentifier: guardrail.attrGuardrailId,
    // A version is a copy of its day. Another description is what makes CloudFormation replace it.
    description: `As of ${digest({ ...messages, ...policies })}`,
  });
  exportValue(stack, 'GuardrailId', guardrail.attrGuardrailId, 'The guardrail that readings pass.');
  exportValue(stack, 'GuardrailArn', guardrail.attrGuardrailArn, 'The guardrail, as policies name it.');
  exportValue(stack, 'GuardrailVersion', version.attrVersion, 'The version of the guardrail in use.');
  return stack;
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
  contextualGroundingPolicyConfig: {
    filtersConfig: [
      // A value that does not stand in the document is worse than a missing one.
      { type: 'GROUNDING', threshold: 0.75 },
      { type: 'RELEVANCE', threshold: 0.5 },
    ],
  },
};

function digest(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}
