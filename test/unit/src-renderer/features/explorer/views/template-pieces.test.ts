import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { plainTemplate } from '#shared/catalogue/keys/key-template.ts';
import { templateChunks } from '#renderer/features/explorer/views/template-pieces.ts';

function joinLines(template: string): readonly string[] {
  return templateChunks(template).map((pieces) => pieces.map(({ text }) => text).join(''));
}

describe('a key template in a narrow column', () => {
  it('ends a line after what separates two parts, never between a word and its hole', () => {
    expect(joinLines('TENANT#{tenantId}#BATCH#{batchId}#STATUS#{status}')).toEqual([
      'TENANT#{tenantId}#',
      'BATCH#{batchId}#',
      'STATUS#{status}',
    ]);
    expect(joinLines('CALL#{positionId}#{documentId}')).toEqual(['CALL#{positionId}#', '{documentId}']);
    expect(joinLines('{email}')).toEqual(['{email}']);
    expect(joinLines('#METADATA')).toEqual(['#', 'METADATA']);
  });

  it('parts a long word from its hole', () => {
    expect(joinLines('UNFUNDED_COMMITMENT#{positionId}#{documentId}')).toEqual([
      'UNFUNDED_COMMITMENT#',
      '{positionId}#',
      '{documentId}',
    ]);
  });

  it('ends a line of a condition between its words', () => {
    expect(joinLines('Status={status}, At > {since}')).toEqual(['Status={status}, ', 'At ', '> {since}']);
  });

  it('shows what is no template as it is', () => {
    expect(joinLines('ORG#{orgId').join('')).toBe('ORG#{orgId');
  });

  it('loses nothing of any key of the catalogue', () => {
    const systems: readonly SystemDeclaration[] = Object.values(catalogue);
    const templates = systems.flatMap(({ entities }) =>
      Object.values(entities).flatMap(({ keys }) => Object.values(keys)),
    );
    expect(templates.length).toBeGreaterThan(40);
    for (const template of templates) expect(joinLines(template).join('')).toBe(plainTemplate(template));
  });

  it('loses nothing of any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('#', 'ORG', '{id}', '{a}', ' ', ', SK')).map((parts) => parts.join('')),
        (text) => joinLines(text).join('') === text,
      ),
    );
  });
});
