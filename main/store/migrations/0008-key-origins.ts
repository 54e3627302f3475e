/** The origins that each key was entered for: of those that are there, where their connection leads now. */

/** The origin of an address, which is kept as `scheme://host[:port][/path]`. */
const originOf = (address: string): string => {
  const host = `substr(${address}, instr(${address}, '://') + 3)`;
  return `substr(${address}, 1, instr(${address}, '://') + 1 + instr(${host} || '/', '/'))`;
};

export const keyOrigins = `
-- With a blank between two. A key without any, such as one that outlives its connection, goes nowhere.
ALTER TABLE keys ADD COLUMN origins TEXT NOT NULL DEFAULT '';
UPDATE keys SET origins = CASE
    WHEN keys.slot = 'board' THEN ${originOf('board_api')}
    WHEN separate_board_key = 1 THEN ${originOf('paper_api')}
    ELSE ${originOf('paper_api')} || ' ' || ${originOf('board_api')} END
  FROM connections WHERE connections.id = keys.connection_id;
`;
