import { expect, it } from 'vitest';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { anExplorer, valueOf } from './an-explorer.ts';
import { aFile, clinic } from './clinic.ts';

const { File } = clinic.entities;
/** Declares the clinic's tables under a team's own name, with nothing in them to hide. */
const ward: SystemDeclaration = {
  ...clinic,
  id: 'ward',
  entities: {
    ...clinic.entities,
    ...(File && { File: { ...File, attributes: { fileId: { type: 'text' }, status: { type: 'text' } } } }),
  },
};

it('rows are masked by the tables of the connection they were read on, also when another is opened meanwhile', async () => {
  let isTheClinic = true;
  const explorer = anExplorer([[aFile('F1')]], {
    file: { path: '/team.json', systems: [ward], problems: [] },
    // On the other connection the team's tables are its own.
    tableNames: ({ id }) =>
      isTheClinic
        ? { main: 'clinic-main', files: 'clinic-files' }
        : { main: `${id}-main`, files: `${id}-files` },
  });
  const asking = explorer.call('explorer.ask', {
    system: 'ward',
    pattern: 'fileById',
    params: [{ fileId: 'F1' }],
  });
  isTheClinic = false;
  const [item] = valueOf(await asking).items;
  expect(item?.attributes).toMatchObject({ FileID: { S: 'F1' }, wrappedKey: { MASKED: {} } });
});
