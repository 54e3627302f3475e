/** What a policy says of jobs outlives a restart: until when it holds them, who drafted them, what was deleted lately. */
export const jobFloors = `
ALTER TABLE jobs ADD COLUMN starts_earliest INTEGER;
-- Who drafted the plan it came from: self, another; NULL for none.
ALTER TABLE jobs ADD COLUMN drafted_by TEXT;
-- 1 for a delete that the person has put away, and that still counts together with others.
ALTER TABLE jobs ADD COLUMN put_away INTEGER NOT NULL DEFAULT 0;
`;
