import { describe, expect, it } from 'vitest';
import { readDefinition } from '#local/aws/sfn/language/definition.ts';
import { checkAgain } from '#local/aws/sfn/language/second-opinion.ts';
import { stateMachineDefinition } from '#pipelines/extraction/state-machine.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { documentsAtOnce } from '#shared/domain/pipeline-limits.ts';

const queue = 'https://sqs.local/000000000000/webhooks';
const definition = stateMachineDefinition(namesByConvention('sandbox'), queue);

describe('the state machine', () => {
  it('is written in the States Language, as asl-validator has it', () => {
    expect(() => checkAgain(definition, readDefinition(definition))).not.toThrow();
    const broken = definition.replace('"Type":"Choice"', '"Type":"Chance"');
    expect(() => checkAgain(broken, readDefinition(definition))).toThrow('Invalid State Machine Definition');
  });

  it('has nothing left to fill in', () => {
    expect(definition).not.toContain('${');
    expect(definition).toContain('autowired-document-processor-sandbox');
    expect(definition).toContain(queue);
  });

  it('processes as many documents at once as the quotas allow, and stops after a day', () => {
    expect(JSON.parse(definition)).toMatchObject({
      TimeoutSeconds: 86_400,
      States: { ProcessDocuments: { Type: 'Map', MaxConcurrency: documentsAtOnce } },
    });
  });

  it('catches whatever a stage throws, and hands it to the one state that writes it down', () => {
    const { States } = JSON.parse(definition).States.ProcessDocuments.ItemProcessor;
    for (const stage of ['Textract', 'GapFill', 'Verify']) {
      expect(States[stage].Catch).toEqual([
        { ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'MarkDocumentFailed' },
      ]);
    }
  });
});
